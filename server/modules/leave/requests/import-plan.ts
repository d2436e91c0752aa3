import { isEffective } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { type FieldError, onceEach } from "@/server/kernel/errors";
import { type FieldFault, fault } from "@/server/kernel/field-faults";
import { groupBy } from "@/server/kernel/group-by";
import { encodeId } from "@/server/kernel/schema";
import { type Claim, findUncovered } from "@/server/modules/leave/balances/find-uncovered";
import { type Beside, countBeside } from "@/server/modules/leave/calendars/count-beside";
import { findNearMany, type Near } from "@/server/modules/leave/calendars/find-near";
import { type LeaveTime, periodOf } from "@/server/modules/leave/calendars/period";
import { readCalendars, worksBy } from "@/server/modules/leave/calendars/read-calendar";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { daysClosed, isClosed } from "@/server/modules/leave/calendars/require-open-days";
import {
  countedBy,
  furthestReturn,
  leavesRoom,
  type Period,
  type WorkCalendar,
} from "@/server/modules/leave/calendars/working-days";
import { lockMeetingsShared } from "@/server/modules/leave/leave-types/lock-meetings";
import { findEnabledRules } from "@/server/modules/leave/rules/find-enabled-rules";
import type { Verdict } from "@/server/modules/leave/rules/policy";
import { verdictV2 } from "@/server/modules/leave/rules/present";
import {
  type Candidate,
  isReadable,
  isValid,
  type Readable,
} from "@/server/modules/workspace/imports/outcome";
import { amountFaults, partsOf, timeOf } from "./import-parts";
import { lockPeople, type Meant, managed, type Offer, offerFaults, readOffers } from "./import-references";
import { interruptedBy, type Meeting, mayMeet, meetsNone } from "./interruptions";
import { judgeMany } from "./judge-many";
import { overlaps } from "./overlap";
import { isWithinLimits, limitFaults, requestFaults, rulesOn } from "./policy";
import type { JudgedLeave } from "./read-facts";
import type { LeaveImportRow } from "./schema";

type Row = Readable<LeaveImportRow>;
type Calendars = ReadonlyMap<string, WorkCalendar>;

/** A leave from a row whose person, leave type and dates are valid on their own. A row with half days has several. */
interface Sound extends Omit<Claim, "leave"> {
  row: Row;
  time: LeaveTime;
  period: Period;
  calendar: WorkCalendar;
  /** How leave of its type meets other leave. */
  meeting: Meeting;
}

/** A leave without overlap, with what it takes from the balance, and the leave rules that it is booked in spite of. */
export type Booking = Sound & Claim & { verdicts?: readonly Verdict[] };

/**
 * Checks rows by every rule of a single request, with a handful of statements for all of them, and locks their people until the transaction
 * ends. Rows count in order: a later row may not overlap or overdraw what an earlier row takes. Adds faults to the rows; an unreadable row
 * gets those of the person and the leave type. Leave rules refuse no row: each is returned as a warning. @returns a booking for each row
 * without faults
 */
export async function planImport(tx: Ctx, rows: readonly Candidate<LeaveImportRow>[]): Promise<Booking[]> {
  const bookings = await planBookings(tx, rows);
  const rules = await findEnabledRules(tx);
  if (rules.length === 0) return bookings;
  const judged = bookings.filter(({ row }) => isEffective(row.value.status));
  const verdicts = await judgeMany(tx, rules, judged.map(judgedOf), "lock");
  for (const [place, booking] of judged.entries()) {
    booking.verdicts = verdicts[place] ?? [];
    const { row } = booking;
    // Parts of a row can break the same rule.
    const known = row.brokenRules ?? [];
    const broken = booking.verdicts
      .map(verdictV2)
      .filter(({ ruleId }) => known.every((one) => one.ruleId !== ruleId));
    row.brokenRules = [
      ...known,
      ...broken.map(({ ruleId, kind, name, sentence }) => ({ ruleId, kind, name, sentence })),
    ];
  }
  return bookings;
}

/** The leave that a row books, as rules judge it. */
const judgedOf = ({ employee, policy, leave }: Booking): JudgedLeave => ({
  ...{ employee, policy },
  leaveTypeId: policy.leaveTypeId,
  locationId: employee.locationId,
  askedOn: employee.today,
  isEntered: true,
  id: null,
  change: { leave, replaced: null },
});

