// The start of it all, and what follows from clicks, keys, fingers and the address.

/** Show a network, and the same node again if it is in it. */
function openNetwork(place, id = null) {
  stopPlaying();
  hovered = chosen.node = NOTHING;
  chosen.place = place;
  chosen.network = networkAt(place);
  chosen.filters = noFilters();
  colourBy(chosen.network.groupings[chosen.network.grouping] ?? null);
  sizeBy(null);
  listed = FIRST;
  choose();
  for (const [at, button] of [...byId("kinds").children].entries()) {
    button.setAttribute("aria-pressed", String(at === place));
  }
  showControls();
  showLegend();
  frame(wholeView());
  apply();
  const node = id === null ? NOTHING : chosen.network.ids.indexOf(id);
  if (node !== NOTHING) select(node, true);
  else {
    showDetails();
    writeHash();
  }
}

/** Take a view as the one that shows everything. */
function frame(view) {
  camera.whole = view.scale;
  stopTravelling();
  look(view);
  renewEdges(true);
}

/** Show what the filters let through. */
function apply() {
  choose();
  if (chosen.node !== NOTHING && !chosen.nodes[chosen.node]) {
    unselect();
    choose();
  }
  showCount();
  showList();
  showResults();
  if (chosen.node !== NOTHING) showDetails();
  repaintNodes();
  renewEdges(true);
}

/** Choose a node; one that is filtered out takes the filters away. */
function select(node, isCentred) {
  if (node === chosen.node && !isCentred) return;
  chosen.node = node;
  befriended = FEW_NEIGHBOURS;
  if (!chosen.nodes[node]) return reset();
  if (chosen.filters.near) apply();
  byId("panel").scrollTop = 0;
  showDetails();
  showList();
  writeHash();
  const { x, y } = chosen.network;
  if (isCentred) {
    travel({ x: x[node], y: y[node], scale: Math.max(camera.scale, camera.whole * 2.2) });
  }
  repaintNodes();
}

function unselect() {
  chosen.node = NOTHING;
  byId("near").checked = chosen.filters.near = false;
  showDetails();
  writeHash();
  repaintNodes();
}

function deselect() {
  if (chosen.node === NOTHING) return;
  const { node } = chosen;
  const wasNear = chosen.filters.near;
  const wasRead = byId("details").contains(document.activeElement);
  unselect();
  if (wasNear) apply();
  else showList();
  if (wasRead) (listButton(node) ?? byId("search")).focus();
}

function reset() {
  const node = chosen.node;
  chosen.filters = noFilters();
  chosen.hidden.clear();
  stopPlaying();
  showControls();
  chosen.node = NOTHING;
  const size = chosen.sizing ? sizings().indexOf(chosen.sizing) + 1 : 0;
  byId("size").value = String(size);
  showLegend();
  apply();
  travel(wholeView());
  if (node !== NOTHING) select(node, true);
}

function hashOf(node) {
  const parts = DATA.networks.length > 1 ? [`kind=${encodeURIComponent(chosen.network.kind)}`] : [];
  if (node !== NOTHING) parts.push(`node=${chosen.network.ids[node]}`);
  return parts.join("&");
}

/** Keep in the address what is shown, without a step back for each click. */
function writeHash() {
  const wanted = `#${hashOf(chosen.node)}`;
  if (wanted === (location.hash || "#")) return;
  try {
    history.replaceState(null, "", wanted === "#" ? location.pathname + location.search : wanted);
  } catch {
    // A frame without an address of its own has none to keep.
  }
}

function readHash() {
  const given = new URLSearchParams(location.hash.slice(1));
  const place = DATA.networks.findIndex(({ kind }) => kind === given.get("kind"));
  const wanted = place < 0 ? chosen.place : place;
  if (!chosen.network || wanted !== chosen.place) return openNetwork(wanted, given.get("node"));
  const node = chosen.network.ids.indexOf(given.get("node") ?? "");
  if (node !== NOTHING) select(node, true);
  else deselect();
}

function isFolded() {
  return innerHeight < 500 || innerWidth < 760;
}

function fold() {
  document.body.classList.toggle("folded", isFolded());
  byId(isFolded() ? "stage" : "legend-place").append(byId("legend"));
  byId("legend").open = !isFolded();
  showPanel(!isFolded());
  if (chosen.network) showCard();
}

function showPanel(isOpen) {
  byId("panel").hidden = !isOpen;
  byId("open").setAttribute("aria-expanded", String(isOpen));
}

