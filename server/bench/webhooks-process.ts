import { spawn } from "node:child_process";
import { once } from "node:events";
import { onCore } from "./cores";
import { bundled, serverFlags } from "./servers";

/** A part of the webhook benchmark in a separate process, which answers requests. */
export interface Part {
  ask<T>(question: object): Promise<T>;
  stop(): Promise<void>;
}

interface Answer {
  result?: unknown;
  error?: string;
}

/** Starts the program of that name on a core, with the server's flags. It must answer every message in order. */
export function startPart(name: string, core: 0 | 1, environment: Record<string, string>): Part {
  const [command, args] = onCore(core, process.execPath, [...serverFlags, bundled(name)]);
  const child = spawn(command, args, {
    env: { ...process.env, NODE_ENV: "production", ...environment },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const endWithUs = () => child.kill();
  process.once("exit", endWithUs);
  child.once("exit", () => process.off("exit", endWithUs));
  const ended: Promise<[Answer]> = once(child, "exit").then(() => [{ error: "ended by itself" }]);
  return {
    async ask<T>(question: object) {
      child.send(question);
      const [answer] = (await Promise.race([once(child, "message"), ended])) as [Answer];
      if (answer.error) throw new Error(`${name}: ${answer.error}`);
      return answer.result as T;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await ended;
    },
  };
}

/** The other side: answers each question with the function of that name. */
export function answerQuestions<Q extends { type: string }>(answer: (question: Q) => Promise<unknown>): void {
  process.on("message", async (question: Q) => {
    const reply = await answer(question).then(
      (result): Answer => ({ result: result ?? null }),
      (error: unknown): Answer => ({
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
    );
    process.send?.(reply);
  });
  process.on("disconnect", () => process.exit());
}

/** Milliseconds of a clock that all processes of a machine share. */
export const machineMs = (): number => Number(process.hrtime.bigint()) / 1e6;
