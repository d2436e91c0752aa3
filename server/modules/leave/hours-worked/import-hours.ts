import { type Ctx, inTransaction } from "@/server/access/ctx";
import type { FieldError } from "@/server/kernel/errors";
import { type FieldFault, fault } from "@/server/kernel/field-faults";
import { groupBy } from "@/server/kernel/group-by";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { uncovered } from "@/server/modules/leave/balances/find-unkept";
import { averageMinutes } from "@/server/modules/leave/calendars/hours";
import { readCalendars, worksBy } from "@/server/modules/leave/calendars/read-calendar";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { daysClosed, isClosed } from "@/server/modules/leave/calendars/require-open-days";
import { notTheirs } from "@/server/modules/leave/entitlements/adjust-balance";
import { isLead } from "@/server/modules/leave/requests/approvers";
import { lockPeople, type Meant, managed } from "@/server/modules/leave/requests/import-references";
import {
  type Candidate,
  endImport,
  isToBeWritten,
  isValid,
  type Readable,
  readRows,
  writeInChunks,
} from "@/server/modules/workspace/imports/outcome";
import type { ImportBody, ImportResult } from "@/server/modules/workspace/imports/schema";
import { findUncoveredHours } from "./find-uncovered-hours";
import { standingHours } from "./policy";
import { hoursFaults } from "./record-hours";
import { HoursImportRow } from "./schema";
import { findHoursWithin, type GivenHours, type HoursRow, writeHours } from "./store";

/** A row with its person and what it would write. */
interface Reported {
  row: Readable<HoursImportRow>;
  employee: Employee;
  given: GivenHours;
  /** The hours of the same period that are there. */
  same: HoursRow | null;
}

/**
 * Records hours worked of many people at once, by every rule of a single report. Locks the people, so that of two concurrent imports of
 * the same file the second finds the rows of the first: hours that are there already are reported, not written again.
 * @returns the outcome of each row; faults of rows are not thrown
 * @throws ApiError FORBIDDEN for callers who are neither administrators nor location admins
 */
export async function importHours(ctx: Ctx, body: ImportBody): Promise<ImportResult> {
  if (!isLead(ctx.actor.role)) throw notTheirs();
  return inTransaction(ctx, async (tx) => {
    const rows = readRows(body, HoursImportRow);
    const people = await lockPeople(tx, [...new Set(rows.flatMap(({ sound }) => sound.user ?? []))]);
    const reported = await withStanding(
      tx,
      rows.flatMap((row) => reportedOf(tx, row, people)),
    );
    await refuseUncovered(
      tx,
      reported.filter(({ row }) => isValid(row)),
    );
    if (isToBeWritten(body.mode, rows))
      await writeInChunks(
        tx,
        reported.filter(({ row }) => isValid(row)),
        async (chunk) => {
          await writeHours(
            tx,
            chunk.map(({ given }) => given),
          );
          for (const { row, given } of chunk) row.id = encodeId("hoursWorked", given.id);
        },
      );
    return endImport(tx, body.mode, rows, { action: "hours_worked.import", resourceType: "hours_worked" });
  });
}

type Found = Omit<Reported, "same" | "given"> & { period: Pick<HoursRow, "firstDay" | "lastDay" | "hours"> };

/** Resolves a row's person, and finds the faults of its period. */
function reportedOf(tx: Ctx, row: Candidate<HoursImportRow>, people: (text: string) => Meant): Found[] {
  const { user, firstDay, lastDay = firstDay, hours = 0 } = row.sound;
  const found = user === undefined ? null : managed(tx, people(user));
  const employee = found && "employee" in found ? found.employee : null;
  const period = firstDay !== undefined && lastDay !== undefined ? { firstDay, lastDay, hours } : null;
  row.errors.push(
    ...(found && "fault" in found ? [found.fault] : []),
    ...(employee && period ? hoursFaults(employee, period) : []),
    ...(employee && period ? closedFaults(employee, period.lastDay) : []),
  );
  return isValid(row) && employee && period ? [{ row, employee, period }] : [];
}

const closedFaults = (employee: Employee, date: string): FieldError[] =>
  isClosed(employee, date) ? [{ path: "lastDay", ...daysClosed(employee) }] : [];

/** Adds what is there of the same period and the length of the person's day. Refuses rows that share days with others. */
async function withStanding(tx: Ctx, found: readonly Found[]): Promise<Reported[]> {
  if (found.length === 0) return [];
  const periods = found.map(({ period }) => period);
  const firsts = periods.map(({ firstDay }) => firstDay).sort();
  const lasts = periods.map(({ lastDay }) => lastDay).sort();
  const [present, calendars] = await Promise.all([
    findHoursWithin(tx, [...new Set(found.map(({ employee }) => employee.id))], {
      ...{ firstDay: firsts[0] ?? "", lastDay: lasts.at(-1) ?? "" },
    }),
    readCalendars(
      tx,
      found.map(({ employee }) => employee.locationId),
      { from: 0, to: 0 },
    ),
  ]);
  const byPerson = groupBy(present, ({ userId }) => userId);
  const earlier = new Map<string, { firstDay: string; lastDay: string; row: number }[]>();
  return found.flatMap(({ row, employee, period }) => {
    const { same, overlapping } = standingHours(period, byPerson.get(employee.id) ?? []);
    const before = earlier.get(employee.id) ?? [];
    const inFile = before.find(
      ({ firstDay, lastDay }) => firstDay <= period.lastDay && lastDay >= period.firstDay,
    );
    const refused = faultOf({ same, overlapping, inFile, hours: period.hours });
    if (refused) row.errors.push({ path: "firstDay", ...refused });
    else earlier.set(employee.id, [...before, { ...period, row: row.row }]);
    const calendar = calendars.get(employee.locationId);
    if (refused || !calendar) return [];
    const minutesPerDay = averageMinutes(worksBy(calendar, employee.patterns), dayNumber(period.lastDay));
    const id = same?.id ?? newId();
    const given = { id, userId: employee.id, ...period, minutesPerDay, source: "IMPORT" as const };
    return [{ row, employee, given, same }];
  });
}

type Standing = {
  same: HoursRow | null;
  overlapping: HoursRow | null;
  inFile: { row: number } | undefined;
  hours: number;
};

function faultOf({ same, overlapping, inFile, hours }: Standing): FieldFault | null {
  if (inFile) return fault("sharesRow", { row: inFile.row });
  if (overlapping) return fault("sharesHours", { date: overlapping.firstDay, until: overlapping.lastDay });
  return same?.hours === hours ? fault("hoursThere", { hours: same.hours }) : null;
}

/** Refuses rows with fewer hours than are there, where leave would lose its days. */
async function refuseUncovered(tx: Ctx, reported: readonly Reported[]): Promise<void> {
  for (const row of await findUncoveredHours(tx, reported))
    row.row.errors.push({ path: "hours", ...uncovered });
}
