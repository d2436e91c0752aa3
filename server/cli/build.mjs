// Builds what is older than its sources: the server's bundles (esbuild) and the pages (Next).
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { exclusively, Refusal, run, runCommand } from "./prepare.mjs";
import { step } from "./progress.mjs";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const CONFIGURATION = ["package.json", "package-lock.json", "tsconfig.json", "server/cli/build.mjs"];
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
  "webhooks-receiver",
  "webhooks-sender",
].map((name) => `server/bench/${name}.ts`);

/** Bundles the server's TypeScript into dist/, unless that is done. Under a second. */
export function buildServer() {
  return exclusively("server", () =>
    whenStale("dist/.built-from", fingerprint(["server", "drizzle"], CONFIGURATION, []), bundle),
  );
}

/** Builds the pages with Next, unless that is done. */
export function buildPages() {
  const files = [...CONFIGURATION, ...PAGES_CONFIGURATION];
  const stamp = fingerprint(
    ["app", "server", "drizzle"],
    files,
    ["server/cli", "server/bench"],
    buildSettings(),
  );
  return exclusively("pages", () =>
    whenStale(".next/.built-from", stamp, () =>
      step("building the pages", async (say) => {
        await run(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
          env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
          onLine: say,
        });
        await compressStaticFiles();
      }),
    ),
  );
}

/** Puts the scripts and styles of the pages beside themselves in the smallest form, once instead of at every request. */
async function compressStaticFiles() {
  const folder = ".next/static";
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

/** Bundles again at every change; the first time before this returns. */
export async function watchServer() {
  const esbuild = await import("esbuild");
  for (const options of bundles()) {
    const context = await esbuild.context(options);
    await context.rebuild();
    await context.watch();
  }
}

async function bundle() {
  const esbuild = await import("esbuild");
  try {
    await Promise.all(bundles().map((options) => esbuild.build(options)));
  } catch {
    // esbuild has printed where and why.
    throw new Refusal("The server's code cannot be built.");
  }
}

function bundles() {
  return [
    { ...common, entryPoints: COMMANDS.filter(existsSync), outdir: "dist" },
    { ...common, entryPoints: BENCHMARKS, outdir: "dist/bench" },
    // The request handlers stand alone, so that development can load them anew, and answer with the light Response.
    {
      ...common,
      entryPoints: [DISPATCH],
      outfile: "dist/dispatch.js",
      inject: ["server/cli/light-response.ts"],
    },
  ];
}

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

/** What the pages take from the environment when they are built: the paths under which Next mounts some routes. */
function buildSettings() {
  return ["LEGACY_AUTH_URL", "ISSUER_URL"].map((name) => `${name}=${pathOf(process.env[name])}`);
}

function pathOf(url) {
  return url && URL.canParse(url) ? new URL(url).pathname : "";
}

async function whenStale(stampFile, stamp, build) {
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;
  await build();
  writeFileSync(stampFile, stamp);
}

function fingerprint(folders, files, without, settings = []) {
  const hash = createHash("sha256").update(JSON.stringify([process.versions.modules, settings]));
  const outside = ["server/test", ...without].map(path.normalize);
  const sources = folders.flatMap(sourcesIn).filter((file) => !outside.includes(topOf(file)));
  sources.push(...files.filter(existsSync));
  for (const file of sources) hash.update(`\n${file}\n`).update(readFileSync(file));
  return hash.digest("hex");
}

function sourcesIn(folder) {
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
