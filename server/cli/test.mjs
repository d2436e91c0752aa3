// `npm test`: every check and every test, from a fresh clone. Ends with one line: N passed, N failed.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { devNull } from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { findBrowser } from "./browser.mjs";
import { buildPages, buildServer } from "./build.mjs";
import { runChecks } from "./check.mjs";
import { preparePooler } from "./pooler.mjs";
import { runCommand } from "./prepare.mjs";

const UNIT_RESULTS = "dist/vitest.json";
const BROWSER_RESULTS = "dist/playwright.json";

/** A test that never returns must not hold up the verdict. */
const RUNNER_LIMIT_MS = 40 * 60_000;

/** How much of a failure's message is told again at the end. */
const TOLD_LINES = 25;

/** @typedef {{ passed: number, failed: number, told?: string[] }} Count `told`: what failed, and why */

async function unitTests() {
  await preparePooler();
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${UNIT_RESULTS}`];
  const args = ["node_modules/vitest/vitest.mjs", "run", "--config", "server/vitest.config.ts", ...reporters];
  return runTests("unit and API tests", args, UNIT_RESULTS, ({ numPassedTests, testResults }) => ({
    passed: numPassedTests,
    failed: testResults.reduce((sum, file) => sum + failuresIn(file), 0),
    told: testResults.flatMap(unitFailures),
  }));
}

function unitFailures({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === "failed");
  const file = path.relative(".", name);
  if (failed.length === 0) return status === "failed" ? [told(file, message)] : [];
  return failed.map((test) => told(`${file} › ${test.fullName}`, test.failureMessages.join("\n")));
}

function browserFailures({ suites = [], specs = [] }) {
  const failed = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ projectName, results }) =>
        told(
          `${file}:${line} › ${title} (${projectName})`,
          results.flatMap(({ errors }) => errors.map(({ message }) => message)).join("\n"),
        ),
      ),
  );
  return [...failed, ...suites.flatMap(browserFailures)];
}

const told = (title, message) =>
  [`✗ ${title}`, ...stripVTControlCharacters(message).split("\n").slice(0, TOLD_LINES)].join("\n    ");

/** A file that fails before its first test counts as one failure. */
function failuresIn({ status, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === "failed").length;
  return status === "failed" ? Math.max(failed, 1) : failed;
}

async function browserTests() {
  await buildServer();
  await buildPages();
  const env = {
    // Of a developer's settings: the proof is of what is here.
    BASE_URL: "",
    PLAYWRIGHT_CHROMIUM: await findBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: path.resolve(BROWSER_RESULTS),
  };
  const args = ["node_modules/@playwright/test/cli.js", "test", "--config", "e2e/playwright.config.ts"];
  return runTests(
    "browser tests",
    [...args, "--reporter=list,json"],
    BROWSER_RESULTS,
    ({ stats, errors, suites }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      told: [
        ...suites.flatMap(browserFailures),
        ...errors.map(({ message }) => told("browser tests", message)),
      ],
    }),
    env,
  );
}

/**
 * Runs a test runner with its output shown, and counts what its JSON report says.
 * @returns {Promise<Count>} a runner that ends badly without a failed test counts as one failure
 */
async function runTests(title, args, resultsFile, countIn, env = {}) {
  console.log(`\n… ${title}`);
  rmSync(resultsFile, { force: true });
  const code = await show(args, env);
  const count = existsSync(resultsFile)
    ? countIn(JSON.parse(readFileSync(resultsFile, "utf8")))
    : { passed: 0, failed: 0 };
  return code === 0 || count.failed > 0 ? count : { ...count, failed: 1 };
}

function show(args, env) {
  const child = spawn(process.execPath, args, {
    stdio: "inherit",
    env: { ...process.env, ...env },
    timeout: RUNNER_LIMIT_MS,
  });
  return new Promise((resolve) => child.on("close", (code) => resolve(code ?? 1)));
}

/** One part that cannot be run at all must not hide what the others find. */
async function counted(title, part) {
  try {
    return await part();
  } catch (error) {
    const reason = error.name === "StartError" ? error.message : error.stack;
    return { passed: 0, failed: 1, told: [told(title, reason)] };
  }
}

await runCommand(
  async () => {
    const counts = [
      await counted("checks", () => runChecks({ boundaries: false })),
      await counted("unit and API tests", unitTests),
      await counted("browser tests", browserTests),
    ];
    for (const failure of counts.flatMap((count) => count.told ?? [])) console.log(`\n${failure}`);
    const sum = (of) => counts.reduce((total, count) => total + count[of], 0);
    console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
    process.exitCode = sum("failed") > 0 ? 1 : 0;
  },
  // A developer's own settings must not decide what the tests find.
  { tests: true, envFile: devNull },
);
