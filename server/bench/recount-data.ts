import type { Sql } from "postgres";
import { dayCountsText, wholeDay } from "@/drizzle/schema/day-counts";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import { dayNumber, dayText, weekStart } from "@/server/kernel/time/calendar-date";

/** Later than every booking of the data set and the other benchmarks: two leaves of four days for everyone. */
const weeks = [120, 124];
/** Between them: company leave. */
const companyWeek = 122;
const typeName = "Recounted";
export const quota = 25;

/** The people whose leave is recounted, and its type. */
export interface Recounted {
  leaveTypeId: string;
  locationIds: string[];
  userIds: string[];
  /** The Monday of the first leave. */
  from: string;
  companyDays: { startDate: string; endDate: string };
  /** The location with the most people, and a day of their leave. */
  crowd: { locationId: string; date: string; count: number };
}

/** Monday to Thursday. */
const fourDays = (start: number): string => dayCountsText({ start, counts: Array<number>(4).fill(wholeDay) });

/** Deletes the rows of a run, and what was written about it since its start. */
export async function clearRecounted(sql: Sql, since?: Date): Promise<void> {
  const types = sql`select id from leave_types where name = ${typeName}`;
  await sql`delete from company_leave_people where company_leave_id in (
    select id from company_leaves where leave_type_id in (${types}))`;
  await sql`delete from leaves where leave_type_id in (${types})`;
  await sql`delete from company_leaves where leave_type_id in (${types})`;
  await sql`delete from holidays where name = 'Recounted holiday'`;
  await sql`delete from leave_policies where leave_type_id in (${types})`;
  await sql`delete from leave_types where name = ${typeName}`;
  await sql`delete from work_patterns`;
  if (since === undefined) return;
  await sql`delete from events where occurred_at >= ${since}`;
  await sql`delete from audit_events where at >= ${since}`;
  await sql`delete from leave_notices`;
  await sql`delete from mails`;
}

/** Gives everyone leave of a new type, which has a quota in every location. */
export async function prepareRecounted(sql: Sql): Promise<Recounted> {
  await clearRecounted(sql);
  const monday = weekStart(dayNumber(new Date().toISOString().slice(0, 10)), 1);
  const leaveTypeId = newId();
  await sql`
    insert into leave_types (workspace_id, id, name, color, created_at)
    select id, ${leaveTypeId}, ${typeName}, '2563EB', now() from workspaces`;
  const places = await sql<{ id: string }[]>`
    insert into leave_policies (workspace_id, leave_type_id, location_id, approval_required, yearly_quota, rollover,
      rollover_maximum)
    select workspace_id, ${leaveTypeId}, id, false, ${quota}, 'LIMITED', 5 from locations returning location_id as id`;
  for (const week of weeks) {
    const [start, end] = [dayText(monday + week * 7), dayText(monday + week * 7 + 3)];
    await sql`
      insert into leaves (workspace_id, id, user_id, auto_approved, duration_calendar_days, duration_working_days,
        day_counts, start_date, end_date, leave_type_id, location_id, department_id, status, created_at, updated_at)
      select workspace_id, gen_random_uuid(), id, true, 4, 4, ${fourDays(monday + week * 7)}::bigint[], ${start}, ${end}, ${leaveTypeId}, location_id,
        department_id, 'APPROVED', now(), now()
      from users where status = 'ACTIVE'`;
  }
  await sql`vacuum analyze leaves`;
  const people = await sql<{ id: string }[]>`select id from users where status = 'ACTIVE' order by id`;
  const [largest = { id: "", count: 0 }] = await sql<{ id: string; count: number }[]>`
    select location_id as id, count(*)::int as count from users where status = 'ACTIVE' group by 1 order by 2 desc limit 1`;
  const dayIn = (week: number, day: number) => dayText(monday + week * 7 + day);
  return {
    companyDays: { startDate: dayIn(companyWeek, 0), endDate: dayIn(companyWeek, 1) },
    crowd: {
      locationId: encodeId("location", largest.id),
      date: dayIn(weeks[1] ?? 0, 1),
      count: largest.count,
    },
    leaveTypeId: encodeId("leaveType", leaveTypeId),
    locationIds: places.map(({ id }) => encodeId("location", id)),
    userIds: people.map(({ id }) => encodeId("user", id)),
    from: dayText(monday + (weeks[0] ?? 0) * 7),
  };
}
