import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isAlive } from "./prepare.mjs";
import { watchedRun } from "./watched-run.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "watched-run-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const urlOf = (file: string) => JSON.stringify(pathToFileURL(path.resolve("server/cli", file)).href);

/** A runner with one passed test, followed by `rest`. */
function runner(rest: string): string {
  const file = path.join(folder, "runner.mjs");
  writeFileSync(
    file,
    `import { writeFileSync } from "node:fs";
     import { openTestLog } from ${urlOf("test-log.mjs")};
     const write = openTestLog();
     write({ event: "begin", test: "one" });
     write({ event: "end", test: "one", status: "passed", message: "" });
     ${rest}`,
  );
  return file;
}
const hangs = `write({ event: "begin", test: "two" }); setInterval(() => undefined, 1000);`;
const log = () => path.join(folder, "log.ndjson");

it("reports what a stalled runner was running, after how long, and what had passed", async () => {
  const count = await watchedRun("tests", [runner(hangs)], { log: log(), stallMs: 300 });
  expect(count).toMatchObject({ passed: 1, failed: 1 });
  expect(count.report?.join("\n")).toMatch(
    /tests: stopped after 0\.\d min: no test began or ended for 0\.\d min\s+1 had passed\. Still running: two\./,
  );
});

it("a stopped run says why, and counts what had passed", async () => {
  const stopping = new AbortController();
  const run = watchedRun("tests", [runner(hangs)], { log: log(), stop: stopping.signal });
  await vi.waitFor(() => expect(readFileSync(log(), "utf8")).toContain("two"), 5000);
  stopping.abort("SIGTERM");
  const count = await run;
  expect(count).toMatchObject({ passed: 1, failed: 1 });
  expect(count.report?.[0]).toContain("SIGTERM");
});

it("a failed test counts once, whatever the runner's exit code; a bad end without one counts too", async () => {
  const failed = `write({ event: "end", test: "two", status: "failed", message: "no" }); process.exitCode = 1;`;
  expect(await watchedRun("tests", [runner(failed)], { log: log() })).toMatchObject({
    passed: 1,
    failed: 1,
    report: [expect.stringContaining("two")],
  });
  const crashed = await watchedRun("tests", [runner("process.exit(3);")], { log: log() });
  expect(crashed).toMatchObject({ passed: 1, failed: 1 });
});

it("a runner is interrupted when the command that started it is killed", async () => {
  const pidFile = path.join(folder, "pid");
  const file = runner(`writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); ${hangs}`);
  const command = `import { watchedRun } from ${urlOf("watched-run.mjs")};
    await watchedRun("tests", [${JSON.stringify(file)}], { log: ${JSON.stringify(log())} });`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", command], { stdio: "ignore" });
  await vi.waitFor(() => expect(existsSync(pidFile)).toBe(true), 10_000);
  await vi.waitFor(() => expect(readFileSync(log(), "utf8")).toContain("two"), 5000);
  const pid = Number(readFileSync(pidFile, "utf8"));
  parent.kill("SIGKILL");
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000);
});
