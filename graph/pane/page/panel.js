// The panel beside the picture: all that the picture offers, for the keyboard and to be read out.

const FIRST = 100;
const FEW = 8;
let listed = FIRST;

/** Return a link that chooses a node; its address can be kept or sent. */
function nodeLink(node) {
  const link = element("a", { href: `#${hashOf(node)}`, dir: "auto" }, nodeName(node));
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    readUp(node);
  });
  return link;
}

/** Select a node, and go on reading at what is known of it. */
function readUp(node) {
  select(node, true);
  byId("details-name").focus();
}

function listButton(node) {
  return byId("list").querySelector(`[data-node="${node}"]`);
}

function nodeName(node) {
  return chosen.network.label[node] || `${chosen.network.node[0]} ${chosen.network.ids[node]}`;
}

/** Set up what differs from network to network. */
function showControls() {
  const { network } = chosen;
  byId("about").textContent = `${network.description} ${network.origin}.`;
  byId("remarks").replaceChildren(...network.remarks.map((text) => element("li", {}, text)));
  byId("why").hidden = !network.remarks.length;
  fill(
    byId("colour"),
    network.groupings.map((each) => spoken(each.name)),
    network.groupings.indexOf(chosen.grouping),
  );
  fill(byId("size"), ["as drawn", ...sizings().map((fact) => spoken(fact.name))], 0);
  showFilter(
    "decision",
    decisionsOf(network).map((word) => [word, word]),
  );
  const communities = communitiesOf(network);
  const sizes = communities ? sizesOf(communities) : [];
  showFilter(
    "community",
    (communities?.words ?? []).map((word, group) => [
      `${word} (${sizes[group].toLocaleString("en")})`,
      group,
    ]),
  );
  byId("years-part").hidden = !network.fact("year")?.some((year) => year !== null);
  byId("weight-part").hidden = !network.isWeighted;
  for (const id of ["from", "to", "weight", "search"]) byId(id).value = "";
  byId("near").checked = false;
  showResults();
  showTime();
}

function decisionsOf(network) {
  const cells = network.fact("decision") ?? [];
  return [...new Set(cells.filter((cell) => cell !== null))].sort();
}

function sizesOf({ words, of }) {
  const sizes = words.map(() => 0);
  for (const group of of) if (group >= 0) sizes[group]++;
  return sizes;
}

/** Return the measures that sizes can tell. */
function sizings() {
  const codes = ["component", "year"];
  return chosen.network.facts.filter(
    ({ name, type, cells }) =>
      (type === "long" || type === "double") &&
      !codes.includes(name) &&
      cells.some((cell) => cell > 0),
  );
}

function showFilter(id, choices) {
  byId(`${id}-part`).hidden = choices.length < 2;
  byId(id).replaceChildren(
    element("option", { value: "" }, "all"),
    ...choices.map(([word, value]) => element("option", { value: String(value) }, word)),
  );
}

/** Show the legend: each group with its colour and size; pressing one hides or shows it. */
function showLegend() {
  const { grouping, hidden } = chosen;
  byId("legend").hidden = !grouping;
  if (!grouping) return;
  byId("legend-name").textContent = spoken(grouping.name);
  byId("legend-name").title = grouping.description;
  byId("legend-entries").replaceChildren(
    ...legendEntries(grouping).map(({ entry, word, colour, size }) => {
      const button = element(
        "button",
        { type: "button", "aria-pressed": String(!hidden.has(entry)) },
        dot(colour),
        element("span", { className: "word", dir: "auto" }, word),
        element("span", { className: "size" }, size.toLocaleString("en")),
      );
      button.addEventListener("click", () => {
        if (!hidden.delete(entry)) hidden.add(entry);
        button.setAttribute("aria-pressed", String(!hidden.has(entry)));
        apply();
      });
      return element("li", {}, button);
    }),
  );
}

function legendEntries(grouping) {
  const sizes = sizesOf(grouping);
  const isGrey = (group) => entryOf(grouping, group) === "other";
  const coloured = grouping.words
    .map((word, group) => ({
      entry: group,
      word,
      colour: grouping.colours[group],
      size: sizes[group],
    }))
    .filter(({ entry }) => !isGrey(entry));
  const others = sizes.filter((_, group) => isGrey(group));
  const inOthers = others.reduce((sum, size) => sum + size, 0);
  const unknown = chosen.network.count - sizes.reduce((sum, size) => sum + size, 0);
  const rest = [
    {
      entry: "other",
      word: `other: ${counted(others.length, ["group", "groups"])}`,
      colour: DATA.grey,
      size: inOthers,
    },
    { entry: "none", word: "none", colour: DATA.grey, size: unknown },
  ];
  return [...coloured, ...rest.filter(({ size }) => size)];
}

function showResults() {
  const text = byId("search").value;
  const all = found(chosen.network, text, chosen.radius);
  const there = all.filter((node) => chosen.nodes[node]);
  byId("results").replaceChildren(
    ...there
      .slice(0, FEW)
      .map((node) => element("li", {}, dot(chosen.colour[node]), nodeLink(node))),
  );
  const away = all.length - there.length;
  const hint = [
    there.length > FEW ? `${(there.length - FEW).toLocaleString("en")} more` : "",
    away ? `${away.toLocaleString("en")} filtered out` : "",
  ].filter(Boolean);
  byId("found").textContent = text.trim()
    ? `${counted(there.length, chosen.network.node)} found${hint.length ? ` (${hint.join(", ")})` : ""}`
    : "";
}

function showCount() {
  const { network, shownNodes, shownEdges } = chosen;
  const nodes = `${shownNodes.toLocaleString("en")} of ${counted(network.count, network.node)}`;
  const edges = `${shownEdges.toLocaleString("en")} of ${counted(network.edge_count, network.edge)}`;
  byId("count").textContent = `Shown: ${nodes}, ${edges}`;
  byId("picture").setAttribute(
    "aria-label",
    `Picture of the ${network.kind} network: ${nodes}, ${edges}. The list of the panel has the same.`,
  );
  byId("nothing").hidden = shownNodes > 0;
  byId("nothing").textContent = network.count
    ? "Nothing fits these filters."
    : [`There are no ${network.node[1]} in this network.`, ...network.remarks].join(" ");
}

/** List the shown nodes, the largest first. */
function showList() {
  const { network, nodes, order, sizing } = chosen;
  const shown = Array.from(order).filter((node) => nodes[node]);
  byId("list-name").textContent =
    `${network.node[1]}, ${sizing ? `by ${spoken(sizing.name)}` : "largest first"}`;
  byId("list").replaceChildren(
    ...shown.slice(0, listed).map((node) => {
      const value = sizing?.cells[node] ?? null;
      const parts = [
        dot(chosen.colour[node]),
        element("span", { className: "word", dir: "auto" }, nodeName(node)),
      ];
      if (value !== null) parts.push(element("span", { className: "size" }, digits(value)));
      const button = element("button", { type: "button" }, ...parts);
      if (node === chosen.node) button.setAttribute("aria-current", "true");
      button.dataset.node = node;
      button.addEventListener("click", () => readUp(node));
      return element("li", {}, button);
    }),
  );
  byId("more").hidden = shown.length <= listed;
}
