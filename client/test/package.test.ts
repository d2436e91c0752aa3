import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createContext, runInContext } from "node:vm";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildPackage, complaintsIn } from "./build-package";
import { json, standIn } from "./stand-in";

/** The size of the whole package, minified and compressed by brotli. */
const maxBytes = 6 * 1024;

let folder: string;
const inFolder = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: folder, stdio: "pipe" }).toString();

/** The package in an empty project, without the workspace around it. */
beforeAll(() => {
  const built = buildPackage();
  folder = mkdtempSync(path.join(tmpdir(), "client-package-"));
  const packed = inFolder("npm", "pack", built.folder, "--ignore-scripts", "--json");
  const [{ filename }] = JSON.parse(packed);
  built.remove();
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  inFolder("npm", "install", `./${filename}`, "--offline", "--no-audit", "--no-fund");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The whole client as one text, bundled for a neutral platform. */
async function bundled(format: "esm" | "iife"): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [path.join(folder, "node_modules/@timeaway/client/dist/index.js")],
    bundle: true,
    minify: true,
    format,
    globalName: "timeawayClient",
    platform: "neutral",
    write: false,
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

/** TypeScript's errors in a file of a user's project; empty when there are none. */
function complaintsAbout(text: string, ...options: string[]): string {
  writeFileSync(path.join(folder, "sample.ts"), text);
  const args = ["--strict", "--noEmit", "--target", "es2022", "--ignoreConfig", ...options, "sample.ts"];
  return complaintsIn(folder, ...args);
}
const node = ["--module", "nodenext", "--types", "node", "--typeRoots", path.resolve("node_modules/@types")];

it("the whole client is at most 6 kB, minified and by brotli", async () => {
  expect(brotliCompressSync(await bundled("esm")).length).toBeLessThanOrEqual(maxBytes);
});

it("it has no dependencies and no unneeded files", () => {
  const lock = JSON.parse(readFileSync(path.join(folder, "package-lock.json"), "utf8"));
  expect(Object.keys(lock.packages)).toEqual(["", "node_modules/@timeaway/client"]);
  const files = inFolder("tar", "tzf", lock.packages["node_modules/@timeaway/client"].resolved.slice(5));
  const known = /^package\/(package\.json|README\.md|LICENSE|dist\/.+(\.js|\.d\.ts))$/;
  expect(
    files
      .trim()
      .split("\n")
      .filter((file) => !known.test(file)),
  ).toEqual([]);
});

it.each([
  ["import", "module", 'import * as all from "@timeaway/client";'],
  ["require, where Node has it for modules", "commonjs", 'const all = require("@timeaway/client");'],
])("it loads by %s", (_, type, start) => {
  const script = `${start} console.log(typeof all.Timeaway, typeof all.unwrapWebhook);`;
  expect(inFolder(process.execPath, `--input-type=${type}`, "-e", script)).toBe("function function\n");
});

it("its command is found by the package's name", () => {
  const npx = (...args: string[]) => inFolder("npx", "--offline", "@timeaway/client", ...args);
  expect(npx("--help")).toContain("listen --forward-to <url>");
  expect(npx("--version")).toBe(`${JSON.parse(readFileSync("client/package.json", "utf8")).version}\n`);
});

it("it runs with web standards and nothing else", async () => {
  const stand = await standIn([json(503, {}), json(200, { data: [{ name: "Remote" }] })]);
  const standards = {
    ...{ fetch, URL, URLSearchParams, Headers, AbortSignal, TextEncoder, TextDecoder, crypto, atob },
    ...{ setTimeout, clearTimeout },
  };
  const worker = createContext({ ...standards, baseUrl: stand.baseUrl });
  runInContext(new TextDecoder().decode(await bundled("iife")), worker);
  const names = await runInContext(
    `(async () => {
      const { Timeaway } = timeawayClient;
      const timeaway = new Timeaway({ apiKey: "svc_live_key", baseUrl });
      const names = [];
      for await (const { name } of timeaway.labels.list()) names.push(name);
      const refused = await timeaway.webhooks.unwrap("{}", {}, "whsec_AA==").catch((error) => error.code);
      return [...names, refused].join();
    })()`,
    worker,
  );
  await stand.close();
  expect(names).toBe("Remote,WEBHOOK_VERIFICATION_FAILED");
});

it("its types compile under --strict with either resolution", () => {
  const text = 'import { Timeaway } from "@timeaway/client";\nexport type Leaves = Timeaway["leaves"];\n';
  for (const [module, resolution] of [
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ] as const)
    expect(complaintsAbout(text, "--module", module, "--moduleResolution", resolution, "--types", "")).toBe(
      "",
    );
});

it("each sample of the readme compiles", () => {
  const readme = readFileSync("client/README.md", "utf8");
  const samples = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
  expect(samples).toHaveLength(5);
  expect(complaintsAbout(samples.join("\n"), ...node)).toBe("");
});

it.each([
  ["limit where everything comes at once", "timeaway.departments.list({ limit: 5 })"],
  ["onBehalfOf for a read", 'timeaway.leaves.list({}, { onBehalfOf: "user-1" })'],
  [
    "a key where the operation takes none",
    'timeaway.webhooks.create({ url: "", events: [] }, { idempotencyKey: "k" })',
  ],
  ["onBehalfOf for webhooks", 'timeaway.webhooks.pause("webhook-1", { onBehalfOf: "user-1" })'],
  ["an unknown status", 'timeaway.users.list({ status: "GONE" })'],
  ["a query of another list", 'timeaway.labels.list({ startDate: "2026-12-03" })'],
  ["wait where nothing is accepted for later", 'timeaway.webhooks.pause("webhook-1", { wait: false })'],
])("does not compile: %s", (_, call) => {
  const start =
    'import { Timeaway } from "@timeaway/client";\nconst timeaway = new Timeaway({ apiKey: "", baseUrl: "" });\n';
  expect(complaintsAbout(`${start}void ${call};`, ...node)).toMatch(
    /sample\.ts\(3,\d+\): error TS(2345|2353|2322|2769)/,
  );
});
