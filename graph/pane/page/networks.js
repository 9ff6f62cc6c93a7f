// The networks out of the page's JSON, each read when it is first shown.

const DATA = JSON.parse(byId("data").textContent);
const readColumns = new Map();
const readNetworks = new Map();

/** Return a column: numbers or texts of all nodes, null where there is none. */
function column(place) {
  if (!readColumns.has(place)) {
    const held = DATA.columns[place];
    readColumns.set(place, held.words ? held.of.map((word) => held.words[word] ?? null) : held);
  }
  return readColumns.get(place);
}

function networkAt(place) {
  if (!readNetworks.has(place)) readNetworks.set(place, readNetwork(DATA.networks[place]));
  return readNetworks.get(place);
}

function readNetwork(held) {
  const facts = held.facts.map((fact) => ({ ...fact, cells: column(fact.column) }));
  const fact = (name) => facts.find((each) => each.name === name)?.cells;
  const network = {
    ...held,
    facts,
    fact,
    ids: column(held.ids).map(String),
    label: column(held.label).map((label) => label ?? ""),
    address: column(held.address),
    month: column(held.month),
    x: Float64Array.from(column(held.x)),
    y: Float64Array.from(column(held.y)),
    drawnRadius: Float64Array.from(column(held.radius)),
    groupings: held.groupings.map((each) => ({ ...each, of: column(each.of) })),
    source: Uint32Array.from(held.source),
    target: Uint32Array.from(held.target),
    weight: Float64Array.from(held.weight),
    drawnEdges: held.source.length,
  };
  network.isWeighted = network.weight.some((weight) => weight !== network.weight[0]);
  network.starts = starts(network);
  network.texts = null;
  return network;
}

/** Return for each node where its edges begin in `network.ends`, which this makes. */
function starts({ count, source, target }) {
  const first = new Uint32Array(count + 1);
  for (let edge = 0; edge < source.length; edge++) {
    first[source[edge] + 1]++;
    first[target[edge] + 1]++;
  }
  for (let node = 0; node < count; node++) first[node + 1] += first[node];
  const next = first.slice();
  const edges = new Uint32Array(2 * source.length);
  for (let edge = 0; edge < source.length; edge++) {
    edges[next[source[edge]]++] = edge;
    edges[next[target[edge]]++] = edge;
  }
  return { first, edges };
}

/** Return the places of a node's edges. */
function edgesOf(network, node) {
  const { first, edges } = network.starts;
  return edges.subarray(first[node], first[node + 1]);
}

function otherEnd(network, edge, node) {
  return network.source[edge] === node ? network.target[edge] : network.source[edge];
}

/** Return what is searched of each node: its title or name, and its authors. */
function searched(network) {
  const authors = network.fact("authors");
  network.texts ??= network.label.map((label, node) => ({
    label: folded(label),
    all: folded(`${label} ${authors?.[node] ?? ""}`),
  }));
  return network.texts;
}

/** Return the nodes that have all words of a text, those with it in their title first. */
function found(network, text, radius) {
  const whole = folded(text.trim());
  const words = whole.split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const texts = searched(network);
  const rank = (node) => {
    const { label } = texts[node];
    if (label.startsWith(whole)) return 0;
    return words.every((word) => label.includes(word)) ? 1 : 2;
  };
  return texts
    .map((_, node) => node)
    .filter((node) => words.every((word) => texts[node].all.includes(word)))
    .map((node) => [rank(node), -radius[node], node])
    .sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2])
    .map((each) => each[2]);
}
