import type { LeaveStatus } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { type FieldError, onceEach } from "@/server/kernel/errors";
import { encodeId } from "@/server/kernel/schema";
import { type Claim, findUncovered } from "@/server/modules/balances/find-uncovered";
import { type Candidate, isReadable, isValid, type Readable } from "@/server/modules/imports/outcome";
import { countBeside } from "@/server/modules/work-calendar/count-beside";
import { readCalendars, worksBy } from "@/server/modules/work-calendar/read-calendar";
import type { Worker } from "@/server/modules/work-calendar/read-worker";
import type { Period, WorkCalendar } from "@/server/modules/work-calendar/working-days";
import { findNearMany, type Near } from "./find-near";
import { amountFaults, partsOf, timeOf } from "./import-parts";
import { holdPeople, type Meant, managed, type Offer, offerFaults, readOffers } from "./import-references";
import { overlaps } from "./overlap";
import { type LeaveTime, periodOf } from "./period";
import { isWithinLimits, limitFaults, requestFaults, rulesOn } from "./policy";
import type { LeaveImportRow } from "./schema";
import { isPossible } from "./transitions";

type Row = Readable<LeaveImportRow>;
type Calendars = ReadonlyMap<string, WorkCalendar>;

/** A leave that a row stands for as far as its own person, leave type and dates go. A row with half days stands for several. */
interface Sound extends Omit<Claim, "leave"> {
  row: Row;
  time: LeaveTime;
  period: Period;
  calendar: WorkCalendar;
}

/** One that overlaps nothing, with what it takes. */
export type Booking = Sound & Claim;

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
  const sound = known.flatMap((found) => soundOf(tx, found, calendars));
  const near = await findNearMany(
    tx,
    sound.map(({ worker, time }) => ({ userId: worker.id, ...time })),
  );
  for (;;) {
    const bookings = bookingsOf(sound, near);
    const taken = bookings.filter(({ row }) => takes(row.value.status));
    const uncovered = [...(await findUncovered(tx, standing(taken)))];
    for (const { row } of uncovered)
      row.errors.push({ path: "leaveType", message: "There isn't enough balance." });
    // Others may have been counted beside a part day that is not booked.
    if (uncovered.every(({ period }) => period.minutes === null)) return standing(bookings);
  }
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

function soundOf(tx: Ctx, { row, worker, policy }: Known, calendars: Calendars): Sound[] {
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
  return times.map((time) => ({ row, worker, policy, time, period: periodOf(time), calendar }));
}

/**
 * Those that stand and overlap nothing, each counted beside what the person has on its days, and what earlier rows give them.
 * @param near of each
 */
function bookingsOf(sound: readonly Sound[], near: readonly Near[][]): Booking[] {
  const bookings: Booking[] = [];
  const takenBy = new Map<string, Booking[]>();
  for (const [place, { row, worker, period, calendar, ...rest }] of sound.entries()) {
    if (!isValid(row)) continue;
    // What came to nothing takes nothing, and stands in nobody's way.
    if (!takes(row.value.status)) {
      const leave = { period, days: countBeside(period, calendar, []) };
      bookings.push({ row, worker, period, calendar, ...rest, leave });
      continue;
    }
    const besides = near[place] ?? [];
    const other = besides.find((leave) => overlaps(periodOf(leave), period));
    const taken = takenBy.get(worker.id) ?? [];
    takenBy.set(worker.id, taken);
    // A row of which another part clashes takes nothing.
    const earlier = taken.find((booking) => isValid(booking.row) && overlaps(booking.period, period));
    const clash = other ? encodeId("leave", other.id) : earlier && `row ${earlier.row.row}`;
    if (clash) {
      row.errors.push({ path: "startDate", message: `Overlaps ${clash}.` });
      continue;
    }
    const others = [...besides.map(({ counts }) => counts), ...taken.map(({ leave }) => leave.days)];
    const leave = { period, days: countBeside(period, calendar, others) };
    const booking = { row, worker, period, calendar, ...rest, leave };
    taken.push(booking);
    bookings.push(booking);
  }
  return bookings;
}
