// Setup that every command needs before it can load anything else; only Node's own modules here.
import { spawn } from "node:child_process";
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { step } from "./progress.mjs";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const OLDEST_NODE = [20, 19];

/** A reason to stop that the operator can fix: shown as one line, without a stack. */
export class Refusal extends Error {
  name = "StartError";
}

/**
 * Runs a command's main function: from the project's folder, with `.env`, and with its locked packages installed. Errors meant for the
 * operator end it with one line.
 * @param {() => Promise<void>} main
 * @param {{ tests?: boolean, envFile?: string }} [needs] `tests`: development packages are needed too; `envFile`: read instead of `.env`,
 *   here and in child processes
 */
export async function runCommand(main, needs = {}) {
  try {
    requireNode();
    process.chdir(root);
    process.env.ENV_FILE ||= needs.envFile ?? ".env";
    if (existsSync(process.env.ENV_FILE)) process.loadEnvFile(process.env.ENV_FILE);
    await installPackages(needs.tests ?? false);
    await main();
  } catch (error) {
    const known = ["StartError", "SettingsError", "UnsuitableDatabaseError"].includes(error?.name);
    console.error(known ? `timeaway: ${error.message}` : error);
    process.exit(1);
  }
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [needMajor, needMinor] = OLDEST_NODE;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return;
  throw new Refusal(`Node ${OLDEST_NODE.join(".")} or newer is needed; this is ${process.versions.node}.`);
}

/**
 * Makes sure that packages are installed as the lock file has them.
 * @param {boolean} tests whether development packages are needed, too
 */
async function installPackages(tests) {
  const isNeeded = () => missingPackage(tests) || unpatchedFile();
  // Writes nothing when everything is installed: the project's folder may be read-only.
  if (isNeeded()) await exclusively("install", async () => isNeeded() && (await install(tests)));
}

/** A first start needs four packages in ten. Where development packages are installed, they stay. */
async function install(tests) {
  const which = tests || existsSync("node_modules/vitest") ? "--include=dev" : "--omit=dev";
  await step(
    "installing packages",
    () => run("npm", ["ci", which, "--no-audit", "--no-fund"], { show: true }),
    "usually half a minute",
  );
  const file = unpatchedFile();
  if (file) throw new Refusal(`${file} lacks the changes of server/patches. Does npm ignore scripts here?`);
}

/**
 * A package's file that lacks its patch: npm applies patches after an install, which a changed patch doesn't cause and `ignore-scripts`
 * prevents.
 */
function unpatchedFile() {
  const patches = readdirSync("server/patches").filter((name) => name.endsWith(".patch"));
  const parts = patches.flatMap((name) =>
    readFileSync(`server/patches/${name}`, "utf8")
      .split(/^diff /m)
      .slice(1),
  );
  for (const part of parts) {
    const file = /^\+\+\+ b\/(.*)$/m.exec(part)?.[1] ?? "";
    const lines = new Set(existsSync(file) ? readFileSync(file, "utf8").split("\n") : []);
    const added = [...part.matchAll(/^\+(?!\+\+ )(.*)$/gm)];
    if (added.some(([, line]) => !lines.has(line))) return file;
  }
}

/** Compares npm's record of the installed packages with the lock file, to notice a changed lock as well as a missing folder. */
function missingPackage(tests) {
  const installed = readPackages("node_modules/.package-lock.json");
  const wanted = Object.entries(readPackages("package-lock.json"));
  const needed = wanted.filter(
    ([name, { optional, dev, devOptional }]) => name && !optional && !devOptional && (tests || !dev),
  );
  return needed.find(([name, { version }]) => installed[name]?.version !== version)?.[0];
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

/**
 * Runs work under a lock between processes, so that two commands never do it at once.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {string} [folder] where the lock is
 */
export async function exclusively(name, work, folder = "dist") {
  const lock = path.join(folder, `.${name}.lock`);
  while (!take(lock)) await delay(300);
  const release = () => rmSync(lock, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

function take(lock) {
  const draft = `${lock}.${process.pid}`;
  try {
    mkdirSync(path.dirname(lock), { recursive: true });
    // A link appears with its content: no process sees a lock without its holder.
    writeFileSync(draft, String(process.pid));
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST")
      throw new Refusal(`The project's folder cannot be written: ${error.message}`);
  } finally {
    rmSync(draft, { force: true });
  }
  // Left behind by a process that was killed?
  const holder = readHolder(lock);
  if (holder && !isAlive(holder)) rmSync(lock, { force: true });
  return false;
}

/** The process that holds a lock; undefined when it was released in the meantime. */
function readHolder(lock) {
  try {
    return Number(readFileSync(lock, "utf8"));
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{ show?: boolean, env?: NodeJS.ProcessEnv, onLine?: (line: string) => void, niceness?: number }} [options] `show` streams its
 *   output to standard error; otherwise the output is in the error when it fails; `niceness` as of nice(1)
 */
export function run(command, args, { show = false, env, onLine, niceness = 0 } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: show ? ["ignore", 2, 2] : ["ignore", "pipe", "pipe"],
    // npm is a command file on Windows.
    shell: process.platform === "win32",
  });
  if (child.pid && niceness > 0) setPriority(child.pid, niceness);
  let output = "";
  const take = (chunk) => {
    output += chunk;
    const line = String(chunk).trim().split("\n").at(-1);
    if (line) onLine?.(line);
  };
  child.stdout?.on("data", take);
  child.stderr?.on("data", take);
  const endWithUs = () => child.kill();
  process.once("exit", endWithUs);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      process.off("exit", endWithUs);
      if (code === 0) return resolve(output);
      const result = `${command} ${args.join(" ")} ended with ${signal ?? code}`;
      reject(new Refusal(output ? `${result}\n${output.trimEnd()}` : result));
    });
  });
}
