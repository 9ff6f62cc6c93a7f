// Which part of the network the picture shows, and how positions become places on the screen.

const TRAVEL = 300; // milliseconds from one place to another
const TIME_BAR = 60; // pixels below the picture that the slider covers
const camera = { x: 0, y: 0, scale: 1, whole: 1, width: 1, height: 1 };
let travelling = 0;

function toScreen(x, y) {
  return [
    (x - camera.x) * camera.scale + camera.width / 2,
    (camera.y - y) * camera.scale + camera.height / 2,
  ];
}

/** Return how large a radius of the drawing is on the screen; zooming in parts the nodes. */
function onScreen(radius) {
  return Math.max(1.4, radius * Math.sqrt(camera.scale * camera.whole));
}

/** Return the camera that shows all of the network that is shown. */
function wholeView() {
  const { network, nodes, radius } = chosen;
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let node = 0; node < network.count; node++) {
    if (!nodes[node]) continue;
    left = Math.min(left, network.x[node] - radius[node]);
    right = Math.max(right, network.x[node] + radius[node]);
    low = Math.min(low, network.y[node] - radius[node]);
    high = Math.max(high, network.y[node] + radius[node]);
  }
  if (left > right) return { x: 0, y: 0, scale: 1 };
  const margin = Math.min(24, camera.height / 16);
  const below = byId("time").hidden ? margin : TIME_BAR;
  const scale = Math.min(
    (camera.width - 2 * margin) / (right - left || 1),
    (camera.height - margin - below) / (high - low || 1),
    1,
  );
  return { x: (left + right) / 2, y: (low + high) / 2 - (below - margin) / 2 / scale, scale };
}

function look(view) {
  Object.assign(camera, view);
  camera.scale = Math.min(Math.max(camera.scale, camera.whole / 4), Math.max(camera.whole * 60, 2));
  repaint();
}

/** Move the picture by so many pixels. */
function pan(right, down) {
  look({ x: camera.x - right / camera.scale, y: camera.y + down / camera.scale });
}

/** Zoom by a factor; what is at this place on the screen stays there. */
function zoom(factor, atX = camera.width / 2, atY = camera.height / 2) {
  const before = camera.scale;
  const fixedX = camera.x + (atX - camera.width / 2) / before;
  const fixedY = camera.y - (atY - camera.height / 2) / before;
  look({ scale: before * factor });
  look({
    x: fixedX - (atX - camera.width / 2) / camera.scale,
    y: fixedY + (atY - camera.height / 2) / camera.scale,
  });
}

/** Go to a view: in steps, or at once where motion is not wanted. */
function travel(view) {
  const from = { x: camera.x, y: camera.y, scale: camera.scale };
  const began = performance.now();
  const journey = ++travelling;
  const step = (now) => {
    if (journey !== travelling) return;
    const share = isStill() ? 1 : Math.min(1, Math.max(0, now - began) / TRAVEL);
    const eased = share * share * (3 - 2 * share);
    const between = (one, other) => one + (other - one) * eased;
    look({
      x: between(from.x, view.x),
      y: between(from.y, view.y),
      scale: from.scale * (view.scale / from.scale) ** eased,
    });
    if (share < 1) requestAnimationFrame(step);
  };
  step(began);
}

function stopTravelling() {
  travelling++;
}
