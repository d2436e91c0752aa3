// `npm test`: every check and every test, from a fresh clone. Ends with one line: N passed, N failed.
import { devNull } from "node:os";
import path from "node:path";
import { preparePooler } from "../test/pooler.mjs";
import { findBrowser } from "./browser.mjs";
import { buildPages, buildServer } from "./build.mjs";
import { runChecks } from "./check.mjs";
import { runCommand } from "./prepare.mjs";
import { watchParent } from "./watch-parent.mjs";
import { failure, watchedRun } from "./watched-run.mjs";

/** Aborted when the command is stopped: running parts end their child processes, and the others do not begin. */
const stopping = new AbortController();
const stop = stopping.signal;

function stopOnSignals() {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stopping.abort(signal));
  if (process.env.npm_lifecycle_event) watchParent(() => stopping.abort("npm has ended"));
}

/** `npm test -- --thorough`: generated requests and histories as before a release. */
const thorough = { FUZZ_RUNS: "2000", FUZZ_ROUNDS: "60", HISTORIES: "1500" };

async function unitTests() {
  await preparePooler();
  const args = ["node_modules/vitest/vitest.mjs", "run", "--config", "server/vitest.config.ts"];
  const reporters = ["--reporter=default", "--reporter=./server/cli/vitest-log.mjs"];
  const env = process.argv.includes("--thorough") ? thorough : {};
  return watchedRun("unit and API tests", [...args, ...reporters], { log: "dist/vitest.ndjson", stop, env });
}

/** Builds beside the unit tests, which leave a processor idle now and then; with low priority, so that it delays none of them. */
async function build() {
  await buildServer();
  await buildPages({ isUrgent: false });
}

/** @param {Promise<void>} building */
async function browserTests(building) {
  await building;
  const args = ["node_modules/@playwright/test/cli.js", "test", "--config", "e2e/playwright.config.ts"];
  const reporter = `--reporter=list,${path.resolve("server/cli/playwright-log.mjs")}`;
  return watchedRun("browser tests", [...args, reporter], {
    log: "dist/playwright.ndjson",
    stop,
    env: {
      // Ignores a developer's setting: the tests must run against this code.
      BASE_URL: "",
      PLAYWRIGHT_CHROMIUM: await findBrowser(),
    },
  });
}

/** Counts one part. A part that cannot be run at all must not hide the results of the others. */
async function counted(title, part) {
  if (stop.aborted) return { passed: 0, failed: 1, report: [failure(title, `Not begun: ${stop.reason}.`)] };
  try {
    return await part();
  } catch (error) {
    const reason = error.name === "StartError" ? error.message : error.stack;
    return { passed: 0, failed: 1, report: [failure(title, reason)] };
  }
}

await runCommand(
  async () => {
    stopOnSignals();
    const checks = await counted("checks", () => runChecks({ boundaries: false }));
    const building = build();
    // Its failure is the browser tests'.
    building.catch(() => undefined);
    const counts = [
      checks,
      await counted("unit and API tests", unitTests),
      await counted("browser tests", () => browserTests(building)),
    ];
    for (const line of counts.flatMap((count) => count.report ?? [])) console.log(`\n${line}`);
    const sum = (of) => counts.reduce((total, count) => total + count[of], 0);
    console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
    process.exitCode = sum("failed") > 0 ? 1 : 0;
  },
  // A developer's own settings must not affect the results.
  { tests: true, envFile: devNull },
);
