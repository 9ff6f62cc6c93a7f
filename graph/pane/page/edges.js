// The edges have a canvas of their own. While the picture moves it is only shifted and scaled;
// once it rests, they are drawn anew behind it, some milliseconds at a time, and then swapped.

const SLICE = 10; // milliseconds
const REST = 90; // milliseconds without a movement
const RUN = 120; // edges in one path
const STRENGTHS = 3;
const FEW_EDGES = 4000;
const backing = element("canvas");
const edgeDrawing = { camera: null, job: 0, timer: 0 };

function placeEdges() {
  const { style } = byId("edges");
  const before = edgeDrawing.camera;
  if (!before) return;
  const ratio = camera.scale / before.scale;
  const right = (before.x - camera.x) * camera.scale + (camera.width - before.width * ratio) / 2;
  const down = (camera.y - before.y) * camera.scale + (camera.height - before.height * ratio) / 2;
  style.transform = `translate(${right}px, ${down}px) scale(${ratio})`;
}

/** Draw the edges anew as soon as the picture rests, or at once. */
function renewEdges(atOnce = false) {
  byId("stage").dataset.edges = "awaited";
  edgeDrawing.job++;
  clearTimeout(edgeDrawing.timer);
  edgeDrawing.timer = setTimeout(drawEdges, atOnce ? 0 : REST);
}

function drawEdges() {
  const job = edgeDrawing.job;
  const seen = { ...camera };
  const { width, height } = byId("edges");
  backing.width = width;
  backing.height = height;
  // Read back after each slice, the canvas has to draw then and not all at the end.
  const pen = backing.getContext("2d", { willReadFrequently: true });
  pen.setTransform(width / seen.width, 0, 0, height / seen.height, 0, 0);
  const runs = edgeRuns();
  let next = 0;
  const slice = () => {
    if (job !== edgeDrawing.job) return;
    const end = performance.now() + SLICE;
    while (next < runs.length && performance.now() < end) {
      strokeRun(pen, runs[next++]);
      pen.getImageData(0, 0, 1, 1);
    }
    if (next < runs.length) setTimeout(slice);
    else showEdges(seen);
  };
  slice();
}

function showEdges(seen) {
  const canvas = byId("edges");
  const pen = canvas.getContext("2d");
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(backing, 0, 0);
  edgeDrawing.camera = seen;
  byId("stage").dataset.edges = "drawn";
  placeEdges();
}

/** Return the visible edges as runs of one look: those between groups first, under the others. */
function edgeRuns() {
  const { network, edges, colour } = chosen;
  const { source, target } = network;
  const looks = new Map();
  const strength = strengths(network);
  const isTold = !hasMajority(chosen.grouping, network.count);
  let count = 0;
  for (let edge = 0; edge < network.drawnEdges; edge++) {
    if (!edges[edge] || isOutside(network, edge)) continue;
    const [from, to] = [colour[source[edge]], colour[target[edge]]];
    const ink = isTold && from === to && from !== DATA.grey ? from : ink_.edge;
    const key = `${ink} ${strength(edge)}`;
    let look = looks.get(key);
    if (!look) looks.set(key, (look = { ink, strength: strength(edge), edges: [] }));
    look.edges.push(edge);
    count++;
  }
  // The more lines there are for the room, the fainter each has to be.
  const room = Math.sqrt(camera.width * camera.height) / 40;
  const alpha = Math.min(0.55, Math.max(0.08, room / Math.sqrt(count || 1)));
  const rank = ({ ink, strength }) => (ink === ink_.edge ? 0 : STRENGTHS) + strength;
  return [...looks.values()]
    .sort((one, other) => rank(one) - rank(other))
    .flatMap((look) => runsOf({ ...look, ...lineOf(look, alpha, count) }));
}

/** Return how a line looks: heavy edges are wide, or where there are many only less faint. */
function lineOf({ ink, strength }, alpha, count) {
  const clear = alpha * (ink === ink_.edge ? 0.6 : 1) * [0.7, 1, 1.6][strength];
  // Lines wider than a pixel take the processor five times as long.
  return { alpha: Math.min(1, clear), width: count > FEW_EDGES ? 0.9 : [0.8, 1.4, 2.4][strength] };
}

function runsOf(look) {
  const runs = [];
  for (let start = 0; start < look.edges.length; start += RUN) {
    runs.push({ ...look, edges: look.edges.slice(start, start + RUN) });
  }
  return runs;
}

/** Return whether one group holds most nodes: its edges would be all that one sees. */
function hasMajority(grouping, count) {
  return !grouping || sizesOf(grouping).some((size) => 2 * size > count);
}

/** Return how strong each edge is, from 0 to 2, by its share of the heaviest. */
function strengths({ weight, isWeighted }) {
  if (!isWeighted) return () => 1;
  const heaviest = weight.reduce((one, other) => Math.max(one, other), 0);
  return (edge) => Math.max(0, Math.floor((STRENGTHS - 0.01) * (weight[edge] / heaviest)));
}

/** Return whether an edge is beside the picture for certain. */
function isOutside({ x, y, source, target }, edge) {
  const [oneX, oneY] = toScreen(x[source[edge]], y[source[edge]]);
  const [otherX, otherY] = toScreen(x[target[edge]], y[target[edge]]);
  return (
    (oneX < 0 && otherX < 0) ||
    (oneY < 0 && otherY < 0) ||
    (oneX > camera.width && otherX > camera.width) ||
    (oneY > camera.height && otherY > camera.height)
  );
}

function strokeRun(pen, { ink, width, alpha, edges }) {
  const { x, y, source, target } = chosen.network;
  pen.strokeStyle = ink;
  pen.globalAlpha = alpha;
  pen.lineWidth = width;
  pen.beginPath();
  for (const edge of edges) {
    pen.moveTo(...toScreen(x[source[edge]], y[source[edge]]));
    pen.lineTo(...toScreen(x[target[edge]], y[target[edge]]));
  }
  pen.stroke();
}
