// What is known of the chosen node, and its neighbours as links.

const FEW_NEIGHBOURS = 30;
let befriended = FEW_NEIGHBOURS;

/** Show what is known of the chosen node, and its neighbours. */
function showDetails() {
  const { network, node } = chosen;
  showCard();
  byId("details").hidden = node === NOTHING;
  byId("near").disabled = node === NOTHING;
  if (node === NOTHING) return;
  byId("details-name").textContent = nodeName(node);
  byId("details-line").textContent = shortLine(node);
  byId("details-authors").textContent = network.fact("authors")?.[node] ?? "";
  const address = network.address[node];
  byId("details-page").hidden = !address;
  if (address) byId("details-page").href = address;
  byId("details-page").textContent = `Page of this ${isAuthor(node) ? "author" : "paper"}`;
  byId("details-facts").replaceChildren(...factsOf(node));
  byId("details-neighbours").replaceChildren(...neighbourLists(node));
}

/** Name the chosen node on the picture, where the panel is folded away, with its page. */
function showCard() {
  const { network, node } = chosen;
  byId("card").hidden = node === NOTHING || !isFolded();
  if (byId("card").hidden) return;
  const href = network.address[node];
  const name = nodeName(node);
  byId("card").replaceChildren(
    href ? element("a", { href, target: "_top", rel: "noopener" }, name) : name,
  );
}

function isAuthor(node) {
  const { network } = chosen;
  return network.node[0] === "author" || network.fact("node_type")?.[node] === "author";
}

/** Return year, decision and category of a node, those that there are. */
function shortLine(node) {
  const { network } = chosen;
  return ["year", "decision", "primary_category"]
    .map((name) => network.fact(name)?.[node] ?? null)
    .filter((cell) => cell !== null)
    .join(" · ");
}

function factsOf(node) {
  const elsewhere = ["authors", "year", "decision", "primary_category"];
  return chosen.network.facts
    .filter(({ name, cells }) => !elsewhere.includes(name) && cells[node] !== null)
    .map(({ name, description, cells }) => {
      const value = cells[node];
      const text =
        typeof value === "number"
          ? digits(value)
          : typeof value === "boolean"
            ? value
              ? "yes"
              : "no"
            : value;
      return element(
        "div",
        {},
        element("dt", { title: description }, spoken(name)),
        element("dd", { dir: "auto" }, text),
      );
    });
}

function neighbourLists(node) {
  const { network, edges } = chosen;
  const tied = Array.from(edgesOf(network, node)).filter((edge) => edges[edge]);
  const lists = network.directed
    ? [
        ["Cites", tied.filter((edge) => network.source[edge] === node)],
        ["Cited by", tied.filter((edge) => network.source[edge] !== node)],
      ]
    : [["Neighbours", tied]];
  return lists
    .filter(([, ties]) => ties.length)
    .flatMap(([name, ties]) => neighbourList(node, name, ties));
}

function neighbourList(node, name, ties) {
  const { network, radius } = chosen;
  const rows = ties
    .map((edge) => [network.weight[edge], otherEnd(network, edge, node)])
    .sort(
      (one, other) => other[0] - one[0] || radius[other[1]] - radius[one[1]] || one[1] - other[1],
    );
  const total = rows.length.toLocaleString("en");
  const items = rows.slice(0, befriended).map(([weight, other]) => {
    const item = element("li", {}, dot(chosen.colour[other]), nodeLink(other));
    if (network.isWeighted)
      item.append(element("span", { className: "size", title: "weight" }, digits(weight)));
    return item;
  });
  const parts = [
    element("h3", {}, `${name} (${total})`),
    element("ul", { className: "links" }, ...items),
  ];
  if (rows.length > befriended) {
    const more = element("button", { type: "button" }, `All ${total}`);
    more.addEventListener("click", () => {
      befriended = Infinity;
      showDetails();
      byId("details-name").focus();
    });
    parts.push(more);
  }
  return parts;
}
