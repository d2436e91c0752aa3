// `npm run soak`: real processes under load while they, the database and the pooler suffer faults; then an audit. `-- --minutes 20`.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { buildBenchmarks, buildPages, buildServer } from "./build.mjs";
import { runCommand } from "./prepare.mjs";

await runCommand(
  async () => {
    process.env.NODE_ENV = "production";
    process.env.NEXT_TELEMETRY_DISABLED = "1";
    await buildServer();
    await buildPages();
    const folder = await buildBenchmarks();
    const run = spawnSync(process.execPath, [path.join(folder, "soak.js"), ...process.argv.slice(2)], {
      stdio: "inherit",
    });
    process.exitCode = run.status ?? 1;
  },
  { tests: true },
);
