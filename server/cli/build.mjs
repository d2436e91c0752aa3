// Builds what has no build yet: the server's bundles and those of the benchmarks (esbuild), and the pages (Next).
import { createHash } from "node:crypto";
import {
  constants,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { Builds } from "./builds.mjs";
import { Refusal, root, run, runCommand } from "./prepare.mjs";
import { step } from "./progress.mjs";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const CONFIGURATION = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "server/cli/build.mjs",
  ...readdirSync(path.join(root, "server/patches"))
    .filter((name) => name.endsWith(".patch"))
    .map((name) => `server/patches/${name}`),
];
const PAGES_CONFIGURATION = ["next.config.mjs", "postcss.config.mjs", "proxy.ts", "instrumentation.ts"];
const DISPATCH = "server/api/dispatch.ts";
const COMMANDS = ["server/cli/start-server.ts", "server/cli/admin.ts"];
const BENCHMARKS = [
  "main",
  "bare-server",
  "bare-write-server",
  "load-process",
  "oauth-load-process",
  "bare-insert-server",
  "notifications-receiver",
  "soak",
  "webhooks-receiver",
  "webhooks-sender",
].map((name) => `server/bench/${name}.ts`);

/** The folder of development bundles, which are rewritten at each change. */
const DEVELOPMENT = "dist/dev";
/** The parts of Next's folder that are not the build. */
const WORKSHOP = ["cache", "dev", "diagnostics", "lock", "trace", "trace-build", "types"];
/** Next can mount these addresses only at build time; the lean server does so at any time. */
const ADDRESSES = { ISSUER_URL: "", LEGACY_AUTH_URL: "" };

const builds = new Builds();

/** The folder of the server's bundles; building them takes under a second. */
export const buildServer = () =>
  builds.provide("server", serverFingerprint, (draft) => bundle(bundles(draft)));

/** The folder of the benchmarks' bundles. */
export async function buildBenchmarks() {
  const sourcesNow = () => fingerprint(benchmarkSources());
  const folder = await builds.provide("bench", sourcesNow, (draft) => bundle(benchmarkBundles(draft)));
  await builds.retire("bench", folder);
  return folder;
}

/**
 * The folder of the pages, which Next uses as the project's folder.
 * @param {{ isUrgent?: boolean }} [options] `isUrgent: false` leaves the processors to others
 */
export const buildPages = ({ isUrgent = true } = {}) =>
  builds.provide("pages", pagesFingerprint, (draft) => makePages(draft, isUrgent));

/**
 * Returns the pages for a server that runs from a folder of `buildServer`, and deletes outdated builds.
 * @param {string} server that folder
 * @returns {Promise<[string, ...string[]]>} the folders of the pages: the current build first, then older ones, whose scripts and styles
 *   are still requested by open pages
 */
export async function buildToServe(server) {
  const pages = await buildPages();
  if (path.basename(server) !== serverFingerprint())
    throw new Refusal(
      "The code changed while it was built, and the server runs what it was before: start again.",
    );
  await builds.retire("server", server);
  return builds.retire("pages", pages);
}

/** The fingerprint of all sources of the bundles. */
export const serverFingerprint = () => fingerprint(serverSources());

/** The fingerprint of all sources of the pages; settings are not part of it. */
export const pagesFingerprint = () => fingerprint(pagesSources());

export const serverSources = () => [
  ...sourcesIn(["server", "drizzle"], ["server/bench", "server/test"]),
  ...CONFIGURATION,
];

export const benchmarkSources = () => [...sourcesIn(["server", "drizzle"], []), ...CONFIGURATION];

const pagesSources = () => [
  ...sourcesIn(["app", "server", "drizzle"], ["server/cli", "server/bench", "server/test"]),
  ...sourcesIn(["public"], []),
  ...CONFIGURATION,
  ...PAGES_CONFIGURATION,
];

