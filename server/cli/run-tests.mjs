// The common part of `npm run e2e` and `npm run unit`: a test runner with the user's own arguments, in their terminal.
import { spawn } from "node:child_process";
import { devNull } from "node:os";
import { runCommand } from "./prepare.mjs";

/**
 * Runs a test runner until it ends or is interrupted; its exit code is ours.
 * @param {() => Promise<{ args: string[], env?: Record<string, string> }>} prepare its arguments and environment
 */
export const runTests = (prepare) =>
  runCommand(
    async () => {
      const { args, env } = await prepare();
      const child = spawn(process.execPath, [...args, ...process.argv.slice(2)], {
        stdio: "inherit",
        env: { ...process.env, ...env },
      });
      // The terminal sends Ctrl-C to both: the runner first ends its child processes, then this process ends.
      process.on("SIGINT", () => undefined);
      process.exitCode = await new Promise((resolve) => child.on("close", (code) => resolve(code ?? 1)));
    },
    // A developer's own settings must not affect the results.
    { tests: true, envFile: devNull },
  );