async function planBookings(tx: Ctx, rows: readonly Candidate<LeaveImportRow>[]): Promise<Booking[]> {
  const people = await lockPeople(tx, [...new Set(rows.flatMap(({ sound }) => sound.user ?? []))]);
  // Whether leave may be at the same time as other leave is read under the lock of bookings that meet (decision 15.14).
  await lockMeetingsShared(tx);
  const offers = await readOffers(tx);
  const known = rows.flatMap((row) => knownOf(tx, row, people, offers));
  const calendars = await calendarsOf(tx, known);
  const sound = known.flatMap((found) => soundOf(tx, found, calendars));
  const near = await findNearMany(
    tx,
    sound.map(({ employee, time }) => ({ userId: employee.id, ...time })),
  );
  for (;;) {
    const { bookings, clashes } = bookingsOf(sound, near);
    const taken = bookings.filter(({ row }) => isEffective(row.value.status));
    const shared = taken.filter(({ period, meeting }) => leavesRoom(period) || meeting.interrupts);
    const judgedBy = new Set([...clashes.values(), ...shared].map(({ row }) => row));
    if (refuseUncovered(taken, await findUncovered(tx, taken), judgedBy)) continue;
    for (const [row, earlier] of clashes)
      row.errors.push(overlapping(fault("overlapsRow", { row: earlier.row.row })));
    return bookings.filter(({ row }) => isValid(row));
  }
}

const overlapping = (other: FieldFault): FieldError => ({ path: "startDate", ...other });

/**
 * Adds the fault to rows that overdraw. For each person it stops at the first row that later rows were checked against: without that row
 * they overlap less and may take more. @returns whether any rows must be checked again
 */
function refuseUncovered(
  bookings: readonly Booking[],
  uncovered: ReadonlySet<Booking>,
  judgedBy: ReadonlySet<Row>,
): boolean {
  const again = new Set<string>();
  for (const booking of bookings) {
    const { row, employee } = booking;
    if (!uncovered.has(booking) || again.has(employee.id)) continue;
    row.errors.push({ path: "leaveType", ...fault("uncovered") });
    if (judgedBy.has(row)) again.add(employee.id);
  }
  return again.size > 0;
}

/** A readable row of a person who may be given leave. */
interface Known {
  row: Row;
  employee: Employee;
  policy: Claim["policy"] | null;
  meeting: Meeting;
}

/** Resolves a row's references; an unreadable field refers to nothing. */
function knownOf(
  tx: Ctx,
  row: Candidate<LeaveImportRow>,
  people: (text: string) => Meant,
  offers: (text: string) => Offer | null,
): Known[] {
  const { user, leaveType } = row.sound;
  const { employee, faults } = user === undefined ? noEmployee : activeOne(tx, people(user));
  const offer = leaveType === undefined ? null : offers(leaveType);
  row.errors.push(...faults, ...(leaveType === undefined ? [] : offerFaults(employee, offer)));
  if (!isReadable(row) || !employee || faults.length > 0) return [];
  const meeting = offer?.meeting ?? meetsNone;
  return [{ row, employee, meeting, policy: offer?.policies.get(employee.locationId) ?? null }];
}

interface Found {
  employee: Employee | null;
  faults: FieldError[];
}

const noEmployee: Found = { employee: null, faults: [] };

function activeOne(tx: Ctx, meant: Meant): Found {
  const found = managed(tx, meant);
  if ("fault" in found) return { employee: null, faults: [found.fault] };
  const { employee } = found;
  const isActive = employee.status === "ACTIVE";
  return { employee, faults: isActive ? [] : [{ path: "user", ...fault("inactive") }] };
}

function calendarsOf(tx: Ctx, known: readonly Known[]): Promise<Calendars> {
  const periods = known.map(({ row }) => periodOf(timeOf(row.value)));
  const from = periods.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY);
  const to = periods.reduce((most, { end }) => Math.max(most, end), Number.NEGATIVE_INFINITY);
  if (periods.length === 0) return Promise.resolve(new Map());
  return readCalendars(
    tx,
    known.map(({ employee }) => employee.locationId),
    { from, to: to + furthestReturn },
  );
}

