import { sql } from "drizzle-orm";
import { wholeDay } from "@/drizzle/schema/day-counts";
import { type Db, sqlState } from "@/server/kernel/database/db";
import { type DayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { type WorkCalendar, workedPart } from "./calendar";

/** One person in the format of the statement below. */
export interface LargePerson {
  userId: string;
  locationId: string;
  departmentId: string;
  approverId: string;
}

export interface LeaveWindow {
  first: DayNumber;
  last: DayNumber;
  today: DayNumber;
}

/** Every slot of a person's time contains one leave; it must fit a few days and the holidays before them. */
const shortestSlot = 14;

/** @throws RangeError when so many leaves cannot be kept apart */
export function slotDays(window: LeaveWindow, leavesPerPerson: number): number {
  const days = Math.floor((window.last - window.first) / leavesPerPerson);
  if (days < shortestSlot)
    throw new RangeError(`at most ${Math.floor((window.last - window.first) / shortestSlot)} leaves fit`);
  return days;
}

/** Text of an array: Drizzle would spread a real one over as many parameters. */
const literal = (values: readonly (string | number)[]) => `{${values.join(",")}}`;

/** People, numbered from 1, where the statement can join them. Dropped with the transaction. */
export async function stagePeople(tx: Db, people: readonly LargePerson[]): Promise<void> {
  const column = (key: keyof LargePerson) => literal(people.map((person) => person[key]));
  await tx.execute(sql`
    CREATE TEMPORARY TABLE seed_people ON COMMIT DROP AS
    SELECT * FROM unnest(${column("userId")}::uuid[], ${column("locationId")}::uuid[], ${column("departmentId")}::uuid[],
                         ${column("approverId")}::uuid[])
      WITH ORDINALITY AS people (user_id, location_id, department_id, approver_id, number)`);
  await tx.execute(sql`ANALYZE seed_people`);
}

/** For each location and day: the next working day, the number of half days worked before, and what it and the days after it count. */
export async function stageCalendar(
  tx: Db,
  calendars: readonly { locationId: string; calendar: WorkCalendar }[],
  window: LeaveWindow,
): Promise<void> {
  const rows = calendars.flatMap(({ locationId, calendar }) => calendarRows(calendar, window, locationId));
  const column = (key: keyof (typeof rows)[number]) => literal(rows.map((row) => row[key]));
  await tx.execute(sql`
    CREATE TEMPORARY TABLE seed_calendar ON COMMIT DROP AS
    SELECT * FROM unnest(${column("locationId")}::uuid[], ${column("day")}::date[], ${column("nextWorked")}::date[],
                         ${column("halvesBefore")}::int[], ${column("counts")}::text[])
      AS days (location_id, day, next_worked, halves_before, counts)`);
  // The planner estimates a handful of rows for every join; with an index its nested loops stay cheap.
  await tx.execute(sql`ALTER TABLE seed_calendar ADD PRIMARY KEY (location_id, day)`);
  await tx.execute(sql`ANALYZE seed_calendar`);
}

/** The days of the longest leave, after its first. */
const longest = [0, 1, 2, 3, 4];

function calendarRows(calendar: WorkCalendar, window: LeaveWindow, locationId: string) {
  const rows: {
    locationId: string;
    day: string;
    nextWorked: string;
    halvesBefore: number;
    counts: string;
  }[] = [];
  let halvesBefore = 0;
  for (let day = window.first; day <= window.last + shortestSlot; day++) {
    let next = day;
    while (workedPart(calendar, next) === 0) next++;
    const counts = literal(longest.map((after) => workedPart(calendar, day + after) * wholeDay));
    rows.push({
      locationId,
      day: dayText(day),
      nextWorked: dayText(next),
      halvesBefore,
      counts: `"${counts}"`,
    });
    halvesBefore += workedPart(calendar, day) * 2;
  }
  return rows;
}

/**
 * Skips the five foreign-key checks per leave, where the database permits it: this transaction wrote all referenced rows. Without the
 * privilege it is slower, but equally correct.
 */
export async function trustReferences(tx: Db): Promise<void> {
  try {
    await tx.transaction((savepoint) => savepoint.execute(sql`SET LOCAL session_replication_role = replica`));
  } catch (error) {
    if (sqlState(error) !== "42501") throw error;
  }
}

/** The share of requests for a type, in per cent. */
export interface TypeShare {
  leaveTypeId: string;
  percent: number;
}

/**
 * Creates all leaves of the people numbered `from` to `to` inside the database. The randomness is a hash of person and leave, so that the
 * same numbers always give the same dates.
 */
export async function insertLargeLeaves(
  tx: Db,
  workspaceId: string,
  range: { from: number; to: number; leavesPerPerson: number },
  window: LeaveWindow,
  types: readonly TypeShare[],
): Promise<void> {
  const slot = slotDays(window, range.leavesPerPerson);
  const typeOfPercent = literal(
    types.flatMap(({ leaveTypeId, percent }) => Array<string>(percent).fill(leaveTypeId)),
  );
  await tx.execute(sql`
    INSERT INTO leaves (workspace_id, id, user_id, approver_id, auto_approved, duration_calendar_days,
      duration_working_days, day_counts, start_date, end_date, leave_type_id, location_id, department_id, status, reason,
      approved_level, created_at, updated_at)
    WITH asked AS (
      SELECT person.*, leave_number, hashint8extended(number * 1000 + leave_number, 7) & 2147483647 AS luck
      FROM seed_people AS person, generate_series(0, ${range.leavesPerPerson}::int - 1) AS leave_number
      WHERE number BETWEEN ${range.from}::int AND ${range.to}::int
    ), begun AS (
      SELECT asked.*, begin.next_worked AS start_date, begin.next_worked + (luck / 64 % 5)::int AS end_date,
        (${typeOfPercent}::uuid[])[1 + luck / 512 % 100] AS leave_type_id
      FROM asked JOIN seed_calendar AS begin ON begin.location_id = asked.location_id
        AND begin.day = ${dayText(window.first)}::date + leave_number * ${slot}::int + (luck % ${slot - 11}::int)::int
    ), counted AS (
      SELECT begun.*, (after.halves_before - before.halves_before) / 2.0 AS working_days,
        ('[' || start_date - date '1970-01-01' || ':' || end_date - date '1970-01-01' || ']='
          || (before.counts::bigint[])[1:1 + end_date - start_date]::text)::bigint[] AS day_counts, policy.approval_required,
        policy.reason_required,
        least(start_date - 10 - (luck / 1024 % 40)::int, ${dayText(window.today - 3)}::date) + time '09:00' AS asked_at,
        CASE WHEN NOT policy.approval_required THEN 'APPROVED'
             WHEN luck / 32 % 8 = 0 AND start_date > ${dayText(window.today)}::date THEN 'OPEN'
             ELSE (ARRAY['DENIED', 'DENIED', 'CANCELLED', 'CANCELLED', 'EXPIRED', 'DELETED'])[1 + luck / 2048 % 50]
        END AS drawn_status
      FROM begun
      JOIN seed_calendar AS before ON before.location_id = begun.location_id AND before.day = start_date
      JOIN seed_calendar AS after ON after.location_id = begun.location_id AND after.day = end_date + 1
      JOIN leave_policies AS policy ON policy.workspace_id = ${workspaceId}::uuid
        AND policy.leave_type_id = begun.leave_type_id AND policy.location_id = begun.location_id
    )
    SELECT ${workspaceId}::uuid,
      (lpad(to_hex((extract(epoch FROM asked_at AT TIME ZONE 'UTC') * 1000)::bigint), 12, '0')
        || '7' || substr(tail, 1, 3) || 'a' || substr(tail, 4, 15))::uuid,
      user_id, CASE WHEN approval_required AND status IN ('APPROVED', 'DENIED') THEN approver_id END,
      NOT approval_required, end_date - start_date + 1, working_days, day_counts, start_date, end_date, leave_type_id, location_id,
      department_id, status::leave_status, CASE WHEN reason_required OR luck % 3 = 0 THEN 'Family holiday' END,
      CASE WHEN approval_required AND status = 'APPROVED' THEN 1 ELSE 0 END,
      asked_at AT TIME ZONE 'UTC', asked_at AT TIME ZONE 'UTC'
    FROM counted, LATERAL (SELECT coalesce(drawn_status, 'APPROVED') AS status,
      md5(user_id::text || leave_number::text) AS tail) AS settled`);
}
