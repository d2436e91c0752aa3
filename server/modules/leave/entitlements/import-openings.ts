import { type Ctx, inTransaction } from "@/server/access/ctx";
import type { FieldError } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { encodeId } from "@/server/kernel/schema";
import { findUnkept, type Gift, uncovered } from "@/server/modules/leave/balances/find-unkept";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { daysClosed, isClosed } from "@/server/modules/leave/calendars/require-open-days";
import { isLead } from "@/server/modules/leave/requests/approvers";
import {
  lockPeople,
  type Meant,
  managed,
  type Offer,
  offerFaults,
  readOffers,
} from "@/server/modules/leave/requests/import-references";
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
import { notTheirs, startFaults } from "./adjust-balance";
import { OpeningImportRow } from "./schema";
import { insertEntitlements } from "./write-entitlements";

/** A row with its resolved person, policy and entitlement. */
interface Opening extends Gift {
  row: Readable<OpeningImportRow>;
}

/**
 * Writes opening balances for many people at once, by every rule of a single one (decision 12.3). Locks the people, so that of two
 * concurrent imports of the same file the second finds the rows of the first. Existing opening balances are reported, not added again.
 * @returns the outcome of each row; faults of rows are not thrown
 * @throws ApiError FORBIDDEN for callers who are neither administrators nor location admins
 */
export async function importOpenings(ctx: Ctx, body: ImportBody): Promise<ImportResult> {
  if (!isLead(ctx.actor.role)) throw notTheirs();
  return inTransaction(ctx, async (tx) => {
    const rows = readRows(body, OpeningImportRow);
    const people = await lockPeople(tx, [...new Set(rows.flatMap(({ sound }) => sound.user ?? []))]);
    const offers = await readOffers(tx);
    const openings = rows.flatMap((row) => openingOf(tx, row, people, offers));
    refuseRepeats(openings);
    for (const { row } of await findUnkept(tx, standing(openings)))
      row.errors.push({ path: "days", ...uncovered });
    if (isToBeWritten(body.mode, rows))
      await writeInChunks(tx, standing(openings), (chunk) => insertChunk(tx, chunk));
    const audited = { action: "balance_adjustment.import", resourceType: "balance_adjustment" };
    return endImport(tx, body.mode, rows, audited);
  });
}

const standing = (openings: readonly Opening[]): Opening[] => openings.filter(({ row }) => isValid(row));

/** Resolves a row's references, even when other fields are unreadable. */
function openingOf(
  tx: Ctx,
  row: Candidate<OpeningImportRow>,
  people: (text: string) => Meant,
  offers: (text: string) => Offer | null,
): Opening[] {
  const { user, leaveType, effectiveDate } = row.sound;
  const found = user === undefined ? null : managed(tx, people(user));
  const employee = found && "employee" in found ? found.employee : null;
  const offer = leaveType === undefined ? null : offers(leaveType);
  const policy = employee && offer?.policies.get(employee.locationId);
  row.errors.push(
    ...(found && "fault" in found ? [found.fault] : []),
    ...(leaveType === undefined ? [] : offerFaults(employee, offer)),
    ...(policy?.unlimited ? [unlimited] : []),
    ...(employee && effectiveDate !== undefined ? startFaults(employee, effectiveDate) : []),
    ...(employee && effectiveDate !== undefined ? closedFaults(employee, effectiveDate) : []),
  );
  if (!isValid(row) || !employee || !policy) return [];
  const { days, note, effectiveDate: date } = row.value;
  const { leaveTypeId } = policy;
  const entitlement = { id: "", kind: "OPENING", leaveTypeId, days, effectiveDate: date, note } as const;
  return [{ row, employee, policy, entitlement }];
}

const closedFaults = (employee: Employee, date: string): FieldError[] =>
  isClosed(employee, date) ? [{ path: "effectiveDate", ...daysClosed(employee) }] : [];

/** The fault of days of an unlimited leave type. */
export const unlimited: FieldError = {
  path: "leaveType",
  ...fault("typeUnlimited"),
};

/** Refuses rows that repeat an existing opening balance, or an earlier row. */
function refuseRepeats(openings: readonly Opening[]): void {
  const first = new Map<string, number>();
  for (const { row, employee, entitlement } of openings) {
    const { leaveTypeId, effectiveDate } = entitlement;
    const there = employee.entitlements.find(
      (given) =>
        given.kind === "OPENING" &&
        given.leaveTypeId === leaveTypeId &&
        given.effectiveDate === effectiveDate,
    );
    const key = `${employee.id} ${leaveTypeId} ${effectiveDate}`;
    const earlier = first.get(key);
    if (there) row.errors.push({ path: "effectiveDate", ...fault("already", { days: there.days }) });
    else if (earlier !== undefined)
      row.errors.push({
        path: "effectiveDate",
        ...fault("sameOpening", { row: earlier }),
      });
    else first.set(key, row.row);
  }
}

async function insertChunk(tx: Ctx, chunk: readonly Opening[]): Promise<void> {
  const rows = await insertEntitlements(
    tx,
    chunk.map(({ employee, entitlement }) => ({ userId: employee.id, entitlement })),
  );
  for (const [at, { row }] of chunk.entries()) row.id = encodeId("adjustment", rows[at]?.id ?? "");
}
