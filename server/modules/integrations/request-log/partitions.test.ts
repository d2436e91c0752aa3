import { sql } from "drizzle-orm";
import postgres from "postgres";
import { beforeEach, describe, expect, it } from "vitest";
import { migrate } from "@/drizzle/migrate";
import { requestLog } from "@/drizzle/schema/request-log";
import { listPartitions, type Partition } from "@/server/kernel/database/day-partitions";
import { firstRequestIdAt, newId, newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { day, hour, plus } from "@/server/kernel/time/clock";
import { emptyDatabase, freshDatabase } from "@/server/test/database";
import { hasPooler, startPooler } from "@/server/test/pgbouncer";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { deleteOldRequests, requestDays } from "./sweep";

const clock = standingClock();
const workspaceId = newId();
let url: string;
let services: Services;

const onOwnDatabase = (DATABASE_URL: string) => testServices({ clock }, { DATABASE_URL });

beforeEach(async () => {
  clock.set(testNow);
  url = await freshDatabase();
  services = await onOwnDatabase(url);
  return () => services.close();
});

const request = (at: Date) => ({
  ...{ workspaceId, requestId: newRequestId(at), at, api: "v2", method: "GET", path: "/v2/labels" },
  ...{ status: 200, durationUs: 1 },
});
const write = (...times: Date[]) => services.db.insert(requestLog).values(times.map(request));
const sweep = (by = services) => deleteOldRequests(by);
const days = () => listPartitions(services.db, requestDays);
const rowsBy = async () => {
  const rows = await services.db.execute<{ name: string; count: number }>(
    sql`select tableoid::regclass::text as name, count(*)::int as count from request_log group by 1`,
  );
  return Object.fromEntries([...rows].map(({ name, count }) => [name, count]));
};
const isWhole = (found: Partition[]) => {
  expect(found[0]?.from).toBeUndefined();
  expect(found.at(-1)?.to).toBeUndefined();
  for (const [at, { to }] of found.slice(0, -1).entries()) expect(found[at + 1]?.from).toBe(to);
};
const passDays = async (count: number) => {
  for (let passed = 0; passed < count; passed++) {
    clock.pass(day);
    await write(clock());
    await sweep();
  }
};

describe("days", () => {
  it("creates each partition ahead; drops what is older than 30 days with its partition, at the end of its day", async () => {
    await write(plus(testNow, -29 * day), testNow);
    expect((await days()).map(({ name }) => name)).toEqual(["request_log_start"]);
    await sweep();
    expect((await days()).map(({ name }) => name)).toEqual(["request_log_start", "request_log_20261123"]);
    await passDays(45);
    const found = await days();
    isWhole(found);
    // 30 days, the incomplete days at both ends, and three ahead.
    expect(found).toHaveLength(34);
    const rows = await rowsBy();
    expect(Object.values(rows)).toEqual(Array.from({ length: 31 }, () => 1));
    expect(found[0]).toMatchObject({ name: "request_log_20261205", from: undefined });
    expect(rows.request_log_20270104).toBe(1);
  });

  it("every id has a partition, however old or new, and also after a period without maintenance", async () => {
    await sweep();
    clock.pass(9 * day);
    await write(clock(), plus(clock(), 400 * day), plus(clock(), -400 * day));
    expect(await rowsBy()).toEqual({ request_log_start: 1, request_log_20261123: 2 });
    await sweep();
    // The partition of the far future keeps several days: their rows are deleted in steps.
    expect((await days()).map(({ name }) => name)).toEqual(["request_log_start", "request_log_20261123"]);
    await services.db.execute(
      sql`delete from request_log_20261123 where at > ${plus(clock(), day).toISOString()}::timestamptz`,
    );
    await sweep();
    expect((await days()).map(({ name }) => name)).toEqual([
      ...["request_log_start", "request_log_20261123", "request_log_20261202"],
    ]);
    isWhole(await days());
    clock.pass(32 * day);
    await sweep();
    expect(await rowsBy()).toEqual({});
  });

  it("drops the constraint of an interrupted split before it could refuse a row", async () => {
    await services.db.execute(
      sql.raw(
        `alter table request_log_start add constraint request_log_start_until_20261121
           check (request_id < '${firstRequestIdAt(new Date("2026-11-21T00:00:00Z"))}') not valid`,
      ),
    );
    await sweep();
    await write(plus(testNow, day));
    expect(await days()).toMatchObject([
      { name: "request_log_start", end: { name: "request_log_start_until_20261123", isValid: true } },
      { name: "request_log_20261123" },
    ]);
  });

  it("several processes at once create and drop each partition once, while others write", async () => {
    const others = await Promise.all([1, 2, 3].map(() => onOwnDatabase(url)));
    for (let passed = 0; passed < 36; passed++) {
      clock.pass(day);
      const times = Array.from({ length: 5 }, () => clock());
      await Promise.all([...others.map(sweep), ...times.map((at) => write(at)), sweep()]);
    }
    await sweep();
    const found = await days();
    isWhole(found);
    expect(found).toHaveLength(34);
    expect(Object.values(await rowsBy())).toEqual(Array.from({ length: 31 }, () => 5));
    await Promise.all(others.map((each) => each.close()));
  });

  it.skipIf(!hasPooler)("creates and drops partitions behind a pooler, too", async () => {
    const pooler = await startPooler(url);
    const pooled = await onOwnDatabase(pooler.url);
    for (let passed = 0; passed < 34; passed++) {
      await write(clock());
      clock.pass(day);
      await sweep(pooled);
    }
    expect(await days()).toHaveLength(34);
    await pooled.close();
    await pooler.remove();
  });
});

describe("readers and writers", () => {
  it("do not queue behind a partition change that itself waits for a reader: it is postponed", async () => {
    await sweep();
    await passDays(34);
    const before = await days();
    const reader = postgres(url, { max: 1, onnotice: () => undefined });
    await reader`begin`;
    await reader`select count(*) from request_log`;
    clock.pass(day);
    const [done] = await Promise.all([sweep(), write(clock()), services.db.$count(requestLog)]);
    expect((await days()).map(({ name }) => name)).toEqual(before.map(({ name }) => name));
    expect(done).toBe(0);
    await reader`commit`;
    await sweep();
    expect((await days()).map(({ name }) => name)).not.toEqual(before.map(({ name }) => name));
    await reader.end();
  });

  it("read a page from the newest days only, in order, and a single request from its day", async () => {
    await passDays(20);
    const plan = async (query: ReturnType<typeof sql>) => {
      const lines = await services.db.execute<{ "QUERY PLAN": string }>(
        sql`explain (analyze, costs off, timing off) ${query}`,
      );
      return [...lines].map((line) => line["QUERY PLAN"]).join("\n");
    };
    const of = sql`select * from request_log where workspace_id = ${workspaceId}::uuid`;
    const page = await plan(
      sql`${of} and request_id >= ${firstRequestIdAt(plus(clock(), -30 * day))} order by request_id desc limit 1`,
    );
    expect(page).not.toMatch(/Merge Append|Sort/);
    expect(page.match(/never executed/g)?.length).toBeGreaterThan(15);
    const [{ requestId = "" } = {}] = await services.db.select().from(requestLog).limit(1);
    expect((await plan(sql`${of} and request_id = ${requestId}`)).match(/request_log_/g)).toHaveLength(2);
  });
});

it("deleting through the parent table is refused, as in the previous version; its inserts are accepted", async () => {
  await write(testNow);
  await expect(
    services.db.execute(
      sql`delete from "request_log" where ctid = any(array((select ctid from "request_log" limit 5000)))`,
    ),
  ).rejects.toMatchObject({ cause: { message: "rows of request_log are deleted from its partitions" } });
  expect(await services.db.$count(requestLog)).toBe(1);
});

it("a role without the right to alter tables deletes row by row", async () => {
  const sqlOf = postgres(url, { max: 1, onnotice: () => undefined });
  const role = `plain_${newId().replaceAll("-", "")}`;
  await sqlOf.unsafe(
    `create role ${role} login password 'x'; grant select, insert, update, delete on all tables in schema public to ${role}`,
  );
  const theirs = new URL(url);
  Object.assign(theirs, { username: role, password: "x" });
  const plain = await onOwnDatabase(theirs.href);
  await write(plus(testNow, -30 * day - hour), testNow);
  expect(await sweep(plain)).toBe(1);
  expect(await rowsBy()).toEqual({ request_log_start: 1 });
  await plain.close();
  await sqlOf.unsafe(`drop owned by ${role}; drop role ${role}`);
  await sqlOf.end();
});

it("rows of the log before partitioning stay in their file", async () => {
  const older = await emptyDatabase();
  await migrate(older, undefined, undefined, "0043_retention");
  const sqlOf = postgres(older, { max: 1, onnotice: () => undefined });
  const { requestId } = request(testNow);
  await sqlOf`insert into request_log (workspace_id, request_id, at, api, method, path, status, duration_us)
    values (${workspaceId}, ${requestId}, ${testNow}, 'v2', 'GET', '/v2/labels', 200, 1)`;
  const fileOf = (table: string) => sqlOf`select pg_relation_filepath(${table}) as file`;
  const [before] = await fileOf("request_log");
  await migrate(older);
  expect(await fileOf("request_log_start")).toEqual([before]);
  expect(await sqlOf`select request_id from request_log`).toMatchObject([{ request_id: requestId }]);
  await sqlOf.end();
});
