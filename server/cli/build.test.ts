import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterEach, expect, it, vi } from "vitest";
import { buildToServe, bundles, pagesFingerprint, serverFingerprint, serverSources } from "./build.mjs";

const root = process.cwd();
let elsewhere: string | undefined;

afterEach(() => {
  process.chdir(root);
  vi.unstubAllEnvs();
  if (elsewhere) rmSync(elsewhere, { recursive: true, force: true });
});

/** Makes a small project the one that is built. */
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
])("other pages when %s is another", (file) => {
  const change = enterProject("app/layout.tsx", file);
  const before = pagesFingerprint();
  expect(pagesFingerprint()).toBe(before);
  change(file);
  expect(pagesFingerprint()).not.toBe(before);
});

it.each(["app/page.test.tsx", "server/test/factories.ts", "server/cli/start-server.ts", "docs/words.md"])(
  "the same pages when %s is another",
  (file) => {
    const change = enterProject("app/layout.tsx", file);
    const before = pagesFingerprint();
    change(file);
    expect(pagesFingerprint()).toBe(before);
  },
);

it("the same builds whatever the settings say, and other ones for another Node", () => {
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

it("no pages for a server that was bundled of other code", async () => {
  enterProject("app/layout.tsx", "server/cli/start-server.ts");
  const pages = path.join("dist/pages", pagesFingerprint());
  for (const folder of [pages, "dist/server"]) mkdirSync(folder, { recursive: true });
  await expect(buildToServe("dist/server/0123")).rejects.toThrow(
    /^The code changed while it was built, .*: start again\.$/,
  );
  expect(await buildToServe(path.join("dist/server", serverFingerprint()))).toEqual([pages]);
});

it("every file that is bundled is part of the fingerprint", async () => {
  const known = new Set(serverSources());
  const options = { write: false, metafile: true, logLevel: "silent" } as const;
  const made = await Promise.all(
    bundles("dist/never").map((bundle) => build({ ...bundle, ...options } as never)),
  );
  const inputs = made.flatMap(({ metafile }) =>
    Object.keys((metafile as unknown as { inputs: object }).inputs),
  );
  expect(inputs.length).toBeGreaterThan(500);
  expect(inputs.filter((file) => !file.startsWith("empty:") && !known.has(file))).toEqual([]);
});
