import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres, { type Sql } from "postgres";
import { expect, it, onTestFinished } from "vitest";
import { distribute, readDistribution, stepsToDistribution } from "@/drizzle/distribute";
import { migrate, requireMigrated } from "@/drizzle/migrate";
import { wholeDay } from "@/drizzle/schema/day-counts";
import { isDistributedAtAll, misplaced } from "@/server/kernel/database/table-distribution";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { standInForCitus } from "@/server/test/citus-stand-in";
import { freshDatabase } from "@/server/test/database";
import { makeLeave } from "@/server/test/factories";
import { leaveRow, makeLeaveWorkspace, makePerson } from "@/server/test/leave-kit";
import { testServices } from "@/server/test/services";
import { distributeAt } from "./commands/distribute";
import { examineDistribution } from "./doctor/examine-distribution";

const quiet = () => undefined;

/** A migrated database with the stand-in for Citus. */
async function cluster(): Promise<{ url: string; sql: Sql }> {
  const url = await freshDatabase();
  const before = postgres(url, { max: 1, onnotice: quiet });
  await standInForCitus(before);
  await before.end();
  const sql = postgres(url, { max: 1, onnotice: quiet });
  onTestFinished(() => sql.end());
  return { url, sql };
}

const foreignKeys = async (sql: Sql) => {
  const keys = await sql<{ key: string }[]>`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as key from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by 1`;
  return keys.map(({ key }) => key);
};

/** Fails at the start of this step. */
const until = (index: number) => {
  let count = 0;
  return () => {
    if (count++ === index) throw new Error("interrupted");
  };
};

it("refused on plain PostgreSQL, which is not distributed", async () => {
  const url = await freshDatabase();
  await expect(distributeAt(url, true)).rejects.toThrow(
    /^The server does not have Citus\.$|cannot be distributed/,
  );
  const sql = postgres(url, { max: 1 });
  expect(await readDistribution(sql)).toEqual([]);
  expect(await examineDistribution(sql)).toEqual([]);
  await sql.end();
});

it("every table with a workspace is distributed beside it, and foreign keys come back", async () => {
  const { sql } = await cluster();
  const keys = await foreignKeys(sql);
  expect(isDistributedAtAll(await readDistribution(sql))).toBe(false);
  await distribute(sql, await stepsToDistribution(sql), quiet);
  expect(await stepsToDistribution(sql)).toEqual([]);
  const tables = await readDistribution(sql);
  expect(tables.length).toBeGreaterThan(50);
  expect(misplaced(tables)).toEqual([]);
  expect(tables.filter(({ wanted }) => wanted !== "workspace_id").map(({ name }) => name)).toEqual([
    ...["workspaces", "oauth_clients", "oauth_signing_keys"],
  ]);
  // A distributed table refers to no table of the coordinator.
  expect(await foreignKeys(sql)).toEqual(keys.filter((key) => !key.includes("REFERENCES workers")));
  expect(await examineDistribution(sql)).toMatchObject([
    { status: "ok", message: `Citus distributes ${tables.length} tables over 2 servers.` },
  ]);
});

it("leave without counted days is counted before, and refused from then on", async () => {
  const { url, sql } = await cluster();
  const services = await testServices({}, { DATABASE_URL: url });
  onTestFinished(() => services.close());
  const person = await makePerson(services, await makeLeaveWorkspace(services));
  const id = await makeLeave(services, person, {
    ...{ startDate: "2027-06-07", endDate: "2027-06-09", durationWorkingDays: 3, status: "CANCELLED" },
  });
  expect((await leaveRow(services, id)).dayCounts).toBeNull();
  const [first, ...others] = await stepsToDistribution(sql);
  expect(first?.title).toBe("count the days of 1 leaves that have no count, and refuse leave without");
  await distribute(sql, [first as never], quiet);
  const counts = [wholeDay, wholeDay, wholeDay];
  expect((await leaveRow(services, id)).dayCounts).toEqual({ start: dayNumber("2027-06-07"), counts });
  expect((await stepsToDistribution(sql)).map(({ title }) => title)).toEqual(
    others.map(({ title }) => title),
  );
  await expect(sql`update leaves set day_counts = null`).rejects.toThrow("day_counts");
});

it.each([3, 90, 150])(
  "interrupted at step %i: nothing starts, and the next call does the rest",
  async (index) => {
    const { url, sql } = await cluster();
    const keys = await foreignKeys(sql);
    await expect(distribute(sql, await stepsToDistribution(sql), until(index))).rejects.toThrow(
      "interrupted",
    );
    const refusal =
      /^DATABASE_URL is a Citus database.+ in part|^The distribution of DATABASE_URL was interrupted/;
    await expect(requireMigrated(url)).rejects.toThrow(refusal);
    await expect(migrate(url)).rejects.toThrow(refusal);
    expect(await examineDistribution(sql)).toMatchObject([{ status: "error" }]);
    await distribute(sql, await stepsToDistribution(sql), quiet);
    expect(await foreignKeys(sql)).toEqual(keys.filter((key) => !key.includes("REFERENCES workers")));
    await requireMigrated(url);
  },
);

it("a service refuses tables that are distributed in part", async () => {
  const { url, sql } = await cluster();
  const services = await testServices({}, { DATABASE_URL: url });
  onTestFinished(() => services.close());
  await sql`select create_distributed_table('workspaces', 'id')`;
  await expect(services.isDistributed()).rejects.toThrow(
    /^DATABASE_URL is a Citus database that is distributed in part: \w+, \w+, \w+ and \d+ more not; run `npm run admin -- distribute`\.$/,
  );
  await distribute(sql, await stepsToDistribution(sql), quiet);
  expect(await services.isDistributed()).toBe(true);
});

it("a migration distributes the table that it creates", async () => {
  const { url, sql } = await cluster();
  await distribute(sql, await stepsToDistribution(sql), quiet);
  const folder = mkdtempSync(path.join(tmpdir(), "migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync("drizzle/migrations", folder, { recursive: true });
  const file = path.join(folder, "meta", "_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8"));
  const last = journal.entries.at(-1);
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: "9999_widgets" });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(
    path.join(folder, "9999_widgets.sql"),
    'CREATE TABLE "widgets" ("workspace_id" uuid NOT NULL, "id" uuid NOT NULL, PRIMARY KEY ("workspace_id", "id"));',
  );
  await migrate(url, folder);
  expect(await readDistribution(sql)).toContainEqual({
    ...{ name: "widgets", wanted: "workspace_id", actual: "workspace_id", isTogether: true },
  });
});

it("a server that is away is an error, with its name", async () => {
  const { sql } = await cluster();
  await distribute(sql, await stepsToDistribution(sql), quiet);
  await sql`update pg_dist_node set isactive = false where nodename = 'other'`;
  expect(await examineDistribution(sql)).toMatchObject([
    { status: "error", message: "1 parts of tables are on servers that are not active: other:5432." },
  ]);
});
