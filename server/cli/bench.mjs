// `npm run bench`: every benchmark is a ratio of two things measured in one run. `--json` for machines, `--only NAME` for one.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { findBrowser } from "./browser.mjs";
import { buildBenchmarks, buildPages, buildServer } from "./build.mjs";
import { runCommand } from "./prepare.mjs";

await runCommand(
  async () => {
    process.env.NODE_ENV = "production";
    process.env.NEXT_TELEMETRY_DISABLED = "1";
    await buildServer();
    await buildPages();
    const folder = await buildBenchmarks();
    if (isAsked("client") || isAsked("scroll")) process.env.PLAYWRIGHT_CHROMIUM = await findBrowser();
    const run = spawnSync(process.execPath, [path.join(folder, "main.js"), ...process.argv.slice(2)], {
      stdio: "inherit",
    });
    process.exitCode = run.status ?? 1;
  },
  { tests: true },
);

/** @param {string} name */
function isAsked(name) {
  const at = process.argv.indexOf("--only");
  return at < 0 || (process.argv[at + 1] ?? "").split(",").includes(name);
}
