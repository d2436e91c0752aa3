// One script in place of those that every page begins with: they compress together, and come at one request.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** How each script says which it is, in Turbopack's form; by its own address it says so in whatever file it stands. */
const ownElement = '"object"==typeof document?document.currentScript:void 0';
/** Says in which order modules come, and begins with them: itself it is none. */
const runtime = /^static\/chunks\/turbopack-/;
/** V8 compiles the whole script while it is still on its way, beside what the page does, instead of one function after another. */
const compiledAhead = "//# allFunctionsCalledOnLoad\n";

/**
 * Joins what Next's manifests of a build list as the scripts of every page.
 * @param {string} folder of the build, which has `static` and `server`
 * @throws where they have not the form of the Next version that this was written for
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

/** @returns {string} what a script says, under its own address */
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

/** What every page begins with is now one script; what waits for its parts still knows them by their own addresses. */
function nameIn(file, joined) {
  const text = readFileSync(file, "utf8");
  const listed = /"rootMainFiles":\s*\[[^\]]*\]/;
  if (!listed.test(text)) throw new Error(`${file} lists no scripts of every page.`);
  writeFileSync(file, text.replace(listed, `"rootMainFiles": ["${joined}"]`));
}
