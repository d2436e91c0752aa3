#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { listen } from "./listen.js";
import { readArguments, UsageError, usage } from "./read-arguments.js";
import { Refusal } from "./refusal.js";

const line = (text: string) => `timeaway: ${text}\n`;

const version = (): string =>
  // The version is that of the package itself.
  (JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string })
    .version;

/** The first Ctrl-C ends the run gracefully, the second one at once. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
  return stop.signal;
}

async function run(): Promise<void> {
  const asked = readArguments(process.argv.slice(2), process.env);
  if (asked === "help") return void process.stdout.write(usage);
  if (asked === "version") return void process.stdout.write(`${version()}\n`);
  // The reader of a pipe may close it before the end.
  process.stdout.on("error", () => process.exit(0));
  await listen(
    asked,
    {
      print: (text) => void process.stdout.write(`${text}\n`),
      note: (text) => void process.stderr.write(line(text)),
    },
    stopSignal(),
  );
}

try {
  await run();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const isUsage = error instanceof UsageError;
  process.stderr.write(
    line(isUsage ? `${message}. npx @timeaway/client --help lists the options.` : message),
  );
  process.exitCode = isUsage ? 2 : error instanceof Refusal ? error.exitCode : 1;
}
