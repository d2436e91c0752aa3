import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Builds } from "./builds.mjs";

let parent: string;
let base: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), "builds-"));
  base = path.join(parent, "dist");
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  chmodSync(parent, 0o755);
  rmSync(parent, { recursive: true, force: true });
});

const writes = (content: string) => async (draft: string) => writeFileSync(path.join(draft, "made"), content);
const provide = (name: string, make = writes(name)) => new Builds(base).provide("pages", () => name, make);
const nothing = async () => undefined;
const unwanted = async () => expect.unreachable("made without need");
const madeIn = (folder: string) => readFileSync(path.join(folder, "made"), "utf8");
const finished = () => readdirSync(path.join(base, "pages")).filter((name) => !name.startsWith("."));

/** A separate process that builds; its output by line, and a signal on its standard input to go on. */
function another(body: string, options: { modules?: string; uid?: number } = {}) {
  const module = pathToFileURL(path.resolve(options.modules ?? "server/cli", "builds.mjs")).href;
  const program = `
    import { appendFileSync, writeFileSync } from "node:fs";
    import { once } from "node:events";
    import { Builds } from ${JSON.stringify(module)};
    const base = ${JSON.stringify(base)};
    const builds = new Builds(base);
    ${body}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    ...(options.uid !== undefined && { uid: options.uid }),
    stdio: ["pipe", "pipe", "pipe"],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    says: async () => (await lines.next()).value as string | undefined,
    faults: text(child.stderr),
    goOn: () => child.stdin.end("go on\n"),
  };
}

/** Makes the build once the test lets it go on. */
const makesWhenTold = `
  console.log("asked");
  const make = async (draft) => {
    console.log("making");
    appendFileSync(base + "/log", "made ");
    await once(process.stdin, "data");
    writeFileSync(draft + "/made", "by another");
  };
  console.log(await builds.provide("pages", () => "aa", make));`;

it("made once, and found again", async () => {
  const folder = await provide("aa");
  expect([folder, madeIn(folder)]).toEqual([path.join(base, "pages/aa"), "aa"]);
  expect(await provide("aa", unwanted)).toBe(folder);
});

it("beside the others: a newer build deletes nothing", async () => {
  const [older, newer] = [await provide("aa"), await provide("bb")];
  expect([madeIn(older), madeIn(newer)]).toEqual(["aa", "bb"]);
});

it("made by one of two concurrent processes", async () => {
  const one = another(makesWhenTold);
  expect([await one.says(), await one.says()]).toEqual(["asked", "making"]);
  const other = another(makesWhenTold);
  expect(await other.says()).toBe("asked");
  one.goOn();
  const folder = path.join(base, "pages/aa");
  expect([await one.says(), await other.says()]).toEqual([folder, folder]);
  expect(readFileSync(path.join(base, "log"), "utf8")).toBe("made ");
});

it("never partial: a killed process leaves no build, and nothing in the next one", async () => {
  const killed = another(
    `await builds.provide("pages", () => "aa", async (draft) => {
       writeFileSync(draft + "/half", "");
       console.log("making");
       await once(process.stdin, "data");
     });`,
  );
  expect(await killed.says()).toBe("making");
  killed.child.kill("SIGKILL");
  await once(killed.child, "exit");
  expect(finished()).toEqual([]);
  expect(readdirSync(await provide("aa"))).toEqual(["made"]);
});

it("never partial: a failed build leaves none", async () => {
  await expect(provide("aa", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(finished()).toEqual([]);
});

it("made again when the sources changed meanwhile", async () => {
  let source = "aa";
  const make = async (draft: string) => {
    await writes(source)(draft);
    source = "bb";
  };
  const folder = await new Builds(base).provide("pages", () => source, make);
  expect([finished(), madeIn(folder)]).toEqual([["bb"], "bb"]);
});

it("refused with one line when the sources keep changing", async () => {
  let changes = 0;
  await expect(new Builds(base).provide("pages", () => `${changes++}`, nothing)).rejects.toThrow(
    /^The sources change again and again while they are built\. [^\n]+$/,
  );
  expect(finished()).toEqual([]);
});
/** Builds of consecutive days, the oldest first. */
async function madeOnDays(...names: string[]): Promise<void> {
  for (const [day, name] of names.entries()) {
    const folder = path.join(base, "pages", name);
    mkdirSync(folder, { recursive: true });
    utimesSync(folder, day * 86_400, day * 86_400);
  }
}

it("at a start the previous build stays, older ones are deleted", async () => {
  await madeOnDays("01", "02", "03");
  const own = await provide("aa");
  const left = await new Builds(base).retire("pages", own);
  expect(left).toEqual([own, path.join(base, "pages/03")]);
  expect(finished()).toEqual(["03", "aa"]);
});

it("at a start with an older build the newer one stays", async () => {
  await madeOnDays("01", "02", "03");
  const own = await provide("02", unwanted);
  expect(await new Builds(base).retire("pages", own)).toEqual([own, path.join(base, "pages/03")]);
});

it("the builds of a living server stay, also the one before its own, until a start after it was killed", async () => {
  const startWith = (name: string) => `
    const own = await builds.provide("pages", () => "${name}", async () => {});
    console.log((await builds.retire("pages", own)).length);
    await once(process.stdin, "data");`;
  await madeOnDays("01", "02", "03", "04");
  const server = another(startWith("02"));
  expect(await server.says()).toBe("2");
  await madeOnDays("01", "02", "03", "04", "05", "06");
  for (const unused of ["01", "03"]) rmSync(path.join(base, "pages", unused), { recursive: true });
  const next = another(startWith("06"));
  expect(await next.says()).toBe("4");
  expect(finished()).toEqual(["02", "04", "05", "06"]);
  for (const { child } of [server, next]) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  expect(await another(startWith("06")).says()).toBe("2");
  expect(finished()).toEqual(["05", "06"]);
});

it("a process's builds may be deleted once it has ended", async () => {
  await madeOnDays("01", "02", "03");
  const command = another(`console.log(await builds.provide("pages", () => "01", async () => {}));`);
  await command.says();
  await once(command.child, "exit");
  expect(readdirSync(path.join(base, "in-use"))).toEqual([]);
  await new Builds(base).retire("pages", await provide("aa"));
  expect(finished()).toEqual(["03", "aa"]);
});

/** Every file with its modification time. */
const tree = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => [name, statSync(path.join(folder, name)).mtimeMs]);

it("a read-only folder: existing builds are found, otherwise one line says what to do, and nothing is written", async () => {
  await madeOnDays("01", "02", "aa");
  const modules = path.join(parent, "modules");
  mkdirSync(modules);
  for (const name of ["builds.mjs", "prepare.mjs", "progress.mjs"])
    copyFileSync(path.join("server/cli", name), path.join(modules, name));
  const unprivileged = process.getuid?.() === 0 ? { uid: 65_534 } : {};
  for (const folder of [base, path.join(base, "pages")]) chmodSync(folder, 0o555);
  chmodSync(parent, 0o555);
  const before = tree(parent);
  const reader = another(
    `
    const own = await builds.provide("pages", () => "aa", async () => {});
    console.log(JSON.stringify(await builds.retire("pages", own)));
    await builds.provide("pages", () => "bb", async () => {}).catch(({ message }) => console.log(message));`,
    { modules, ...unprivileged },
  );
  expect(JSON.parse((await reader.says()) ?? "")).toEqual(
    ["aa", "02", "01"].map((name) => path.join(base, "pages", name)),
  );
  expect(await reader.says()).toMatch(
    /^There is no build of this code for Node \d+ in \S+, and the project's folder cannot be written: run `npm run build` where it can\.$/,
  );
  expect([await reader.faults, tree(parent)]).toEqual(["", before]);
});
