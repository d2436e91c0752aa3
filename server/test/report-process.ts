import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { testDatabase } from "./database";

const run = promisify(execFile);
const bundle = path.resolve(`.data/test/report-process-${process.pid}.mjs`);

/** Has the files that wait in this test file's database made by a process of its own. @returns its resident memory, in MiB */
export async function makeFilesElsewhere(
  wanted: number,
  now: Date,
): Promise<{ before: number; peak: number }> {
  await build({
    entryPoints: ["server/test/report-process-main.ts"],
    outfile: bundle,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  const { stdout } = await run(process.execPath, [bundle], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      DATABASE_URL: await testDatabase(),
      SESSION_SECRET: "s".repeat(32),
      CRON_SECRET: "c".repeat(32),
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      LOG_LEVEL: "silent",
      NOW: now.toISOString(),
      WANTED: String(wanted),
    },
  });
  return JSON.parse(stdout) as { before: number; peak: number };
}
