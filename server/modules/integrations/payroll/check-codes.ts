import { locations } from "@/drizzle/schema/directory";
import { leaveTypes } from "@/drizzle/schema/leaves";
import type { PayrollCode } from "@/drizzle/schema/payroll";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { type FieldError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";

/** Of these ids, those of the workspace. */
async function knownOf(tx: Ctx, table: typeof leaveTypes | typeof locations, ids: readonly string[]) {
  if (ids.length === 0) return new Set<string>();
  const rows = await scoped(workspaceOf(tx.actor), table)
    .select(tx.db, { id: table.id })
    .where(isAnyOf(table.id, [...new Set(ids)]));
  return new Set(rows.map(({ id }) => id));
}

/**
 * The codes that a template is given. A template keeps codes of what was deleted since, as long as they aren't sent.
 * @throws ApiError VALIDATION_ERROR for what is not in the workspace, and for two codes of the same leave type and location
 */
export async function checkCodes(tx: Ctx, codes: readonly PayrollCode[]): Promise<void> {
  const places = codes.flatMap(({ locationId }) => locationId ?? []);
  const [types, known] = [
    await knownOf(
      tx,
      leaveTypes,
      codes.map(({ leaveTypeId }) => leaveTypeId),
    ),
    await knownOf(tx, locations, places),
  ];
  const keys = codes.map(({ leaveTypeId, locationId }) => `${leaveTypeId} ${locationId}`);
  const faults = codes.flatMap(({ leaveTypeId, locationId }, place): FieldError[] => {
    const at = `codes.${place}`;
    if (!types.has(leaveTypeId)) return [{ path: `${at}.leaveTypeId`, ...fault("typeHere") }];
    if (locationId !== null && !known.has(locationId))
      return [{ path: `${at}.locationId`, ...fault("locationHere") }];
    return keys.indexOf(keys[place] ?? "") < place
      ? [{ path: `${at}.leaveTypeId`, ...fault("typeTwiceAtLocation") }]
      : [];
  });
  if (faults.length > 0) throw invalid(faults);
}
