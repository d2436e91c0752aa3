// Joins the scripts at the start of every page into one: they compress better together, and take one request.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** How each script identifies itself, in Turbopack's form; replaced by its path, it does so in any file. */
const ownElement = '"object"==typeof document?document.currentScript:void 0';
/** The Turbopack runtime, which loads the modules in order; it is no module itself. */
const runtime = /^static\/chunks\/turbopack-/;
/** V8 compiles the whole script while it is still loading, in parallel with the page, instead of one function after another. */
const compiledAhead = "//# allFunctionsCalledOnLoad\n";

/**
 * Joins the scripts that Next's manifests list for every page.
 * @param {string} folder of the build, which has `static` and `server`
 * @throws when they have another form than in the Next version this was written for
 */
export function joinScripts(folder) {
  const manifests = manifestsIn(folder);
  const [first] = manifests;
  const names = first ? JSON.parse(readFileSync(first, "utf8")).rootMainFiles : [];
  if (names.length < 2) throw new Error(`${folder} lists no scripts of every page.`);
  const content = compiledAhead + names.map((name) => withItsName(folder, name)).join("\n");
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 16);
  const joined = `static/chunks/every-page-${hash}.js`;
  writeFileSync(path.join(folder, joined), content);
  for (const file of [...manifests, ...modulesIn(folder)]) nameIn(file, joined);
}

/** @returns {string} the text of a script, with its own path as its identity */
function withItsName(folder, name) {
  const text = readFileSync(path.join(folder, name), "utf8");
  if (runtime.test(name)) return text;
  const parts = text.split(ownElement);
  if (parts.length !== 2) throw new Error(`${name} has not the form that scripts of a page have.`);
  return parts.join(JSON.stringify(name));
}

const manifestsIn = (folder) => [
  path.join(folder, "build-manifest.json"),
  ...readdirSync(path.join(folder, "server"), { recursive: true })
    .filter((name) => path.basename(name) === "build-manifest.json")
    .map((name) => path.join(folder, "server", name)),
];

/** The same manifest as a script. */
const modulesIn = (folder) =>
  [path.join(folder, "server", "middleware-build-manifest.js")].filter((file) => existsSync(file));

/** Lists the joined script as the only one of every page; modules that wait for its parts still find them by their own paths. */
function nameIn(file, joined) {
  const text = readFileSync(file, "utf8");
  const listed = /"rootMainFiles":\s*\[[^\]]*\]/;
  if (!listed.test(text)) throw new Error(`${file} lists no scripts of every page.`);
  writeFileSync(file, text.replace(listed, `"rootMainFiles": ["${joined}"]`));
}