function measureStage() {
  const { clientWidth, clientHeight } = byId("stage");
  if (!clientWidth || !clientHeight) return;
  const ratio = Math.min(devicePixelRatio || 1, 2);
  for (const id of ["edges", "picture"]) {
    byId(id).width = Math.round(clientWidth * ratio);
    byId(id).height = Math.round(clientHeight * ratio);
  }
  edgeDrawing.camera = null;
  const wasWhole = camera.scale === camera.whole;
  Object.assign(camera, { width: clientWidth, height: clientHeight });
  if (!chosen.network) return;
  const whole = wholeView();
  if (wasWhole && chosen.node === NOTHING) return frame(whole);
  camera.whole = whole.scale;
  repaint();
}

function readFilters() {
  const number = (id) =>
    byId(id).value === "" || Number.isNaN(+byId(id).value) ? null : +byId(id).value;
  const slider = byId("until");
  Object.assign(chosen.filters, {
    decision: byId("decision").value,
    community: byId("community").value,
    from: number("from"),
    to: number("to"),
    weight: number("weight"),
    until: byId("time").hidden || slider.value === slider.max ? null : +slider.value,
    near: byId("near").checked,
  });
  showUntil();
  apply();
}

/** Save the picture as it is shown, without the panel. */
function savePicture() {
  const { width, height } = byId("picture");
  const whole = element("canvas", { width, height });
  const pen = whole.getContext("2d");
  pen.fillStyle = ink_.paper;
  pen.fillRect(0, 0, width, height);
  pen.globalAlpha = +byId("edges").style.opacity || 1;
  pen.drawImage(byId("edges"), 0, 0);
  pen.globalAlpha = 1;
  pen.drawImage(byId("picture"), 0, 0);
  whole.toBlob((blob) => {
    const link = element("a", {
      href: URL.createObjectURL(blob),
      download: `${chosen.network.kind}.png`,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
}

function listen() {
  const picture = byId("picture");
  picture.addEventListener("pointerdown", pressDown);
  picture.addEventListener("pointermove", movePointer);
  for (const name of ["pointerup", "pointercancel"]) picture.addEventListener(name, liftPointer);
  picture.addEventListener("pointerleave", () => hover(NOTHING));
  picture.addEventListener("wheel", turnWheel, { passive: false });
  picture.addEventListener("keydown", pressKey);
  addEventListener("keydown", ({ key }) => key === "Escape" && deselect());
  addEventListener("hashchange", readHash);
  new ResizeObserver(measureStage).observe(byId("stage"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    readInk();
    repaint();
  });
  let wasFolded = isFolded();
  addEventListener("resize", () => {
    if (wasFolded !== isFolded()) fold();
    wasFolded = isFolded();
  });
  const clicks = {
    in: () => zoom(RATIO),
    out: () => zoom(1 / RATIO),
    whole: () => travel(wholeView()),
    save: savePicture,
    open: () => showPanel(byId("panel").hidden),
    play,
    reset,
    deselect,
    more: () => {
      listed += FIRST;
      showList();
    },
  };
  for (const [id, action] of Object.entries(clicks)) byId(id).addEventListener("click", action);
  for (const id of ["decision", "community", "near"])
    byId(id).addEventListener("change", readFilters);
  for (const id of ["from", "to", "weight"]) byId(id).addEventListener("input", readFilters);
  byId("until").addEventListener("input", () => {
    stopPlaying();
    readFilters();
  });
  byId("search").addEventListener("input", showResults);
  byId("search").addEventListener("keydown", ({ key }) => {
    if (key === "Enter") byId("results").querySelector("a")?.click();
  });
  byId("colour").addEventListener("change", ({ target }) => {
    colourBy(chosen.network.groupings[+target.value]);
    showLegend();
    apply();
  });
  byId("size").addEventListener("change", ({ target }) => {
    sizeBy(target.value === "0" ? null : sizings()[target.value - 1]);
    apply();
  });
}

function start() {
  readInk();
  byId("kinds").append(
    ...DATA.networks.map(({ kind, description }, at) => {
      const button = element("button", { type: "button", title: description }, kind);
      button.addEventListener("click", () =>
        openNetwork(at, chosen.network.ids[chosen.node] ?? null),
      );
      return button;
    }),
  );
  byId("kinds").hidden = DATA.networks.length < 2;
  fold();
  measureStage();
  listen();
  readHash();
}

start();
