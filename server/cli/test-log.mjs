// The log of a test run: a line for each start and end of a test, written at once, so that the log of an interrupted run is readable.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { watchParent } from "./watch-parent.mjs";

/** Names the log's file to the reporters. */
export const TEST_LOG = "TEST_LOG";

/**
 * @typedef {{ event: "begin", test: string }
 *   | { event: "end", test: string, status: "passed" | "failed" | "skipped", durationMs?: number, message?: string }
 *   | { event: "fault", test: string, message: string }} TestEvent `fault`: a failure outside of any test
 */

/**
 * The writer for both reporters. The runner that loads it is interrupted when the command that started it has ended.
 * @returns {(event: TestEvent) => void}
 */
export function openTestLog() {
  const file = process.env[TEST_LOG];
  if (!file) throw new Error(`${TEST_LOG} names no file.`);
  watchParent(() => process.kill(process.pid, "SIGINT"));
  return (event) => appendFileSync(file, `${JSON.stringify(event)}\n`);
}

/**
 * @param {string} file
 * @returns {{ passed: number, failures: { test: string, message: string }[], running: string[] }}
 */
export function readTestLog(file) {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
  const running = new Set();
  const failures = [];
  let passed = 0;
  for (const event of lines.map((line) => /** @type {TestEvent} */ (JSON.parse(line)))) {
    if (event.event === "begin") running.add(event.test);
    else {
      running.delete(event.test);
      if (event.event === "fault" || event.status === "failed")
        failures.push({ test: event.test, message: event.message ?? "" });
      else if (event.status === "passed") passed += 1;
    }
  }
  return { passed, failures, running: [...running] };
}
