import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { testEnvironment } from "./services";

const bundles = new Map<string, Promise<string>>();

/** Published whole by one rename, even when another process builds it at the same time. */
async function bundle(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`server/test/${name}-main.ts`],
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
    write: false,
  });
  const file = path.resolve(`.data/test/${name}.mjs`);
  const draft = `${file}.${process.pid}`;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(draft, outputFiles[0]?.contents ?? "");
  await rename(draft, file);
  return file;
}

/** A function that starts a separate process, with the settings of `testServices`. @param name of `<name>-main.ts` here */
export async function testProcess(name: string, env: Record<string, string> = {}) {
  const file = bundles.get(name) ?? bundle(name);
  bundles.set(name, file);
  return {
    file: await file,
    env: { PATH: process.env.PATH, ...(await testEnvironment()), LOG_LEVEL: "silent", ...env },
  };
}

/** Starts a process without output. @returns a function that kills it: SIGKILL, so that no handler runs and nothing is flushed */
export async function startTestProcess(
  name: string,
  env: Record<string, string>,
): Promise<() => Promise<void>> {
  const started = await testProcess(name, env);
  const child = spawn(process.execPath, [started.file], {
    env: started.env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return () => kill(child);
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
