// Runs a test runner for `npm test`, and stops one that makes no progress.
import { spawn } from "node:child_process";
import { rmSync, statSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { readTestLog, TEST_LOG } from "./test-log.mjs";

/** Tests have their own timeouts; a runner in which none begins or ends for this long hangs. The slowest test takes far less. */
const STALL_MS = 15 * 60_000;
/** How long a runner has to end its servers, browsers and databases. */
const GRACE_MS = 30_000;
const CHECK_MS = 1000;

/** How many lines of a failure's message are printed again at the end. */
const MESSAGE_LINES = 25;

/** @typedef {{ passed: number, failed: number, report?: string[] }} Count `report`: the failures, with their reasons */

const minutes = (ms) => `${(ms / 60_000).toFixed(1)} min`;

/** @param {string} title @param {string} message */
export const failure = (title, message) =>
  [`✗ ${title}`, ...stripVTControlCharacters(message).split("\n").slice(0, MESSAGE_LINES)].join("\n    ");

/**
 * Runs a test runner with its output shown, and counts the results in its log.
 * @param {string} title
 * @param {string[]} args of Node
 * @param {{ log: string, env?: Record<string, string>, stallMs?: number, stop?: AbortSignal }} options `stop`: ends the run; its reason
 *   says why
 * @returns {Promise<Count>} a runner that was stopped, or ends badly without a failed test, counts as one failure
 */
export async function watchedRun(title, args, { log, env = {}, stallMs = STALL_MS, stop }) {
  console.log(`\n… ${title}`);
  const file = path.resolve(log);
  rmSync(file, { force: true });
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: "inherit",
    env: { ...process.env, ...env, [TEST_LOG]: file },
  });
  let stopped = "";
  const end = (why) => {
    stopped ||= why;
    child.kill("SIGINT");
    setTimeout(() => child.kill("SIGKILL"), GRACE_MS).unref();
  };
  const onStop = () => end(String(stop?.reason));
  if (stop?.aborted) onStop();
  stop?.addEventListener("abort", onStop);
  const watch = setInterval(() => {
    const quietMs = Date.now() - (lastWritten(file) ?? performance.timeOrigin + started);
    if (!stopped && quietMs > stallMs) end(`no test began or ended for ${minutes(quietMs)}`);
  }, CHECK_MS);
  const code = await new Promise((resolve) => child.on("close", (status) => resolve(status ?? 1)));
  clearInterval(watch);
  stop?.removeEventListener("abort", onStop);
  const { passed, failures, running } = readTestLog(file);
  const report = failures.map(({ test, message }) => failure(test, message));
  if (stopped) {
    const after = `after ${minutes(performance.now() - started)}`;
    const left = running.length > 0 ? `Still running: ${running.join("; ")}.` : "No test was running.";
    report.push(failure(`${title}: stopped ${after}: ${stopped}`, `${passed} had passed. ${left}`));
  } else if (code !== 0 && failures.length === 0) {
    report.push(failure(title, `The runner ended with ${code} and without a failed test.`));
  }
  return { passed, failed: report.length, report };
}

/** @returns {number | undefined} epoch milliseconds */
function lastWritten(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
