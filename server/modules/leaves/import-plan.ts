import type { Ctx } from "@/server/access/ctx";
import type { FieldError } from "@/server/kernel/errors";
import { encodeId } from "@/server/kernel/schema";
import { type Claim, findUncovered } from "@/server/modules/balances/find-uncovered";
import { type Candidate, isReadable, isValid, type Readable } from "@/server/modules/imports/outcome";
import { countBeside } from "@/server/modules/work-calendar/count-beside";
import { readCalendars, worksBy } from "@/server/modules/work-calendar/read-calendar";
import type { Worker } from "@/server/modules/work-calendar/read-worker";
import type { Period, WorkCalendar } from "@/server/modules/work-calendar/working-days";
import { findNearMany, type Near } from "./find-near";
import { holdPeople, type Meant, managed, type Offer, offerFaults, readOffers } from "./import-references";
import { overlaps } from "./overlap";
import { type LeaveTime, periodOf } from "./period";
import { requestFaults, rulesOn } from "./policy";
import type { LeaveImportRow } from "./schema";

type Row = Readable<LeaveImportRow>;
type Calendars = ReadonlyMap<string, WorkCalendar>;

/** A row that stands for a leave as far as its own person, leave type and dates go. */
interface Sound extends Omit<Claim, "leave"> {
  row: Row;
  time: LeaveTime;
  period: Period;
  calendar: WorkCalendar;
}

/** One that overlaps nothing, with what it takes. */
export type Booking = Sound & Claim;

const timeOf = ({ value }: Row): LeaveTime => ({
  startDate: value.startDate,
  endDate: value.endDate,
  isFullDayLeave: value.isFullDayLeave,
  startHour: value.startHour ?? 0,
  startMinute: value.startMinute ?? 0,
  endHour: value.endHour ?? 0,
  endMinute: value.endMinute ?? 0,
});

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
    const { bookings, clashes } = bookingsOf(sound, near);
    const partDays = bookings.filter(({ period }) => period.minutes !== null);
    const judgedBy = new Set([...clashes.values(), ...partDays]);
    if (refuseUncovered(bookings, await findUncovered(tx, bookings), judgedBy)) continue;
    for (const [row, earlier] of clashes) row.errors.push(overlapping(`row ${earlier.row.row}`));
    return bookings.filter(({ row }) => isValid(row));
  }
}

const overlapping = (other: string): FieldError => ({ path: "startDate", message: `Overlaps ${other}.` });

/**
 * Adds the fault to those that overdraw: of each person up to the first by which later rows were judged, since without it these overlap
 * less and may take more. @returns whether any have to be judged again
 */
function refuseUncovered(
  bookings: readonly Booking[],
  uncovered: ReadonlySet<Booking>,
  judgedBy: ReadonlySet<Booking>,
): boolean {
  const again = new Set<string>();
  for (const booking of bookings) {
    const { row, worker } = booking;
    if (!uncovered.has(booking) || again.has(worker.id)) continue;
    row.errors.push({ path: "leaveType", message: "There isn't enough balance." });
    if (judgedBy.has(booking)) again.add(worker.id);
  }
  return again.size > 0;
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
  const periods = known.map(({ row }) => periodOf(timeOf(row)));
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
  const time = timeOf(row);
  const period = periodOf(time);
  const { employment, today } = worker;
  const wanted = { period, reason: row.value.reason ?? null, employment, today };
  row.errors.push(...requestFaults(wanted, rulesOn(tx.actor.plan, policy), calendar));
  if (!policy || !isValid(row)) return [];
  return [{ row, worker, policy, time, period, calendar }];
}

interface Judged {
  bookings: Booking[];
  /** Rows that an earlier one overlaps, which may yet be refused. */
  clashes: Map<Row, Booking>;
}

/**
 * Those that stand and overlap nothing, each counted beside what the person has on its days, and what earlier rows give them.
 * @param near of each
 */
function bookingsOf(sound: readonly Sound[], near: readonly Near[][]): Judged {
  const bookings: Booking[] = [];
  const clashes = new Map<Row, Booking>();
  const takenBy = new Map<string, Booking[]>();
  for (const [place, { row, worker, period, calendar, ...rest }] of sound.entries()) {
    if (!isValid(row)) continue;
    const besides = near[place] ?? [];
    const other = besides.find((leave) => overlaps(periodOf(leave), period));
    const taken = takenBy.get(worker.id) ?? [];
    takenBy.set(worker.id, taken);
    const earlier = taken.find((booking) => overlaps(booking.period, period));
    if (other) row.errors.push(overlapping(encodeId("leave", other.id)));
    else if (earlier) clashes.set(row, earlier);
    if (other || earlier) continue;
    const others = [...besides.map(({ counts }) => counts), ...taken.map(({ leave }) => leave.days)];
    const leave = { period, days: countBeside(period, calendar, others) };
    const booking = { row, worker, period, calendar, ...rest, leave };
    taken.push(booking);
    bookings.push(booking);
  }
  return { bookings, clashes };
}
