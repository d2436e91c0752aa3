import { isDeepStrictEqual } from "node:util";
import { verify } from "@node-rs/argon2";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import {
  calendarStatuses,
  isEffective,
  leaveStatuses,
  roles,
  rollovers,
  userStatuses,
} from "@/drizzle/schema/values";
import { type DemoSummary, seedDemo } from "@/drizzle/seed/demo";
import { easter, ontarianHolidays, orthodoxEaster, serbianHolidays } from "@/drizzle/seed/public-holidays";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { type Database, openDatabase } from "@/server/kernel/database/db";
import { newId, newRequestId } from "@/server/kernel/ids";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { readBalances } from "@/server/modules/leave/balances/read";
import { sumOf, toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import { periodOf } from "@/server/modules/leave/calendars/period";
import { readCalendars, worksBy } from "@/server/modules/leave/calendars/read-calendar";
import { readEmployees } from "@/server/modules/leave/calendars/read-employee";
import {
  calendarDays,
  countDays,
  fromDays,
  toDays,
  workingDays,
} from "@/server/modules/leave/calendars/working-days";
import { overlaps } from "@/server/modules/leave/requests/overlap";
import { freshDatabase, testDatabase } from "./database";
import { testServices } from "./services";

const now = new Date("2026-11-20T13:14:15.000Z");
const passwords = {
  ADMIN: "first secret",
  LOCATION_ADMIN: "second secret",
  APPROVER: "third secret",
  USER: "fourth secret",
};
const legacyKey = "Zx81mPq4Vt0sLk7dWnY3bRj6hCfE2gUa9oXi5TzQ";

const opened: Database[] = [];
afterAll(() => Promise.all(opened.map((database) => database.close())));

async function seeded(
  url: string,
  at: Date,
  seed?: number,
): Promise<{ database: Database; summary: DemoSummary }> {
  const database = openDatabase(url, { sizes: { main: 2, admission: 1 } });
  opened.push(database);
  return { database, summary: await seedDemo(database.db, { now: at, passwords, legacyKey, seed }) };
}

const tables = [
  "workspaces",
  "locations",
  "holidays",
  "departments",
  "department_approvers",
  "location_admins",
  "labels",
  "user_labels",
  "users",
  "leave_types",
  "leave_policies",
  "leaves",
  "legacy_keys",
  "delegations",
  "work_patterns",
  "leave_rules",
  "leave_rule_marks",
  "leave_certificates",
  "company_leaves",
  "company_leave_people",
  "credits",
  "hours_worked",
  "balance_adjustments",
];

/** One digest per table, without the database's write times; rows are sorted by their own text. */
async function digests({ db }: Database): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const table of tables) {
    const [row] = await db.execute(
      sql`SELECT md5(string_agg(row, E'\n' ORDER BY row)) AS digest
        FROM (SELECT (to_jsonb(t) - 'written_at')::text AS row FROM ${sql.identifier(table)} AS t) AS texts`,
    );
    all[table] = row?.digest;
  }
  return all;
}

let demo: Database;
let summary: DemoSummary;
beforeAll(async () => {
  ({ database: demo, summary } = await seeded(await testDatabase(), now));
});

let services: Services | undefined;
afterAll(() => services?.close());

async function demoServices(): Promise<Services> {
  services ??= await testServices({ clock: () => now });
  return services;
}

async function administrator(services: Services): Promise<Ctx> {
  const [admin] = await rows<{ id: string }>(sql`SELECT id FROM users WHERE email LIKE 'admin@%'`);
  const via = { type: "session", sessionId: newId() } as const;
  const actor = admin && (await loadActor(services.db, summary.workspace.id, admin.id, via));
  if (!actor) throw new Error("the demo has no administrator");
  return ctxFor(services, actor, newRequestId());
}

const rows = async <T extends Record<string, unknown>>(query: SQL): Promise<T[]> =>
  (await demo.db.execute<T>(query)) as unknown as T[];
