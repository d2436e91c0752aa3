import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { expect, it, onTestFinished, vi } from "vitest";
import { testDatabase } from "@/server/test/database";
import { type Db, openDatabase, statement } from "./db";
import { ofEvery } from "./in-batch";
import { type Asking, hashOf, isServerAway, Placement } from "./placement";
import { ofWorkspace } from "./server-shares";

/** Two servers, each with half of the hashes. */
const parts = [
  { from: -(2 ** 31), server: 1 },
  { from: 0, server: 2 },
];

const workspaceOn = (server: number): string => {
  for (;;) {
    const id = randomUUID();
    if (hashOf(id) < 0 === (server === 1)) return id;
  }
};
const [here, there] = [workspaceOn(1), workspaceOn(2)];

/** A placement whose servers answer, fail, or do not answer. */
async function placed(probes: Record<number, () => Promise<unknown>> = {}) {
  const placement = new Placement();
  const changes: string[] = [];
  const asking: Asking = {
    parts: async () => parts,
    probe: async (id) => probes[hashOf(id) < 0 ? 1 : 2]?.(),
    workspaces: async () => [here, there],
    onChange: (server, isAway) => changes.push(`${server} ${isAway ? "away" : "there"}`),
  };
  placement.begin(asking);
  onTestFinished(() => placement.end());
  await vi.waitUntil(() => placement.isKnown);
  return { placement, changes };
}

const asked = statement<{ id: string }>(sql`
  select p.id::text as id from (values (${sql.placeholder("here")}::uuid), (${sql.placeholder("there")}::uuid)) p(id)
  where ${ofEvery("a test", sql`p.id`)} order by p.id = ${sql.placeholder("there")}::uuid`);
const askEvery = async (db: Db) => (await asked(db, { here, there })).map(({ id }) => id);

it("hashes a workspace's id as PostgreSQL does", async () => {
  const client = postgres(await testDatabase(), { max: 1 });
  onTestFinished(() => client.end());
  const ids = Array.from({ length: 500 }, () => randomUUID());
  const rows = await client<{ id: string; hash: number }[]>`
    select id, uuid_hash(id) as hash from unnest(${ids}::uuid[]) with ordinality x(id, n) order by n`;
  expect(ids.map(hashOf)).toEqual(rows.map(({ hash }) => hash));
});

it("knows no server and asks nothing until it begins", async () => {
  const placement = new Placement();
  expect([placement.isKnown, placement.serverOf(here), placement.reachable]).toEqual([
    false,
    undefined,
    undefined,
  ]);
});

it("a server that does not answer holds half of the connections; the others' work begins at once", async () => {
  const { placement } = await placed();
  const url = await testDatabase();
  const database = openDatabase(url, { placement });
  const held = postgres(url, { max: 1 });
  onTestFinished(async () => {
    await held.end();
    await database.close();
  });
  await held`select pg_advisory_lock(77)`;
  const waits = sql`select pg_advisory_xact_lock(77)`;
  const wait = statement(sql`select pg_advisory_xact_lock(77), ${sql.placeholder("workspaceId")}::uuid`);
  const waitEvery = statement(sql`select pg_advisory_xact_lock(77) where ${ofEvery("a test")}`);
  const hanging = [
    ...Array.from({ length: 8 }, () => database.dbOf(there).execute(waits)),
    ...Array.from({ length: 8 }, () => database.dbOf(there).transaction((tx) => tx.execute(waits))),
    ...Array.from({ length: 8 }, () => wait(database.neverRefused, { workspaceId: there })),
    ...Array.from({ length: 8 }, () => ofWorkspace(there, () => database.db.execute(waits))),
    ...Array.from({ length: 8 }, () => waitEvery(database.db)),
  ];
  const waiting = async () => {
    const [row] =
      await held`select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`;
    return row?.n;
  };
  // Five of the server, two of every server.
  await vi.waitUntil(async () => (await waiting()) === 7);
  for (let n = 0; n < 20; n++) await database.dbOf(here).execute(sql`select 1`);
  await Promise.all(
    Array.from({ length: 20 }, () => database.dbOf(here).transaction((tx) => tx.execute(sql`select 1`))),
  );
  await database.db.execute(sql`select 1`);
  expect(await waiting()).toBe(7);
  await held`select pg_advisory_unlock(77)`;
  await Promise.all(hanging);
});

it("searches leave out a server that fails, until it answers again", async () => {
  let fails = true;
  const { placement, changes } = await placed({
    2: async () => {
      if (fails) throw new Error("refused");
    },
  });
  const database = openDatabase(await testDatabase(), { placement });
  onTestFinished(() => database.close());
  expect(await askEvery(database.db)).toEqual([here, there]);
  await vi.waitUntil(() => placement.reachable !== undefined, { timeout: 5000 });
  expect(await askEvery(database.db)).toEqual([here]);
  fails = false;
  await vi.waitUntil(() => placement.reachable === undefined, { timeout: 5000 });
  expect(await askEvery(database.db)).toEqual([here, there]);
  expect(changes).toEqual(["2 away", "2 there"]);
});

it("due work of a server that does not answer ends, and a request's goes on", async () => {
  let answer = () => undefined as unknown;
  const { placement } = await placed({
    2: () =>
      new Promise((resolve) => {
        answer = () => resolve(undefined);
      }),
  });
  const database = openDatabase(await testDatabase(), { placement });
  onTestFinished(() => database.close());
  const slow = sql`select pg_sleep(5)`;
  const work = ofWorkspace(there, () => database.db.execute(slow)).catch((error: unknown) => error);
  const [error, late] = [await work, database.dbOf(there).execute(sql`select 1 as one`)];
  expect(isServerAway(error)).toBe(true);
  expect([...(await late)]).toEqual([{ one: 1 }]);
  await expect(ofWorkspace(there, () => database.db.execute(sql`select 1`))).rejects.toThrow(
    "does not answer",
  );
  expect([...(await ofWorkspace(here, () => database.db.execute(sql`select 1 as one`)))]).toEqual([
    { one: 1 },
  ]);
  answer();
  await vi.waitUntil(() => placement.reachable === undefined, { timeout: 5000 });
  await ofWorkspace(there, () => database.db.execute(sql`select 1`));
});
