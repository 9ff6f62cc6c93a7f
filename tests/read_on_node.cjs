// Reads network files with the parsers of Gephi Lite and sigma.js, and with Cytoscape.js, from
// the modules of the folder it runs in, and prints what each holds: node read_on_node.cjs FILE ...
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");

const there = createRequire(join(process.cwd(), "index.js"));
const Graph = there("graphology");
const gexf = there("graphology-gexf");
const graphml = there("graphology-graphml");
const cytoscape = there("cytoscape");

function read(file) {
  const text = readFileSync(file, "utf8");
  if (file.endsWith(".gexf")) return gexf.parse(Graph, text).export();
  if (file.endsWith(".graphml")) return graphml.parse(Graph, text).export();
  if (file.endsWith(".cyjs")) {
    const { elements } = JSON.parse(text);
    return cytoscape({ headless: true, layout: { name: "preset" }, elements }).json();
  }
  return Graph.from(JSON.parse(text)).export();
}

const found = {};
for (const file of process.argv.slice(2)) found[file] = read(file);
process.stdout.write(JSON.stringify(found));