/** Next builds in its own folder, where it has the cache of the previous build; the result is copied beside the other builds. */
async function makePages(draft, isUrgent) {
  const make = async (/** @type {(detail: string) => void} */ say) => {
    await run(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
      env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...ADDRESSES },
      onLine: (line) => say(progressOf(line)),
      niceness: isUrgent ? 0 : 10,
    });
    cpSync(".next", path.join(draft, ".next"), {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (from) => !WORKSHOP.includes(path.relative(".next", from)),
    });
    cpSync("public", path.join(draft, "public"), { recursive: true });
    cpSync("next.config.mjs", path.join(draft, "next.config.mjs"));
    // Next links to packages relative to its build folder.
    symlinkSync("../../../node_modules", path.join(draft, "node_modules"), "junction");
    say("95 %  compressing scripts and styles");
    await compressStaticFiles(path.join(draft, ".next/static"));
  };
  return step("building the pages", make, "usually a minute");
}

/** The share of a build that is done when Next prints a line that begins so; measured on two cores. */
const PHASES = [
  ["Creating an optimized production build", 5],
  ["✓ Compiled", 70],
  ["Collecting page data", 75],
  ["Generating static pages", 85],
  ["Finalizing page optimization", 90],
];

/** @param {string} line */
function progressOf(line) {
  const [, share] = PHASES.findLast(([start]) => line.trimStart().startsWith(String(start))) ?? [];
  return share === undefined ? line : `${share} %  ${line.trim()}`;
}

/** Compresses the scripts and styles of the pages once, with a `.br` and a `.gz` file beside each, instead of at every request. */
async function compressStaticFiles(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => /\.(js|css)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const content = readFileSync(file);
      const [br, gz] = await Promise.all([compressBrotli(content), compressGzip(content, { level: 9 })]);
      writeFileSync(`${file}.br`, br);
      writeFileSync(`${file}.gz`, gz);
    }),
  );
}

/** Bundles again at every change; the first build is complete before this returns the folder. */
export async function watchServer() {
  const esbuild = await import("esbuild");
  for (const options of bundles(DEVELOPMENT)) {
    const context = await esbuild.context(options);
    await context.rebuild();
    await context.watch();
  }
  return DEVELOPMENT;
}

async function bundle(all) {
  const esbuild = await import("esbuild");
  try {
    await Promise.all(all.map((options) => esbuild.build(options)));
  } catch {
    // esbuild has printed the error.
    throw new Refusal("The server's code cannot be built.");
  } finally {
    // Its process would stay as long as the server.
    await esbuild.stop();
  }
}

/** @param {string} folder */
export function bundles(folder) {
  return [
    { ...common, entryPoints: COMMANDS.filter(existsSync), outdir: folder },
    // The request handlers are separate entry points, so that development can reload them, and answer with the light Response.
    {
      ...common,
      entryPoints: [DISPATCH],
      outfile: path.join(folder, "dispatch.js"),
      inject: ["server/cli/light-response.ts"],
    },
  ];
}

/** @param {string} folder */
export const benchmarkBundles = (folder) => [{ ...common, entryPoints: BENCHMARKS, outdir: folder }];

const common = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  sourcemap: true,
  logLevel: "warning",
  plugins: [
    {
      // A marker for React's bundler, which throws when Node loads it.
      name: "server-only",
      setup(build) {
        build.onResolve({ filter: /^server-only$/ }, () => ({ path: "server-only", namespace: "empty" }));
        build.onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "" }));
      },
    },
  ],
};

/** @param {string[]} files */
function fingerprint(files) {
  const hash = createHash("sha256").update(process.versions.modules);
  for (const file of files.filter(existsSync)) hash.update(`\n${file}\n`).update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

function sourcesIn(folders, without) {
  const outside = without.map(path.normalize);
  return folders.flatMap(filesIn).filter((file) => !outside.includes(topOf(file)));
}

function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isSource(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

const topOf = (file) => file.split(path.sep).slice(0, 2).join(path.sep);
const isSource = (name) =>
  /\.(ts|tsx|json|css|svg|png|ico|woff2?)$/.test(name) && !/\.test\.tsx?$/.test(name);

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await runCommand(async () => {
    await buildServer();
    await buildPages();
  });
}
