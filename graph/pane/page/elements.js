// Elements of the page. Text from the networks reaches them as text alone, never as HTML.

function byId(id) {
  return document.getElementById(id);
}

/** Return a new element; what `properties` lacks in the element becomes an attribute. */
function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** Return a dot in a colour, beside words that say the same. */
function dot(colour) {
  const made = element("span", { className: "dot", "aria-hidden": "true" });
  made.style.backgroundColor = colour;
  return made;
}

function fill(select, words, chosen) {
  select.replaceChildren(
    ...words.map((word, place) => element("option", { value: String(place) }, word)),
  );
  select.value = String(chosen);
}

/** Return text without accents and capitals, as it is searched. */
function folded(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Return a column's name as words. */
function spoken(name) {
  return { pagerank: "PageRank", community_name: "community" }[name] || name.replaceAll("_", " ");
}

function digits(value) {
  if (Number.isInteger(value)) return value.toLocaleString("en");
  return Math.abs(value) >= 1000
    ? Math.round(value).toLocaleString("en")
    : String(+value.toPrecision(4));
}

function counted(number, [one, many]) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** Return a month, counted from the year 0, as 2023-05. */
function monthText(month) {
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
}

function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