const count = async (query: SQL): Promise<number> => Number((await rows<{ count: string }>(query))[0]?.count);
const values = async (query: SQL): Promise<unknown[]> =>
  (await rows<{ value: unknown }>(query)).map((row) => row.value);

describe("the same seed and day", () => {
  it("give the same rows at another hour", async () => {
    const evening = await seeded(await freshDatabase(), new Date("2026-11-20T23:59:59.999Z"));
    expect(await digests(evening.database)).toEqual(await digests(demo));
    expect(evening.summary).toEqual(summary);
  });

  it("give other people leave with another seed", async () => {
    const other = await seeded(await freshDatabase(), now, 2);
    expect((await digests(other.database)).leaves).not.toBe((await digests(demo)).leaves);
  });
});

describe("the company", () => {
  it("is on the COMPLETE plan with the add-on", async () => {
    expect(await rows(sql`SELECT id, plan, open_api_enabled FROM workspaces`)).toEqual([
      { id: summary.workspace.id, plan: "COMPLETE", open_api_enabled: true },
    ]);
  });

  it("has people in every role and status", async () => {
    const found = await rows<{ role: string; count: string }>(sql`
      SELECT CASE WHEN is_admin THEN 'ADMIN'
        WHEN EXISTS (SELECT FROM location_admins a WHERE a.user_id = users.id) THEN 'LOCATION_ADMIN'
        WHEN EXISTS (SELECT FROM department_approvers a WHERE a.user_id = users.id) THEN 'APPROVER'
        ELSE 'USER' END AS role, count(*) FROM users WHERE status = 'ACTIVE' GROUP BY 1`);
    const of = Object.fromEntries(found.map((row) => [row.role, Number(row.count)]));
    expect(of).toMatchObject({ ADMIN: 2, LOCATION_ADMIN: 3, APPROVER: 8 });
    expect(of.USER).toBeGreaterThan(35);
    expect((await values(sql`SELECT DISTINCT status AS value FROM users`)).sort()).toEqual(
      [...userStatuses].sort(),
    );
  });

  it("has a default department and location, and an approver for every department", async () => {
    expect(await count(sql`SELECT count(*) FROM departments WHERE is_default`)).toBe(1);
    expect(await count(sql`SELECT count(*) FROM locations WHERE is_default`)).toBe(1);
    expect(
      await values(sql`SELECT name AS value FROM departments d WHERE NOT EXISTS (
        SELECT FROM department_approvers a WHERE a.department_id = d.id AND a.level = 1)`),
    ).toEqual([]);
  });

  it("uses every calendar status and rollover", async () => {
    const used = async (column: string, table: string) =>
      (
        await values(sql`SELECT DISTINCT ${sql.identifier(column)} AS value FROM ${sql.identifier(table)}`)
      ).sort();
    expect(await used("calendar_status", "leave_types")).toEqual([...calendarStatuses].sort());
    expect(await used("rollover", "leave_policies")).toEqual([...rollovers].sort());
  });

  it("has a credit to decide, and an approved one that expires", async () => {
    const found = await rows(sql`SELECT status, expires_on > '2026-11-20' AS lasts FROM credits ORDER BY 1`);
    expect(found).toEqual([
      { status: "APPROVED", lasts: true },
      { status: "OPEN", lasts: true },
    ]);
  });

  it("has someone who is paid by the hour, with leave of all hours that are over", async () => {
    const hours = await rows<{ people: number; periods: number; last: string }>(sql`
      SELECT count(DISTINCT user_id)::int AS people, count(*)::int AS periods, max(last_day)::text AS last FROM hours_worked`);
    expect(hours[0]?.people).toBe(1);
    expect(hours[0]?.periods).toBeGreaterThan(3);
    expect(hours[0]?.last).toBe("2026-11-13");
    const [person] = await rows<{ id: string }>(sql`SELECT DISTINCT user_id AS id FROM hours_worked`);
    const balances = await readBalances(await administrator(await demoServices()), {
      ...{ userId: person?.id ?? "", asOf: "2026-11-20" },
    });
    const vacation = balances.find(({ leaveTypeName }) => leaveTypeName === "Paid leave");
    expect(vacation).toMatchObject({ earnsByHours: true });
    expect(toDays(vacation?.accrued ?? 0)).toBeGreaterThan(3);
  });

  it("has one sign-in for each role, with the given password", async () => {
    expect(summary.signIns.map(({ role }) => role)).toEqual(roles);
    for (const { role, email } of summary.signIns) {
      const [hash] = await values(sql`SELECT password_hash AS value FROM credentials c
        JOIN users u ON u.workspace_id = c.workspace_id AND u.id = c.user_id WHERE u.email = ${email}`);
      expect(await verify(String(hash), passwords[role])).toBe(true);
    }
  });

  it("keeps the legacy key as a hash, with a full bucket", async () => {
    const [key] = await rows<{ hash: Buffer; last_four: string; full: boolean; month: string }>(sql`
      SELECT hash, last_four, theoretical_arrival_at <= ${now.toISOString()} AS full, month::text FROM legacy_keys
      JOIN rate_counters ON key_id = id AND rate_counters.workspace_id = legacy_keys.workspace_id`);
    expect(key).toEqual({ hash: sha256(legacyKey), last_four: "5TzQ", full: true, month: "2026-11-01" });
  });
});

