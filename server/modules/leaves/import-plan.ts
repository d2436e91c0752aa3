import { sql } from "drizzle-orm";
import { leaves } from "@/drizzle/schema/leaves";
import type { LeaveStatus } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { statement } from "@/server/kernel/db";
import { type FieldError, onceEach } from "@/server/kernel/errors";
import { encodeId } from "@/server/kernel/schema";
import { type Claim, findUncovered } from "@/server/modules/balances/find-uncovered";
import { type Candidate, isReadable, isValid, type Readable } from "@/server/modules/imports/outcome";
import { readCalendars, worksBy } from "@/server/modules/work-calendar/read-calendar";
import type { Worker } from "@/server/modules/work-calendar/read-worker";
import { type WorkCalendar, workingDays } from "@/server/modules/work-calendar/working-days";
import { amountFaults, partsOf, timeOf } from "./import-parts";
import { holdPeople, type Meant, managed, type Offer, offerFaults, readOffers } from "./import-references";
import { overlaps } from "./overlap";
import { type LeaveTime, periodOf } from "./period";
import { isWithinLimits, limitFaults, requestFaults, rulesOn } from "./policy";
import type { LeaveImportRow } from "./schema";
import { isPossible } from "./transitions";

type Row = Readable<LeaveImportRow>;
type Calendars = ReadonlyMap<string, WorkCalendar>;

/** A leave that a row stands for, as far as its own person, leave type and dates go. A row with half days stands for several. */
export interface Booking extends Claim {
  row: Row;
  time: LeaveTime;
}

/**
 * Checks rows by every rule of a single request, with a handful of statements for all of them, and holds their people until the
 * transaction ends. Rows count in their order: a later one may not overlap or overdraw what an earlier one takes. Faults are added
 * to the rows; of a row that cannot be read, those of the person and the leave type. @returns a booking for each row without any
 */
export async function planImport(tx: Ctx, rows: readonly Candidate<LeaveImportRow>[]): Promise<Booking[]> {
  const people = await holdPeople(tx, [...new Set(rows.flatMap(({ sound }) => sound.user ?? []))]);
  const offers = await readOffers(tx);
  const known = rows.flatMap((row) => knownOf(tx, row, people, offers));
  const calendars = await calendarsOf(tx, known);
  const bookings = known.flatMap((found) => bookingOf(tx, found, calendars));
  const taken = bookings.filter(({ row }) => takes(row.value.status));
  await refuseOverlaps(tx, taken);
  for (const { row } of await findUncovered(tx, standing(taken)))
    row.errors.push({ path: "leaveType", message: "There isn't enough balance." });
  return standing(bookings);
}

/** A row that can be read, of a person who may be given leave. */
interface Known {
  row: Row;
  worker: Worker;
  policy: Claim["policy"] | null;
}

/** Looks up what a row refers to; a field that cannot be read refers to nothing. */
function knownOf(
  tx: Ctx,
  row: Candidate<LeaveImportRow>,
  people: (text: string) => Meant,
  offers: (text: string) => Offer | null,
): Known[] {
  const { user, leaveType } = row.sound;
  const { worker, faults } = user === undefined ? nobody : activeOne(tx, people(user));
  const offer = leaveType === undefined ? null : offers(leaveType);
  row.errors.push(...faults, ...(leaveType === undefined ? [] : offerFaults(worker, offer)));
  if (!isReadable(row) || !worker || faults.length > 0) return [];
  return [{ row, worker, policy: offer?.policies.get(worker.locationId) ?? null }];
}

/** Whether a leave of this status takes days: what came to nothing is history, and is held against no rule of today. */
const takes = (status: LeaveStatus): boolean => isPossible("edit", status);

const standing = (bookings: readonly Booking[]): Booking[] => bookings.filter(({ row }) => isValid(row));

interface Found {
  worker: Worker | null;
  faults: FieldError[];
}

const nobody: Found = { worker: null, faults: [] };

function activeOne(tx: Ctx, meant: Meant): Found {
  const found = managed(tx, meant);
  if ("fault" in found) return { worker: null, faults: [found.fault] };
  const { worker } = found;
  const isActive = worker.status === "ACTIVE";
  return { worker, faults: isActive ? [] : [{ path: "user", message: "The user is not active." }] };
}

