import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterEach, expect, it, vi } from "vitest";
import {
  benchmarkBundles,
  benchmarkSources,
  buildToServe,
  bundles,
  pagesFingerprint,
  serverFingerprint,
  serverSources,
} from "./build.mjs";

const root = process.cwd();
let elsewhere: string | undefined;

afterEach(() => {
  process.chdir(root);
  vi.unstubAllEnvs();
  if (elsewhere) rmSync(elsewhere, { recursive: true, force: true });
});

/** Makes a small project the current one. */
function enterProject(...files: string[]): (file: string) => void {
  elsewhere = mkdtempSync(path.join(tmpdir(), "build-"));
  process.chdir(elsewhere);
  const change = (file: string) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, String(Math.random()));
  };
  for (const file of files) change(file);
  return change;
}

it.each([
  "app/page.tsx",
  "app/_i18n/messages/en/shell.json",
  "drizzle/schema/people.ts",
  "server/kernel/env.ts",
  "public/icon.svg",
  "package-lock.json",
  "server/patches/postgres+3.4.9.patch",
  "next.config.mjs",
  "proxy.ts",
])("other pages when %s changes", (file) => {
  const change = enterProject("app/layout.tsx", file);
  const before = pagesFingerprint();
  expect(pagesFingerprint()).toBe(before);
  change(file);
  expect(pagesFingerprint()).not.toBe(before);
});

it.each(["app/page.test.tsx", "server/test/factories.ts", "server/cli/start-server.ts", "docs/words.md"])(
  "the same pages when %s changes",
  (file) => {
    const change = enterProject("app/layout.tsx", file);
    const before = pagesFingerprint();
    change(file);
    expect(pagesFingerprint()).toBe(before);
  },
);

it("the same builds for all settings, and other ones for another Node", () => {
  enterProject("app/layout.tsx", "server/cli/start-server.ts");
  const fingerprints = () => [pagesFingerprint(), serverFingerprint()];
  const before = fingerprints();
  const settings = readFileSync(path.join(root, ".env.example"), "utf8").matchAll(/^#? ?([A-Z_]+)=/gm);
  const names = [...settings].map(([, name]) => name ?? "");
  expect(names).toEqual(expect.arrayContaining(["PORT", "HOST", "BASE_URL", "ISSUER_URL"]));
  for (const name of names) vi.stubEnv(name, "https://another.example.com/path");
  expect(fingerprints()).toEqual(before);
  const { versions } = process;
  Object.defineProperty(process, "versions", { value: { ...versions, modules: "0" } });
  const after = fingerprints();
  Object.defineProperty(process, "versions", { value: versions });
  for (const [at, name] of after.entries()) expect(name).not.toBe(before[at]);
});

it("no pages for a server bundled from other code", async () => {
  enterProject("app/layout.tsx", "server/cli/start-server.ts");
  const pages = path.join("dist/pages", pagesFingerprint());
  for (const folder of [pages, "dist/server"]) mkdirSync(folder, { recursive: true });
  await expect(buildToServe("dist/server/0123")).rejects.toThrow(
    /^The code changed while it was built, .*: start again\.$/,
  );
  expect(await buildToServe(path.join("dist/server", serverFingerprint()))).toEqual([pages]);
});

interface Made {
  inputs: Record<string, unknown>;
  outputs: Record<string, { imports: { path: string; external?: boolean }[] }>;
}

/** The output of bundling, without the files. */
async function made(all = bundles("dist/never")): Promise<Made[]> {
  const options = { write: false, metafile: true, logLevel: "silent" } as const;
  const results = await Promise.all(all.map((bundle) => build({ ...bundle, ...options } as never)));
  return results.map(({ metafile }) => metafile as unknown as Made);
}

it.each([
  ["server", bundles("dist/never"), serverSources],
  ["benchmarks", benchmarkBundles("dist/never"), benchmarkSources],
])("every bundled file of the %s is part of its fingerprint", async (_name, all, sources) => {
  const known = new Set(sources());
  const inputs = (await made(all)).flatMap((bundle) => Object.keys(bundle.inputs));
  expect(inputs.length).toBeGreaterThan(500);
  expect(inputs.filter((file) => !file.startsWith("empty:") && !known.has(file))).toEqual([]);
});

it("building and serving need the production packages alone", async () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as Record<
    string,
    Record<string, string>
  >;
  const served = (await made())
    .flatMap(({ outputs }) => Object.entries(outputs))
    .flatMap(([, { imports }]) => imports)
    .filter(({ path: name, external }) => external && !isBuiltin(name))
    .map(({ path: name }) => packageOf(name));
  // Packages that the pages do not bundle, and that the commands load before any build.
  const config = readFileSync("next.config.mjs", "utf8");
  const external = /serverExternalPackages: \[([^\]]*)\]/.exec(config)?.[1] ?? "";
  const ofPages = [...external.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name);
  const commands = ["start", "admin", "next-host", "prepare", "progress", "builds"];
  const ofCommands = commands.flatMap((name) =>
    [...readFileSync(`server/cli/${name}.mjs`, "utf8").matchAll(/(?:\bfrom |\bimport\()"([^."][^"]*)"/g)]
      .map(([, imported = ""]) => imported)
      .filter((imported) => !isBuiltin(imported))
      .map(packageOf),
  );
  const needed = [...new Set(["next", ...served, ...ofPages, ...ofCommands])].sort();
  expect(needed).toEqual(expect.arrayContaining(["next", "ora", "postgres", "undici"]));
  expect(needed.filter((name) => !(name in (dependencies ?? {})))).toEqual([]);
  // A first start builds, and tests nothing.
  expect(Object.keys(dependencies ?? {})).toEqual(
    expect.arrayContaining(["esbuild", "tailwindcss", "typescript", "@tailwindcss/postcss", "@types/react"]),
  );
  expect(Object.keys(devDependencies ?? {})).toEqual(expect.arrayContaining(["vitest", "knip"]));
});

const packageOf = (name: string): string => name.split("/", name.startsWith("@") ? 2 : 1).join("/");