function soundOf(tx: Ctx, { row, employee, policy, meeting }: Known, calendars: Calendars): Sound[] {
  const place = calendars.get(employee.locationId);
  if (!place) throw new Error("A person has a location");
  const calendar = countedBy(worksBy(place, employee.patterns), policy?.countMode);
  const { value } = row;
  const { employment, today } = employee;
  const whole = periodOf(timeOf(value));
  // Days too far in the future are not counted one by one.
  const times = isWithinLimits(whole, today) ? partsOf(value, calendar) : [timeOf(value)];
  const periods = times.map(periodOf);
  const reason = value.reason ?? null;
  const rules = rulesOn(tx.actor.plan, policy);
  row.errors.push(
    ...(isEffective(value.status)
      ? onceEach(
          periods.flatMap((period) => requestFaults({ period, reason, employment, today }, rules, calendar)),
        )
      : limitFaults({ period: whole, today })),
  );
  if (isClosed(employee, value.startDate)) row.errors.push({ path: "startDate", ...daysClosed(employee) });
  if (isEffective(value.status) && isValid(row)) row.errors.push(...amountFaults(value, periods, calendar));
  if (!policy || !isValid(row)) return [];
  return times.map((time) => ({
    ...{ row, employee, policy, meeting, time, period: periodOf(time), calendar },
  }));
}

interface Judged {
  bookings: Booking[];
  /** Rows that overlap an earlier row. The earlier row may still be refused. */
  clashes: Map<Row, Booking>;
}

/**
 * Valid rows without overlap, each counted beside the person's existing leave on its days and beside earlier rows. A row is booked with all
 * of its parts or with none.
 * @param near existing leave for each entry of `sound`
 */
function bookingsOf(sound: readonly Sound[], near: readonly Near[][]): Judged {
  const bookings: Booking[] = [];
  const clashes = new Map<Row, Booking>();
  const takenBy = new Map<string, Booking[]>();
  const parts = sound.map((one, place) => ({ one, besides: near[place] ?? [] }));
  for (const [row, ofRow] of groupBy(parts, ({ one }) => one.row)) {
    if (!isValid(row)) continue;
    // Leave without effect is history: it takes no days, overlaps nothing, and is exempt from today's rules.
    if (!isEffective(row.value.status)) {
      bookings.push(...ofRow.map(({ one }) => bookingOf(one, [], [])));
      continue;
    }
    const person = ofRow[0]?.one.employee.id ?? "";
    const taken = takenBy.get(person) ?? [];
    takenBy.set(person, taken);
    const other = ofRow.flatMap(({ one, besides }) =>
      besides.filter(
        (leave) => overlaps(periodOf(leave), one.period, one.calendar) && !mayMeet(leave, one.meeting),
      ),
    )[0];
    const earlier = taken.find(({ period, meeting }) =>
      ofRow.some(({ one }) => overlaps(period, one.period, one.calendar) && !mayMeet(meeting, one.meeting)),
    );
    if (other) row.errors.push(overlapping(fault("overlapsLeave", { leave: encodeId("leave", other.id) })));
    else if (earlier) clashes.set(row, earlier);
    if (other || earlier) continue;
    for (const { one, besides } of ofRow) {
      const booking = bookingOf(one, besides, taken);
      taken.push(booking);
      bookings.push(booking);
    }
  }
  return { bookings, clashes };
}

/** @param near the person's other leave @param taken leave of earlier rows */
function bookingOf(sound: Sound, near: readonly Near[], taken: readonly Booking[]): Booking {
  const { period, meeting } = sound;
  const place = interruptedBy(sound.calendar, meeting, near);
  const ofRows = meeting.interruptible ? taken.filter(interruptsOthers).map((one) => one.period) : [];
  const interruptions = [...(place.interruptions ?? []), ...ofRows];
  const others: Beside[] = [
    ...near.map((leave) => ({ period: periodOf(leave), counts: leave.counts })),
    ...taken.map(({ leave }) => ({ period: leave.period, counts: leave.days })),
  ];
  const besides = others.filter((other) => !overlaps(other.period, period, place));
  return { ...sound, leave: { period, days: countBeside(period, { ...place, interruptions }, besides) } };
}

/** Whether leave of a row interrupts other leave of its person. */
export const interruptsOthers = ({ meeting, row }: Booking): boolean =>
  meeting.interrupts && row.value.status === "APPROVED";