describe("leave", () => {
  it("exists in every status, in a realistic number", async () => {
    expect((await values(sql`SELECT DISTINCT status AS value FROM leaves`)).sort()).toEqual(
      [...leaveStatuses].sort(),
    );
    expect(summary.counts.leaves).toBeGreaterThan(500);
    expect(summary.counts.leaves).toBeLessThan(1000);
  });

  it("of one person never overlaps, but for a sick day in a vacation, which came back", async () => {
    const met = await rows<{ interrupts: boolean; counts: string; days: number }>(
      sql`SELECT (x.interrupts AND y.interruptible) OR (x.interruptible AND y.interrupts) AS interrupts,
          coalesce(CASE WHEN x.interruptible THEN a.day_counts[b.start_date - '1970-01-01'] ELSE b.day_counts[a.start_date - '1970-01-01'] END, -1)::text AS counts,
          CASE WHEN x.interrupts THEN a.end_date - a.start_date + 1 ELSE b.end_date - b.start_date + 1 END AS days
        FROM leaves a JOIN leaves b ON a.user_id = b.user_id AND a.id < b.id
          AND a.start_date <= b.end_date AND b.start_date <= a.end_date
        JOIN leave_types x ON x.id = a.leave_type_id JOIN leave_types y ON y.id = b.leave_type_id
        WHERE a.status IN ('OPEN', 'APPROVED') AND b.status IN ('OPEN', 'APPROVED')`,
    );
    expect(met).toEqual([{ interrupts: true, counts: "0", days: 1 }]);
  });

  it("counts the working days of its person or location, as the database counts them", async () => {
    expect(
      await values(sql`
        SELECT l.id AS value FROM leaves l JOIN locations o ON o.workspace_id = l.workspace_id AND o.id = l.location_id
        JOIN leave_types t ON t.id = l.leave_type_id
        LEFT JOIN work_patterns p ON p.user_id = l.user_id AND p.starts_on <= l.start_date,
        LATERAL (SELECT sum(least(1 - coalesce((SELECT max(CASE WHEN h.is_half_day THEN 0.5 ELSE 1 END) FROM holidays h
            WHERE h.location_id = o.id AND h.date = d::date), 0),
            CASE WHEN (d = l.start_date AND l.start_part = 'AFTERNOON') OR (d = l.end_date AND l.end_part = 'MORNING')
              THEN 0.5 ELSE 1 END)) AS days
          FROM generate_series(l.start_date, l.end_date, '1 day') d
          WHERE NOT (t.interruptible AND EXISTS (SELECT FROM leaves s JOIN leave_types i ON i.id = s.leave_type_id AND i.interrupts
              WHERE s.user_id = l.user_id AND s.status = 'APPROVED' AND l.status IN ('OPEN', 'APPROVED')
                AND d BETWEEN s.start_date AND s.end_date))
            AND CASE WHEN p.id IS NULL THEN extract(dow FROM d) = ANY (o.work_week)
            ELSE (p.minutes -> extract(dow FROM d)::int ->> 0)::int > 0 END) AS worked
        WHERE l.duration_working_days <= 0 OR l.duration_working_days <> round(worked.days * CASE WHEN is_full_day_leave THEN 1
          ELSE (end_hour * 60 + end_minute - start_hour * 60 - start_minute) / (60 * o.hours_per_day) END, 3)`),
    ).toEqual([]);
  });

  it("has half days: single ones, and at the end of longer leave", async () => {
    const halves = sql`start_part = 'AFTERNOON' OR end_part = 'MORNING'`;
    expect(
      await count(sql`SELECT count(*) FROM leaves WHERE start_date = end_date AND (${halves})`),
    ).toBeGreaterThan(5);
    expect(
      await count(sql`SELECT count(*) FROM leaves WHERE start_date < end_date AND end_part = 'MORNING'
      AND extract(dow FROM end_date) = 5`),
    ).toBeGreaterThan(0);
  });

  it("follows the policy of its location", async () => {
    expect(
      await values(sql`
        SELECT l.id AS value FROM leaves l LEFT JOIN leave_policies p ON p.workspace_id = l.workspace_id
          AND p.leave_type_id = l.leave_type_id AND p.location_id = l.location_id
        WHERE p.leave_type_id IS NULL OR l.auto_approved <> (NOT p.approval_required OR l.company_leave_id IS NOT NULL)
          OR (p.reason_required AND l.reason IS NULL)
          OR (p.shortest_duration = 'FULL_DAY' AND NOT l.is_full_day_leave)`),
    ).toEqual([]);
  });

  it("was decided by an approver of the department, or an administrator, and never by its owner", async () => {
    expect(
      await values(sql`
        SELECT l.id AS value FROM leaves l JOIN users a ON a.id = l.approver_id
        WHERE l.approver_id = l.user_id OR NOT (a.is_admin OR EXISTS (SELECT FROM department_approvers d
          WHERE d.department_id = l.department_id AND d.user_id = l.approver_id))`),
    ).toEqual([]);
    expect(
      await count(sql`SELECT count(*) FROM leaves WHERE approver_id IS NULL AND NOT auto_approved
        AND status IN ('APPROVED', 'DENIED')`),
    ).toBe(0);
  });

  it("is new and in the future while pending, some of it at the second level", async () => {
    const open = sql`FROM leaves WHERE status = 'OPEN'`;
    expect(
      await count(sql`SELECT count(*) ${open} AND (end_date < '2026-11-20' OR created_at < '2026-11-14')`),
    ).toBe(0);
    expect(await count(sql`SELECT count(*) ${open} AND approved_level = 1`)).toBeGreaterThan(0);
  });

  it("is pending for the demo's approver at each level", async () => {
    const waiting = await values(sql`
      SELECT DISTINCT a.level AS value FROM leaves l
      JOIN department_approvers a ON a.department_id = l.department_id AND a.level = l.approved_level + 1
      JOIN users u ON u.id = a.user_id AND u.email LIKE 'approver@%' WHERE l.status = 'OPEN'`);
    expect(waiting.sort()).toEqual([1, 2]);
  });

  it("is also decided by stand-ins: the demo's approver is one now, and has a future and a past one", async () => {
    const who = sql`FROM delegations d JOIN users a ON a.id = d.user_id JOIN users s ON s.id = d.stand_in_id WHERE`;
    expect(
      await count(sql`SELECT count(*) ${who} s.email LIKE 'approver@%' AND '2026-11-20' BETWEEN d.start_date AND d.end_date
        AND EXISTS (SELECT FROM department_approvers da WHERE da.user_id = a.id)`),
    ).toBe(1);
    expect(
      await count(sql`SELECT count(*) ${who} a.email LIKE 'approver@%' AND d.start_date > '2026-11-20'`),
    ).toBe(1);
    expect(
      await count(sql`SELECT count(*) ${who} a.email LIKE 'approver@%' AND d.end_date < '2026-11-20'`),
    ).toBe(1);
  });

  it("has half days and a private type, also today", async () => {
    const today = sql`SELECT count(*) FROM leaves l JOIN leave_types t ON t.id = l.leave_type_id
      WHERE l.status = 'APPROVED' AND '2026-11-20' BETWEEN l.start_date AND l.end_date`;
    expect(await count(sql`${today} AND t.is_private`)).toBeGreaterThan(0);
    expect(await count(sql`${today} AND l.duration_working_days < 1`)).toBeGreaterThan(0);
    expect(await count(sql`SELECT count(*) FROM leaves WHERE duration_working_days = 0.5`)).toBeGreaterThan(
      0,
    );
  });

  it("includes someone's absence today", async () => {
    expect(
      await count(sql`SELECT count(*) FROM leaves WHERE status = 'APPROVED'
        AND '2026-11-20' BETWEEN start_date AND end_date`),
    ).toBeGreaterThan(3);
  });

  it("of part-time employees counts the days of their own week, and less over a day off", async () => {
    const ofPartTime = sql`FROM leaves l JOIN work_patterns p ON p.user_id = l.user_id`;
    expect(await count(sql`SELECT count(*) FROM work_patterns`)).toBe(2);
    expect(await count(sql`SELECT count(DISTINCT l.user_id) ${ofPartTime}`)).toBe(2);
    expect(
      await count(sql`SELECT count(*) ${ofPartTime} JOIN locations o ON o.id = l.location_id
        WHERE l.duration_working_days < (SELECT count(*) FROM generate_series(l.start_date, l.end_date, '1 day') d
          WHERE extract(dow FROM d) = ANY (o.work_week)) - 1`),
    ).toBeGreaterThan(0);
  });

  it("includes a company leave, with what became of everyone", async () => {
    const outcomes = await rows<{ outcome: string; people: string; booked: string }>(sql`
      SELECT p.outcome, count(*) AS people, count(l.id) AS booked FROM company_leave_people p
      LEFT JOIN leaves l ON l.company_leave_id = p.company_leave_id AND l.user_id = p.user_id
        AND l.id = (p.booked -> 0 ->> 'leaveId')::uuid GROUP BY 1`);
    const of = Object.fromEntries(outcomes.map((row) => [row.outcome, Number(row.people)]));
    expect(of.BOOKED).toBeGreaterThan(20);
    expect(Object.keys(of).length).toBeGreaterThan(1);
    for (const row of outcomes) expect(Number(row.booked)).toBe(row.outcome === "BOOKED" ? of.BOOKED : 0);
  });

  it("lies within employment, and nothing is dated after now", async () => {
    expect(
      await count(sql`SELECT count(*) FROM leaves l JOIN users u ON u.id = l.user_id
        WHERE l.start_date < u.start_date OR l.end_date > u.end_date`),
    ).toBe(0);
    expect(
      await count(sql`SELECT count(*) FROM leaves WHERE greatest(created_at, updated_at) > ${now.toISOString()}
        OR updated_at < created_at`),
    ).toBe(0);
    expect(await count(sql`SELECT count(*) FROM leaves WHERE created_at IS NULL`)).toBeGreaterThan(0);
  });
});

