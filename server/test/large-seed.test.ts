import { sql } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { readScopes, seedLarge } from "@/drizzle/seed/large";
import { scopes } from "@/server/access/scopes";
import { type Database, openDatabase } from "@/server/kernel/database/db";
import { sha256 } from "@/server/kernel/secrets";
import { testDatabase } from "./database";

const now = new Date("2026-11-20T13:14:15.000Z");
let database: Database;
afterAll(() => database.close());

it("makes exactly the requested people, leaves and keys, each leave valid", async () => {
  database = openDatabase(await testDatabase(), { sizes: { main: 2, admission: 1 } });
  const steps: number[] = [];
  const progress = (done: number, total: number) => steps.push(done / total);
  const made = await seedLarge(database.db, { people: 260, leavesPerPerson: 12, now, keys: 3, progress });
  expect(made.counts).toEqual({ people: 260, leaves: 3120, keys: 3 });
  expect(steps.at(-1)).toBe(1);
  const [leaves] = await database.db.execute(sql`
    SELECT count(*)::int, bool_and(duration_working_days > 0) AS positive, count(DISTINCT status)::int AS statuses,
      count(*) FILTER (WHERE start_date <= previous)::int AS overlaps,
      count(*) FILTER (WHERE approver_id = user_id)::int AS self
    FROM (SELECT *, lag(end_date) OVER (PARTITION BY user_id ORDER BY start_date) AS previous FROM leaves) AS l`);
  expect(leaves).toEqual({ count: 3120, positive: true, statuses: 6, overlaps: 0, self: 0 });
  const keys = await database.db.execute(sql`
    SELECT encode(hash, 'hex') AS hash FROM api_keys JOIN rate_counters ON key_id = id
    WHERE owner_id = ${made.admin.id}::uuid`);
  expect(keys.map((key) => key.hash).sort()).toEqual(
    made.keys.map((key) => sha256(key).toString("hex")).sort(),
  );
});

it("counts a location's working days, as the database counts them", async () => {
  const wrong = await database.db.execute(sql`
    SELECT l.id FROM leaves l JOIN locations o ON o.workspace_id = l.workspace_id AND o.id = l.location_id,
    LATERAL (SELECT sum(1 - coalesce((SELECT max(CASE WHEN h.is_half_day THEN 0.5 ELSE 1 END) FROM holidays h
        WHERE h.location_id = o.id AND h.date = d::date), 0)) AS days
      FROM generate_series(l.start_date, l.end_date, '1 day') d
      WHERE extract(dow FROM d) = ANY (o.work_week)) AS worked
    WHERE l.duration_working_days <> worked.days`);
  expect(wrong).toHaveLength(0);
  const [kept] = await database.db.execute(sql`
    SELECT count(*)::int FROM leaves l WHERE day_counts IS DISTINCT FROM leave_days(l)`);
  expect(kept).toEqual({ count: 0 });
});

it("refers only to existing rows, though foreign keys are off", async () => {
  const [found] = await database.db.execute(sql`
    SELECT count(*)::int FROM leaves l JOIN users u ON u.workspace_id = l.workspace_id AND u.id = l.user_id
    JOIN leave_types t ON t.workspace_id = l.workspace_id AND t.id = l.leave_type_id
    JOIN locations o ON o.workspace_id = l.workspace_id AND o.id = l.location_id
    JOIN departments d ON d.workspace_id = l.workspace_id AND d.id = l.department_id
    WHERE l.approver_id IS NULL OR EXISTS (SELECT FROM users a WHERE a.workspace_id = l.workspace_id AND a.id = l.approver_id)`);
  expect(found).toEqual({ count: 3120 });
});

it("refuses more leaves than fit without overlap", async () => {
  const refused = seedLarge(database.db, { people: 1, leavesPerPerson: 400, now });
  await expect(refused).rejects.toThrow(RangeError);
});

it("its keys have every read scope of the server", () => {
  expect([...readScopes].sort()).toEqual(scopes.filter((scope) => scope.endsWith(":read")).sort());
});
