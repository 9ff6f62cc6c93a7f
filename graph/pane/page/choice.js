// What is chosen: the network, its colours and sizes, the filters; and what these let through.

const NOTHING = -1;
const SMALLEST = 4,
  LARGEST = 100;

const chosen = {
  place: 0,
  network: null,
  node: NOTHING,
  grouping: null,
  sizing: null,
  hidden: new Set(),
  filters: {},
  radius: null,
  colour: null,
  order: null,
  nodes: null,
  edges: null,
  shownNodes: 0,
  shownEdges: 0,
};

/** Return filters that let everything through. */
function noFilters() {
  return {
    decision: "",
    community: "",
    from: null,
    to: null,
    weight: null,
    until: null,
    near: false,
  };
}

function communitiesOf(network) {
  return network.groupings.find(
    (each) => each.name === "community_name" || each.name === "community",
  );
}

/** Take the colours of a grouping: one for each node, and the same as numbers for the edges. */
function colourBy(grouping) {
  chosen.grouping = grouping;
  chosen.hidden = new Set();
  const grey = DATA.grey;
  chosen.colour = Array.from({ length: chosen.network.count }, (_, node) =>
    grouping ? (grouping.colours[grouping.of[node]] ?? grey) : grey,
  );
}

/** Take the sizes of a measure, or those of the drawing: the area tells how much there is. */
function sizeBy(fact) {
  const { drawnRadius, count } = chosen.network;
  chosen.sizing = fact;
  chosen.radius = fact ? radii(fact) : drawnRadius;
  chosen.order = Uint32Array.from({ length: count }, (_, node) => node).sort(
    (one, other) => chosen.radius[other] - chosen.radius[one] || one - other,
  );
}

function radii({ cells, type }) {
  // Counts differ by ratios, as the drawing has them; measures are shares already.
  const amount = cells.map((cell) =>
    Math.max(0, type === "long" ? Math.log1p(cell ?? 0) : (cell ?? 0)),
  );
  const most = amount.reduce((one, other) => Math.max(one, other), 0) || 1;
  return Float64Array.from(amount, (each) =>
    Math.sqrt(SMALLEST ** 2 + (each / most) * (LARGEST ** 2 - SMALLEST ** 2)),
  );
}

/** Find which nodes and edges the filters let through; a value that is missing fits none. */
function choose() {
  const { network, filters, node } = chosen;
  chosen.nodes = new Uint8Array(network.count);
  const fits = tests();
  for (let each = 0; each < network.count; each++) {
    chosen.nodes[each] = fits.every((test) => test(each)) ? 1 : 0;
  }
  if (filters.near && node !== NOTHING) keepOnly(neighbourhood(node));
  chosen.edges = new Uint8Array(network.drawnEdges);
  chosen.shownEdges = 0;
  for (let edge = 0; edge < network.drawnEdges; edge++) {
    if (isThere(network, filters, edge)) {
      chosen.edges[edge] = 1;
      chosen.shownEdges++;
    }
  }
  chosen.shownNodes = chosen.nodes.reduce((sum, each) => sum + each, 0);
}

function tests() {
  const { network, filters, grouping, hidden } = chosen;
  const [decision, year] = [network.fact("decision"), network.fact("year")];
  const communities = communitiesOf(network);
  const made = [];
  if (filters.decision !== "") made.push((node) => decision[node] === filters.decision);
  if (filters.community !== "") made.push((node) => communities.of[node] === +filters.community);
  if (filters.from !== null) made.push((node) => year[node] !== null && year[node] >= filters.from);
  if (filters.to !== null) made.push((node) => year[node] !== null && year[node] <= filters.to);
  if (filters.until !== null) {
    made.push((node) => network.month[node] !== null && network.month[node] <= filters.until);
  }
  if (hidden.size) made.push((node) => !hidden.has(entryOf(grouping, grouping.of[node])));
  return made;
}

function isThere({ source, target, weight, since }, filters, edge) {
  if (!chosen.nodes[source[edge]] || !chosen.nodes[target[edge]]) return false;
  if (filters.weight !== null && weight[edge] < filters.weight) return false;
  if (filters.until === null || since === null) return true;
  return since[edge] !== null && since[edge] <= filters.until;
}

/** Return the entry of the legend that a group belongs to: those in grey share one. */
function entryOf(grouping, group) {
  if (group < 0) return "none";
  return grouping.colours[group] === DATA.grey ? "other" : group;
}

/** Return which nodes are the one or have an edge with it. */
function neighbourhood(node) {
  const near = new Uint8Array(chosen.network.count);
  near[node] = 1;
  for (const edge of edgesOf(chosen.network, node)) {
    near[otherEnd(chosen.network, edge, node)] = 1;
  }
  return near;
}

function keepOnly(near) {
  for (let node = 0; node < near.length; node++) chosen.nodes[node] &= near[node];
}
