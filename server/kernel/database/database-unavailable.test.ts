import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { second } from "@/server/kernel/time/clock";
import { withTimeout } from "@/server/kernel/time/timeout";
import { testDatabase } from "@/server/test/database";
import { errorFor, isDatabaseUnavailable } from "./database-unavailable";
import { type Database, openDatabase, statement } from "./db";

let url: string;
let database: Database;
const open = (limits: { statementMs: number; lockMs: number; idleMs: number }) =>
  openDatabase(url, { sizes: { main: 2, admission: 1 }, limits });

beforeAll(async () => {
  url = await testDatabase();
  database = open({ statementMs: 300, lockMs: 200, idleMs: 300 });
});
afterAll(() => database.close());

const sleep = statement(sql`select pg_sleep(5)`);
const lockPeople = statement(sql`lock table users in access exclusive mode`);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "nothing",
    (error: unknown) => errorFor(error).code,
  );

describe("503 for", () => {
  it("an unreachable database", async () => {
    const away = openDatabase("postgres://nobody@127.0.0.1:1/none", { sizes: { main: 1, admission: 1 } });
    expect(await codeOf(sleep(away.db))).toBe("SERVICE_UNAVAILABLE");
    await away.close();
  });

  it.each(["EPIPE", "ECONNRESET", "CONNECTION_CLOSED", "57P01", "53300"])("%s in a wrapped error", (code) => {
    const lost = Object.assign(new Error("write failed"), { code });
    expect(errorFor(new Error("Failed query", { cause: lost })).code).toBe("SERVICE_UNAVAILABLE");
  });

  it("a database that terminates connections, in a statement and in a transaction", async () => {
    const end = statement(sql`select pg_terminate_backend(pg_backend_pid())`);
    expect(await codeOf(end(database.db))).toBe("SERVICE_UNAVAILABLE");
    expect(await codeOf(database.db.transaction((tx) => end(tx)))).toBe("SERVICE_UNAVAILABLE");
  });

  it("a statement timeout and a lock timeout", async () => {
    expect(await codeOf(sleep(database.db))).toBe("SERVICE_UNAVAILABLE");
    const other = openDatabase(url, { sizes: { main: 1, admission: 1 } });
    await other.db.transaction(async (tx) => {
      await lockPeople(tx);
      expect(await codeOf(database.db.transaction((waiting) => lockPeople(waiting)))).toBe(
        "SERVICE_UNAVAILABLE",
      );
    });
    await other.close();
  });

  it("too many connections", () => {
    expect(
      isDatabaseUnavailable(Object.assign(new Error("sorry, too many clients already"), { code: "53300" })),
    ).toBe(true);
  });

  it("an answer that times out", async () => {
    expect(await codeOf(withTimeout(new Promise(() => undefined), 10))).toBe("SERVICE_UNAVAILABLE");
  });

  it("a queue timeout from another bundle, which has its own classes", async () => {
    vi.resetModules();
    const { queueTimeout } = await import("./pool-queue");
    expect(errorFor(queueTimeout()).code).toBe("SERVICE_UNAVAILABLE");
  });
});

it("500 for an invalid statement", async () => {
  const wrong = statement(sql`select nothing from nowhere`);
  expect(await codeOf(wrong(database.db))).toBe("INTERNAL_ERROR");
});

it("an idle transaction, as in a stopped process, times out and releases its locks", async () => {
  let locked: () => void = () => undefined;
  const holds = new Promise<void>((resolve) => {
    locked = resolve;
  });
  const frozen = codeOf(
    database.db.transaction(async (tx) => {
      await lockPeople(tx);
      locked();
      await new Promise(() => undefined);
    }),
  );
  await holds;
  const other = openDatabase(url, { sizes: { main: 1, admission: 1 } });
  await withTimeout(
    other.db.transaction((tx) => lockPeople(tx)),
    10 * second,
  );
  expect(await frozen).toBe("SERVICE_UNAVAILABLE");
  await other.close();
});
