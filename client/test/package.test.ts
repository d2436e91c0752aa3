import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";

/** Bytes of all of it, minified and compressed by brotli. */
const mostBytes = 6 * 1024;
const typescript = path.resolve("node_modules/typescript/bin/tsc");

let folder: string;

/** What somebody has who installs the package: nothing but what is packed, with no workspace around it. */
beforeAll(() => {
  mkdirSync("dist", { recursive: true });
  folder = mkdtempSync(path.resolve("dist/client-package-"));
  const source = path.join(folder, "package");
  execFileSync(process.execPath, [
    typescript,
    "-p",
    "client/tsconfig.json",
    "--outDir",
    path.join(source, "dist"),
  ]);
  for (const name of ["package.json", "README.md", "LICENSE"])
    writeFileSync(path.join(source, name), readFileSync(path.join("client", name)));
  const npm = { cwd: folder, stdio: "pipe" } as const;
  const [{ filename }] = JSON.parse(execFileSync("npm", ["pack", "./package", "--json"], npm).toString());
  const installed = path.join(folder, "node_modules/@timeaway/client");
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["xzf", path.join(folder, filename), "-C", installed, "--strip-components=1"]);
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What TypeScript says of a file of somebody's project; empty when all is well. */
function complaintsAbout(text: string, ...options: string[]): string {
  writeFileSync(path.join(folder, "sample.ts"), text);
  const args = ["--strict", "--noEmit", "--target", "es2022", "--ignoreConfig", ...options, "sample.ts"];
  try {
    execFileSync(process.execPath, [typescript, ...args], { cwd: folder, stdio: "pipe" });
    return "";
  } catch (error) {
    return String((error as { stdout?: Buffer }).stdout);
  }
}
const node = ["--module", "nodenext", "--types", "node", "--typeRoots", path.resolve("node_modules/@types")];

it("6 kB: that much is all of it, minified and by brotli", async () => {
  const { outputFiles } = await build({
    entryPoints: [path.join(folder, "node_modules/@timeaway/client/dist/index.js")],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    write: false,
  });
  expect(brotliCompressSync(outputFiles[0]?.contents ?? "").length).toBeLessThanOrEqual(mostBytes);
});

it("installed in an empty project it loads, and its types hold under --strict with either resolution", () => {
  const script =
    'import * as all from "@timeaway/client"; console.log(typeof all.Timeaway, typeof all.unwrapWebhook);';
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: folder });
  expect(said.toString()).toBe("function function\n");
  const text = 'import { Timeaway } from "@timeaway/client";\nexport type Leaves = Timeaway["leaves"];\n';
  for (const [module, resolution] of [
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ] as const)
    expect(complaintsAbout(text, "--module", module, "--moduleResolution", resolution, "--types", "")).toBe(
      "",
    );
});

it("each sample of the readme is compiled", () => {
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
