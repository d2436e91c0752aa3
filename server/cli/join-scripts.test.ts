import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createContext, runInContext } from "node:vm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { joinScripts } from "./join-scripts.mjs";

/** In Turbopack's form. */
const script = (module: number) =>
  `(globalThis.TURBOPACK||(globalThis.TURBOPACK=[])).push(["object"==typeof document?document.currentScript:void 0,${module},()=>{}]);`;
const runtime = "globalThis.began=globalThis.TURBOPACK;";
const names = ["static/chunks/a.js", "static/chunks/b.js", "static/chunks/turbopack-c.js"];
const manifests = ["build-manifest.json", "server/app/today/page/build-manifest.json"];
const asModule = "server/middleware-build-manifest.js";

let folder: string;
const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
};
const read = (name: string) => readFileSync(path.join(folder, name), "utf8");

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "join-scripts-"));
  [script(1), script(2), runtime].forEach((text, at) => {
    write(names[at] ?? "", text);
  });
  const listed = JSON.stringify({ rootMainFiles: names, pages: { "/_app": names.slice(0, 1) } }, null, 2);
  for (const name of manifests) write(name, listed);
  write(asModule, `globalThis.__BUILD_MANIFEST = ${listed};`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const listedIn = (text: string) =>
  JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Record<string, unknown>;

it("every page begins with one script, whose parts keep their paths", () => {
  joinScripts(folder);
  const [joined] = listedIn(read("build-manifest.json")).rootMainFiles as string[];
  for (const name of [...manifests, asModule])
    expect(listedIn(read(name))).toEqual({
      rootMainFiles: [joined],
      pages: { "/_app": ["static/chunks/a.js"] },
    });
  const page = createContext({});
  runInContext(read(joined ?? ""), page);
  const began = runInContext("began.map(([name, module]) => [name, module])", page) as unknown[];
  expect(JSON.parse(JSON.stringify(began))).toEqual([
    ["static/chunks/a.js", 1],
    ["static/chunks/b.js", 2],
  ]);
});

it("a script of another form is refused, since its page would never be hydrated", () => {
  write("static/chunks/b.js", "self.anotherBundler.push([2,()=>{}]);");
  expect(() => joinScripts(folder)).toThrow("static/chunks/b.js has not the form");
});
