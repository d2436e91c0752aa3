import { appendFileSync } from "node:fs";
import path from "node:path";
import { PgDatabase } from "drizzle-orm/pg-core";
import { Session } from "@/server/kernel/database/session";

/** A statement's text, and the file that sent it. */
export interface Recorded {
  text: string;
  /** From the root of the repository. */
  file: string;
}

/** One of the process: a test that resets the modules makes a second instance of this one. */
const shared = globalThis as typeof globalThis & {
  timeawayRecording?: { seen: Set<string>; unwritten: Recorded[]; wrapped: WeakSet<object> };
};
shared.timeawayRecording ??= { seen: new Set(), unwritten: [], wrapped: new WeakSet() };
const { seen, unwritten, wrapped } = shared.timeawayRecording;

const root = process.cwd();
/** Enough for the frames of Drizzle and of our own session below a verb's. */
const frames = 60;

/** The files on the stack, innermost first, also of awaiting functions. Without source maps, which would cost a millisecond. */
function filesOnStack(): string[] {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = frames;
  Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getFileName() ?? "");
  const found = new Error().stack as unknown as string[];
  Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  return found.map((file) => path.relative(root, file.replace(/^file:\/\//, "")));
}

/** Ours, and not the layers that only pass statements on. */
const isOwn = (file: string) =>
  /^(?:server|app|drizzle)\//.test(file) &&
  !/^server\/(?:kernel\/database|access)\/|^server\/test\/(?:recorded-statements|open-transaction)\.ts$/.test(
    file,
  );
const isOfTest = (file: string) => /\.test\.tsx?$|^server\/test\//.test(file);

/** The file that asks for a statement; undefined when that is not known. */
const origin = () => filesOnStack().find(isOwn);

function note(text: string, asked: string | undefined): void {
  const file = asked ?? origin();
  if (!file || isOfTest(file) || seen.has(file + text)) return;
  seen.add(file + text);
  unwritten.push({ text, file });
}

/** @returns true the first time for an object, and false from then on */
function claim(owner: object): boolean {
  const isNew = !wrapped.has(owner);
  wrapped.add(owner);
  return isNew;
}

type Methods = Record<string, (...args: never[]) => unknown>;

/** The builder's methods, whose query is sent when it is awaited: by then the stack is another. */
const builders = [
  "select",
  "selectDistinct",
  "selectDistinctOn",
  "insert",
  "update",
  "delete",
  "with",
  "execute",
  "$count",
];

/** From here on records each distinct statement that our own code sends. May be called again. */
export function recordStatements(): void {
  if (claim(Session.prototype)) recordSession();
  if (claim(PgDatabase.prototype)) recordBuilders();
}

function recordSession(): void {
  const session = Session.prototype as unknown as {
    send(text: string, ...more: unknown[]): unknown;
    /** Set by a builder. */
    origin?: string;
  };
  const { send } = session;
  session.send = function (text, ...more) {
    note(text, this.origin);
    return send.call(this, text, ...more);
  };
}

function recordBuilders(): void {
  const database = PgDatabase.prototype as unknown as Methods;
  for (const name of builders) {
    const original = database[name] as (...args: never[]) => unknown;
    database[name] = function (this: { session: object }, ...args) {
      const ofCaller = Object.create(this.session, { origin: { value: origin() } });
      return original.apply(Object.create(this, { session: { value: ofCaller } }), args);
    };
  }
}

/** Writes what is new since the last call, for `statements.test.ts`. */
export function writeStatements(folder: string): void {
  const lines = unwritten.splice(0).map((one) => `${JSON.stringify(one)}\n`);
  if (lines.length > 0) appendFileSync(path.join(folder, `${process.pid}.jsonl`), lines.join(""));
}
