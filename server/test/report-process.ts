import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { testProcess } from "./test-process";

const run = promisify(execFile);

/** Makes the pending files of this test file's database in a separate process. @returns its resident memory, in MiB */
export async function makeFilesElsewhere(
  wanted: number,
  now: Date,
): Promise<{ before: number; peak: number }> {
  const { file, env } = await testProcess("report-process", {
    NOW: now.toISOString(),
    WANTED: String(wanted),
  });
  const { stdout } = await run(process.execPath, [file], { env });
  return JSON.parse(stdout) as { before: number; peak: number };
}
