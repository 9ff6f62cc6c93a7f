// What mouse, pen, fingers, wheel and keys do to the picture.

const STEP = 60; // pixels of an arrow key
const RATIO = 1.35; // of a zoom key
const CLICK = 5; // pixels that a click may move
const pointers = new Map();
let pressed = null;

function hover(node, x, y) {
  if (node !== hovered) {
    hovered = node;
    byId("picture").style.cursor = node === NOTHING ? "grab" : "pointer";
    repaintNodes();
  }
  const tip = byId("tip");
  tip.hidden = node === NOTHING;
  if (node === NOTHING) return;
  tip.replaceChildren(
    element("strong", { dir: "auto" }, nodeName(node)),
    element("span", {}, shortLine(node)),
  );
  const left = Math.min(x + 14, camera.width - tip.offsetWidth - 8);
  const top = y + 18 + tip.offsetHeight > camera.height ? y - tip.offsetHeight - 10 : y + 18;
  tip.style.transform = `translate(${Math.max(8, left)}px, ${Math.max(8, top)}px)`;
}

function place(event) {
  const { left, top } = byId("picture").getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

function pressDown(event) {
  byId("picture").setPointerCapture(event.pointerId);
  pointers.set(event.pointerId, place(event));
  pressed = pointers.size === 1 ? { ...place(event), isClick: true } : { isClick: false };
  stopTravelling();
  hover(NOTHING);
}

function movePointer(event) {
  const at = place(event);
  const before = pointers.get(event.pointerId);
  if (!before) return hover(nodeAt(at.x, at.y), at.x, at.y);
  if (pressed.isClick && Math.hypot(at.x - pressed.x, at.y - pressed.y) < CLICK) return;
  pressed.isClick = false;
  const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
  pointers.set(event.pointerId, at);
  if (!other) return pan(at.x - before.x, at.y - before.y);
  const apart = ({ x, y }) => Math.hypot(x - other.x, y - other.y) || 1;
  pan((at.x - before.x) / 2, (at.y - before.y) / 2);
  zoom(apart(at) / apart(before), (at.x + other.x) / 2, (at.y + other.y) / 2);
}

function liftPointer(event) {
  const at = place(event);
  if (!pointers.delete(event.pointerId) || !pressed?.isClick || event.type !== "pointerup") return;
  const node = nodeAt(at.x, at.y);
  if (node === NOTHING) deselect();
  else select(node, false);
}

function turnWheel(event) {
  // In a frame, the page around it goes on scrolling until the picture was clicked.
  if (window !== top && !event.ctrlKey && document.activeElement !== byId("picture")) return;
  event.preventDefault();
  stopTravelling();
  const { x, y } = place(event);
  const lines = event.deltaMode ? 20 : 1;
  zoom(Math.exp(-Math.max(-240, Math.min(240, event.deltaY * lines)) / 400), x, y);
}

function pressKey(event) {
  const keys = {
    ArrowLeft: () => pan(STEP, 0),
    ArrowRight: () => pan(-STEP, 0),
    ArrowUp: () => pan(0, STEP),
    ArrowDown: () => pan(0, -STEP),
    "+": () => zoom(RATIO),
    "=": () => zoom(RATIO),
    "-": () => zoom(1 / RATIO),
    0: () => travel(wholeView()),
  };
  if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
  event.preventDefault();
  stopTravelling();
  keys[event.key]();
}