describe("the service", () => {
  it("counts every leave as the seed did", async () => {
    const services = await demoServices();
    const ctx = await administrator(services);
    const all = await demo.db.select().from(leaves);
    const days = { from: dayNumber("2025-01-01"), to: dayNumber("2027-12-31") };
    const calendars = await readCalendars(ctx, [...new Set(all.map((leave) => leave.locationId))], days);
    const employees = await readEmployees(
      ctx,
      all.map((leave) => leave.userId),
    );
    const types = new Map((await demo.db.select().from(leaveTypes)).map((type) => [type.id, type]));
    const sick = all.filter(
      ({ leaveTypeId, status }) => types.get(leaveTypeId)?.interrupts && status === "APPROVED",
    );
    const wrong = all.filter((leave) => {
      const place = calendars.get(leave.locationId);
      const worked = place && worksBy(place, employees.get(leave.userId)?.patterns);
      const period = periodOf(leave);
      const interruptions =
        types.get(leave.leaveTypeId)?.interruptible && isEffective(leave.status)
          ? sick.filter(({ userId }) => userId === leave.userId).map(periodOf)
          : [];
      const calendar = worked && { ...worked, interruptions };
      return (
        !calendar ||
        toThousandths(sumOf(countDays(period, calendar))) !== fromDays(leave.durationWorkingDays) ||
        (!interruptions.some((one) => overlaps(one, period, calendar)) &&
          toDays(workingDays(period, calendar)) !== leave.durationWorkingDays) ||
        !isDeepStrictEqual(leave.dayCounts, countDays(period, calendar)) ||
        calendarDays(period) !== leave.durationCalendarDays
      );
    });
    expect(wrong).toEqual([]);
  });

  it("finds no balance overdrawn where the policy forbids it", async () => {
    const services = await demoServices();
    const ctx = await administrator(services);
    const people = await rows<{ id: string; name: string; strict: string[] }>(sql`
      SELECT u.id, u.name, array(SELECT leave_type_id FROM leave_policies p WHERE p.location_id = u.location_id
        AND NOT p.allow_negative_balance AND NOT p.unlimited) AS strict FROM users u WHERE status = 'ACTIVE'`);
    const overdrawn: unknown[] = [];
    for (const { id, name, strict } of people) {
      for (const asOf of ["2026-02-28", "2026-11-20", "2027-06-30"]) {
        const balances = await readBalances(ctx, { userId: id, asOf });
        overdrawn.push(
          ...balances
            .filter(
              ({ leaveTypeId, remaining }) => strict.includes(leaveTypeId ?? "") && (remaining ?? 0) < 0,
            )
            .map((balance) => ({ name, asOf, ...balance })),
        );
      }
    }
    expect(overdrawn).toEqual([]);
  });
});

