// `npm run unit -- <pattern>`: the unit and API tests whose file names contain the pattern; any argument of vitest, `--watch` among them.
import { runTests } from "./run-tests.mjs";

await runTests(async () => ({
  args: [
    "node_modules/vitest/vitest.mjs",
    ...(process.argv.includes("--watch") ? [] : ["run"]),
    "--config",
    "server/vitest.config.ts",
  ],
}));
