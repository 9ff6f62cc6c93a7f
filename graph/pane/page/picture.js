// The picture: nodes, the chosen one's edges, and the names of the largest, on one canvas.

const MOST_LABELS = 24;
const LABEL_LENGTH = 44;
const MOST_HEADS = 60;
const FONT = "12px system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
const ink_ = { paper: "", text: "", edge: "", mark: "" };
let awaited = 0;
let hovered = NOTHING;

function readInk() {
  const style = getComputedStyle(document.documentElement);
  for (const name of Object.keys(ink_)) ink_[name] = style.getPropertyValue(`--${name}`).trim();
}

/** Paint once before the next picture on the screen; edges follow when all is at rest. */
function repaint() {
  placeEdges();
  renewEdges();
  repaintNodes();
}

function repaintNodes() {
  if (awaited) return;
  awaited = requestAnimationFrame(() => {
    awaited = 0;
    paint();
  });
}

function paint() {
  const canvas = byId("picture");
  const pen = canvas.getContext("2d");
  const ratio = canvas.width / camera.width;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, camera.width, camera.height);
  const near = chosen.node === NOTHING ? null : neighbourhood(chosen.node);
  byId("edges").style.opacity = near ? "0.25" : "1";
  if (near) paintTies(pen);
  paintNodes(pen, near);
  for (const node of [hovered, chosen.node]) if (node !== NOTHING) paintRing(pen, node);
  paintLabels(pen, near);
}

function paintNodes(pen, near) {
  const { network, nodes, order, radius, colour } = chosen;
  const { width, height } = camera;
  for (const node of order) {
    if (!nodes[node]) continue;
    const [x, y] = toScreen(network.x[node], network.y[node]);
    const size = onScreen(radius[node]);
    if (x < -size || y < -size || x > width + size || y > height + size) continue;
    pen.globalAlpha = near && !near[node] ? 0.12 : 1;
    pen.fillStyle = colour[node];
    pen.beginPath();
    pen.arc(x, y, size, 0, 7);
    pen.fill();
    if (size > 3) {
      pen.strokeStyle = ink_.paper;
      pen.lineWidth = 0.8;
      pen.stroke();
    }
  }
  pen.globalAlpha = 1;
}

/** Paint the chosen node's edges in the colours of their other ends; few also say where to. */
function paintTies(pen) {
  const { network, node, edges, radius, colour } = chosen;
  const { x, y, source, target } = network;
  const ties = edgesOf(network, node).filter((edge) => edges[edge]);
  const hasHeads = network.directed && ties.length <= MOST_HEADS;
  pen.lineWidth = 1.4;
  pen.globalAlpha = Math.min(0.9, Math.max(0.3, 8 / Math.sqrt(ties.length)));
  for (const edge of ties) {
    const other = colour[otherEnd(network, edge, node)];
    pen.strokeStyle = pen.fillStyle = other === DATA.grey ? ink_.edge : other;
    const [fromX, fromY] = toScreen(x[source[edge]], y[source[edge]]);
    const [toX, toY] = toScreen(x[target[edge]], y[target[edge]]);
    pen.beginPath();
    pen.moveTo(fromX, fromY);
    pen.lineTo(toX, toY);
    pen.stroke();
    if (hasHeads) paintHead(pen, fromX, fromY, toX, toY, onScreen(radius[target[edge]]));
  }
  pen.globalAlpha = 1;
}

function paintHead(pen, fromX, fromY, toX, toY, size) {
  const length = Math.hypot(toX - fromX, toY - fromY);
  if (length < size + 8) return;
  const [alongX, alongY] = [(toX - fromX) / length, (toY - fromY) / length];
  const [tipX, tipY] = [toX - alongX * size, toY - alongY * size];
  pen.beginPath();
  pen.moveTo(tipX, tipY);
  pen.lineTo(tipX - 7 * alongX + 3.2 * alongY, tipY - 7 * alongY - 3.2 * alongX);
  pen.lineTo(tipX - 7 * alongX - 3.2 * alongY, tipY - 7 * alongY + 3.2 * alongX);
  pen.fill();
}

function paintRing(pen, node) {
  const [x, y] = toScreen(chosen.network.x[node], chosen.network.y[node]);
  pen.strokeStyle = ink_.mark;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.arc(x, y, onScreen(chosen.radius[node]) + 2.5, 0, 7);
  pen.stroke();
}

/** Name the chosen node and the largest that are in the picture, where names do not overlap. */
function paintLabels(pen, near) {
  const taken = [];
  const most = Math.min(MOST_LABELS, Math.round((camera.width * camera.height) / 38000));
  pen.font = FONT;
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  const first = chosen.node === NOTHING ? [] : [chosen.node];
  let tried = 0;
  for (const node of [...first, ...largest(near, 4 * most)]) {
    if (taken.length >= most || tried++ > 4 * most) break;
    const place = labelPlace(pen, node);
    if (taken.some((other) => overlap(place, other))) continue;
    taken.push(place);
    pen.lineWidth = 3.5;
    pen.strokeStyle = ink_.paper;
    pen.strokeText(place.text, place.left, place.middle);
    pen.fillStyle = ink_.text;
    pen.fillText(place.text, place.left, place.middle);
  }
}

/** Return the largest nodes in the picture, so many at most. */
function largest(near, most) {
  const { network, nodes, order } = chosen;
  const picked = [];
  for (const node of order) {
    if (picked.length === most) break;
    if (!nodes[node] || (near && !near[node]) || node === chosen.node) continue;
    const [x, y] = toScreen(network.x[node], network.y[node]);
    if (x > 0 && y > 0 && x < camera.width && y < camera.height) picked.push(node);
  }
  return picked;
}

const shortLabels = new Map();

function labelPlace(pen, node) {
  const label = chosen.network.label[node];
  if (!shortLabels.has(label)) {
    const short =
      label.length > LABEL_LENGTH ? `${label.slice(0, LABEL_LENGTH - 1).trimEnd()}…` : label;
    const text = short.toWellFormed ? short.toWellFormed() : short;
    shortLabels.set(label, { text, width: pen.measureText(text).width });
  }
  const { text, width } = shortLabels.get(label);
  const [x, y] = toScreen(chosen.network.x[node], chosen.network.y[node]);
  const beside = onScreen(chosen.radius[node]) + 4;
  const left = x + beside + width > camera.width ? x - beside - width : x + beside;
  return { text, left, right: left + width, middle: y };
}

function overlap(one, other) {
  return (
    Math.abs(one.middle - other.middle) < 16 &&
    one.left < other.right + 6 &&
    other.left < one.right + 6
  );
}

/** Return the shown node at a place on the screen, or NOTHING. */
function nodeAt(x, y) {
  const { network, nodes, order, radius } = chosen;
  // Small nodes lie on large ones, so the last that is hit counts; a finger may miss a little.
  let [hit, least] = [NOTHING, 6];
  for (const node of order) {
    if (!nodes[node]) continue;
    const [nodeX, nodeY] = toScreen(network.x[node], network.y[node]);
    const away = Math.max(0, Math.hypot(nodeX - x, nodeY - y) - onScreen(radius[node]));
    if (away <= least) [hit, least] = [node, away];
  }
  return hit;
}