describe("any day of the year", () => {
  it.each(["2026-12-31", "2027-01-01", "2028-02-29", "2027-07-04"])(
    "%s can be the first one",
    async (day) => {
      const other = await seeded(await freshDatabase(), new Date(`${day}T00:00:00.000Z`));
      const [found] = await other.database.db.execute(sql`
      SELECT count(DISTINCT status)::int AS statuses, bool_and(duration_working_days > 0) AS positive,
        count(*) FILTER (WHERE status = 'APPROVED' AND ${day} BETWEEN start_date AND end_date)::int AS away FROM leaves`);
      expect(found).toMatchObject({ statuses: 6, positive: true });
      expect(found?.away).toBeGreaterThan(0);
    },
  );
});

describe("public holidays", () => {
  it("follow both churches' Easter", () => {
    expect([2024, 2025, 2026, 2038].map((year) => dayText(easter(year)))).toEqual([
      "2024-03-31",
      "2025-04-20",
      "2026-04-05",
      "2038-04-25",
    ]);
    expect([2024, 2025, 2026, 2027].map((year) => dayText(orthodoxEaster(year)))).toEqual([
      "2024-05-05",
      "2025-04-20",
      "2026-04-12",
      "2027-05-02",
    ]);
  });

  it("on a Sunday move to the next free day", () => {
    const observed = (holidays: ReturnType<typeof serbianHolidays>) =>
      holidays
        .filter(({ name }) => name.endsWith("(observed)"))
        .map(({ day, name }) => `${dayText(day)} ${name}`);
    expect(observed(serbianHolidays(2026))).toEqual(["2026-02-17 Statehood Day (observed)"]);
    expect(observed(ontarianHolidays(2027))).toEqual([
      "2027-12-27 Christmas Day (observed)",
      "2027-12-28 Boxing Day (observed)",
    ]);
  });
});
