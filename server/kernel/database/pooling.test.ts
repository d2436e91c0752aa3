import postgres from "postgres";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { testDatabase } from "@/server/test/database";
import { hasPooler, startPooler } from "@/server/test/pgbouncer";
import { findPooling, type PoolingSettings } from "./pooling";

const unsaid: PoolingSettings = { pooler: "auto", preparedStatements: "auto" };
const pooled = (isPrepared: boolean) => ({ isPooled: true, isPrepared });

let url: string;
beforeAll(async () => {
  url = await testDatabase();
});

/** The database's URL through a pooler that the test starts. */
async function through(settings: Record<string, string> = {}): Promise<string> {
  const pooler = await startPooler(url, settings);
  onTestFinished(() => pooler.remove());
  return pooler.url;
}

it("detects a direct connection to PostgreSQL, which the operator's settings override", async () => {
  expect(await findPooling(url, unsaid)).toEqual({ isPooled: false, isPrepared: true });
  expect(await findPooling(url, { ...unsaid, preparedStatements: "off" })).toEqual({
    isPooled: false,
    isPrepared: false,
  });
  expect(await findPooling(url, { ...unsaid, pooler: "transaction" })).toEqual(pooled(false));
});

it("an unavailable database fails with the connection error", async () => {
  await expect(findPooling("postgres://nobody@127.0.0.1:1/none", unsaid)).rejects.toMatchObject({
    code: "ECONNREFUSED",
  });
});

describe.skipIf(!hasPooler)("detects a pooler", () => {
  it("by the settings it refuses; it loses prepared statements, and the probe leaves none on its connections", async () => {
    const pooler = await through();
    expect(await findPooling(pooler, unsaid)).toEqual(pooled(false));
    const left = await preparedOn(pooler, 4);
    expect(left).toEqual([[], [], [], []]);
  });

  it("that accepts settings without applying them to its connections", async () => {
    const names = "statement_timeout,lock_timeout,idle_in_transaction_session_timeout,synchronous_commit";
    const pooler = await through({ ignore_startup_parameters: names });
    expect(await findPooling(pooler, unsaid)).toEqual(pooled(false));
  });

  it("with one server connection: prepared statements that cannot be probed are not used", async () => {
    expect(await findPooling(await through({ default_pool_size: "1" }), unsaid)).toEqual(pooled(false));
  });

  it("and the operator's setting for prepared statements wins", async () => {
    const pooler = await through({ pool_mode: "session" });
    expect(await findPooling(pooler, { ...unsaid, preparedStatements: "on" })).toEqual(pooled(true));
  });

  it("despite DATABASE_POOLER=none, with a one-line error", async () => {
    await expect(findPooling(await through(), { ...unsaid, pooler: "none" })).rejects.toThrow(
      "DATABASE_POOLER=none, but DATABASE_URL leads to a pooler; set it to transaction.",
    );
  });
});

/** Lists the prepared statements of `count` connections, in concurrent transactions. */
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
