// What `npm run e2e` and `npm run unit` share: a test runner with the person's own arguments, in their terminal.
import { spawn } from "node:child_process";
import { devNull } from "node:os";
import { runCommand } from "./prepare.mjs";

/**
 * Runs a test runner until it ends or is interrupted; its exit code is ours.
 * @param {() => Promise<{ args: string[], env?: Record<string, string> }>} prepare what it is started with
 */
export const runTests = (prepare) =>
  runCommand(
    async () => {
      const { args, env } = await prepare();
      const child = spawn(process.execPath, [...args, ...process.argv.slice(2)], {
        stdio: "inherit",
        env: { ...process.env, ...env },
      });
      // The terminal sends Ctrl-C to both: the runner ends what it has started, then we end.
      process.on("SIGINT", () => undefined);
      process.exitCode = await new Promise((resolve) => child.on("close", (code) => resolve(code ?? 1)));
    },
    // A developer's own settings must not decide what the tests find.
    { tests: true, envFile: devNull },
  );
