import postgres from "postgres";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { hasPooler, startPooler } from "@/server/cli/pgbouncer";
import { testDatabase } from "@/server/test/database";
import { findPooling, type PoolingSettings } from "./pooling";

const unsaid: PoolingSettings = { pooler: "auto", preparedStatements: "auto" };
const pooled = (isPrepared: boolean) => ({ isPooled: true, isPrepared });

let url: string;
beforeAll(async () => {
  url = await testDatabase();
});

/** The database by way of a pooler of the test's own. */
async function through(settings: Record<string, string> = {}): Promise<string> {
  const pooler = await startPooler(url, settings);
  onTestFinished(() => pooler.remove());
  return pooler.url;
}

it("PostgreSQL itself is known as that, and left as it was by what the operator says", async () => {
  expect(await findPooling(url, unsaid)).toEqual({ isPooled: false, isPrepared: true });
  expect(await findPooling(url, { ...unsaid, preparedStatements: "off" })).toEqual({
    isPooled: false,
    isPrepared: false,
  });
  expect(await findPooling(url, { ...unsaid, pooler: "transaction" })).toEqual(pooled(false));
});

it("a database that is away is told as that", async () => {
  await expect(findPooling("postgres://nobody@127.0.0.1:1/none", unsaid)).rejects.toMatchObject({
    code: "ECONNREFUSED",
  });
});

describe.skipIf(!hasPooler)("a pooler is found out", () => {
  it("by what it refuses; it forgets prepared statements, and nothing of the question stays on its connections", async () => {
    const pooler = await through();
    expect(await findPooling(pooler, unsaid)).toEqual(pooled(false));
    const left = await preparedOn(pooler, 4);
    expect(left).toEqual([[], [], [], []]);
  });

  it("when it takes settings, and lets its connections go without", async () => {
    const names = "statement_timeout,lock_timeout,idle_in_transaction_session_timeout,synchronous_commit";
    const pooler = await through({ ignore_startup_parameters: names });
    expect(await findPooling(pooler, unsaid)).toEqual(pooled(false));
  });

  it("with one server connection: what cannot be tried is not used", async () => {
    expect(await findPooling(await through({ default_pool_size: "1" }), unsaid)).toEqual(pooled(false));
  });

  it("and the operator's word on prepared statements counts", async () => {
    const pooler = await through({ pool_mode: "session" });
    expect(await findPooling(pooler, { ...unsaid, preparedStatements: "on" })).toEqual(pooled(true));
  });

  it("also against the operator's word, with one line", async () => {
    await expect(findPooling(await through(), { ...unsaid, pooler: "none" })).rejects.toThrow(
      "DATABASE_POOLER=none, but DATABASE_URL leads to a pooler; set it to transaction.",
    );
  });
});

/** Asks what is prepared on so many connections at once, in a transaction on each. */
async function preparedOn(at: string, count: number): Promise<unknown[][]> {
  const sql = postgres(at, { max: count, prepare: false, fetch_types: false, onnotice: () => undefined });
  let begun = 0;
  let all: () => void = () => undefined;
  const together = new Promise<void>((resolve) => {
    all = resolve;
  });
  const each = async (tx: postgres.TransactionSql) => {
    await tx`select 1`;
    if (++begun === count) all();
    await together;
    return { names: [...(await tx`select name from pg_prepared_statements`)] };
  };
  const answers = await Promise.all(Array.from({ length: count }, () => sql.begin(each)));
  await sql.end();
  return answers.map(({ names }) => names);
}