function calendarsOf(tx: Ctx, known: readonly Known[]): Promise<Calendars> {
  const periods = known.map(({ row }) => periodOf(timeOf(row.value)));
  const from = periods.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY);
  const to = periods.reduce((most, { end }) => Math.max(most, end), Number.NEGATIVE_INFINITY);
  if (periods.length === 0) return Promise.resolve(new Map());
  return readCalendars(
    tx,
    known.map(({ worker }) => worker.locationId),
    { from, to },
  );
}

function bookingOf(tx: Ctx, { row, worker, policy }: Known, calendars: Calendars): Booking[] {
  const place = calendars.get(worker.locationId);
  if (!place) throw new Error("A person has a location");
  const calendar = worksBy(place, worker.patterns);
  const { value } = row;
  const { employment, today } = worker;
  const whole = periodOf(timeOf(value));
  // Days that are too far away are not counted one by one.
  const times = isWithinLimits(whole, today) ? partsOf(value, calendar) : [timeOf(value)];
  const periods = times.map(periodOf);
  const reason = value.reason ?? null;
  const rules = rulesOn(tx.actor.plan, policy);
  row.errors.push(
    ...(takes(value.status)
      ? onceEach(
          periods.flatMap((period) => requestFaults({ period, reason, employment, today }, rules, calendar)),
        )
      : limitFaults({ period: whole, today })),
  );
  if (takes(value.status) && isValid(row)) row.errors.push(...amountFaults(value, periods, calendar));
  if (!policy || !isValid(row)) return [];
  return times.map((time) => {
    const period = periodOf(time);
    return { row, worker, policy, time, leave: { period, amount: workingDays(period, calendar), calendar } };
  });
}

async function refuseOverlaps(tx: Ctx, bookings: readonly Booking[]): Promise<void> {
  const standing = await leaveOnTheSameDays(tx, bookings);
  const takenBy = new Map<string, Booking[]>();
  for (const [place, booking] of bookings.entries()) {
    const { period } = booking.leave;
    const other = standing.get(place)?.find((leave) => overlaps(periodOf(leave), period));
    const taken = takenBy.get(booking.worker.id) ?? [];
    takenBy.set(booking.worker.id, taken);
    // A row of which another part clashes takes nothing.
    const earlier = taken.find(({ row, leave }) => isValid(row) && overlaps(leave.period, period));
    const clash = other ? encodeId("leave", other.id) : earlier && `row ${earlier.row.row}`;
    if (clash) booking.row.errors.push({ path: "startDate", message: `Overlaps ${clash}.` });
    else taken.push(booking);
  }
}

interface Standing extends LeaveTime, Record<string, unknown> {
  place: number;
  id: string;
}

const { placeholder } = sql;
const standingOn = statement<Standing>(sql`
  select given.place, l.id, l.start_date::text as "startDate", l.end_date::text as "endDate",
    l.is_full_day_leave as "isFullDayLeave", l.start_hour as "startHour", l.start_minute as "startMinute",
    l.end_hour as "endHour", l.end_minute as "endMinute"
  from jsonb_to_recordset(${placeholder("given")}::text::jsonb)
    as given(place int, "userId" uuid, "startDate" date, "endDate" date)
  join ${leaves} l on l.workspace_id = ${placeholder("workspaceId")}::uuid and l.user_id = given."userId"
    and l.status in ('OPEN', 'APPROVED') and l.start_date <= given."endDate" and l.end_date >= given."startDate"`);

/** Open and approved leave on the days of each booking. */
async function leaveOnTheSameDays(tx: Ctx, bookings: readonly Booking[]): Promise<Map<number, Standing[]>> {
  const given = bookings.map(({ worker, time: { startDate, endDate } }, place) => ({
    place,
    userId: worker.id,
    startDate,
    endDate,
  }));
  const { workspaceId } = tx.actor;
  const rows = await standingOn(tx.db, { workspaceId, given: JSON.stringify(given) });
  const byPlace = new Map<number, Standing[]>();
  for (const row of rows) byPlace.set(row.place, [...(byPlace.get(row.place) ?? []), row]);
  return byPlace;
}
