import type { PayrollCode } from "@/drizzle/schema/payroll";
import { payrollLineKinds } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import type { PayrollLine } from "./layout";
import { codesAt } from "./policy";
import { readBalanceLines } from "./read-balance-lines";
import { readCorrections } from "./read-corrections";
import { type Paid, readLeaveLines } from "./read-leave-lines";

const orderOf = ({ kind, ...line }: PayrollLine): string[] => [
  line.name,
  line.userId,
  String(payrollLineKinds.indexOf(kind)),
  line.firstDay,
  line.leaveTypeName,
  line.leaveId ?? line.leaveTypeId,
];

/** By code units, so that the order is the same on every machine. */
function compare(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((text, place) => text !== b[place]);
  return at < 0 ? 0 : (a[at] ?? "") < (b[at] ?? "") ? -1 : 1;
}

/**
 * The lines of a pay period: by person, leave before corrections before what is left.
 * @param codes those of the template, in place of the leave types' own
 */
export async function readLines(
  given: Ctx,
  paid: Paid,
  codes: readonly PayrollCode[],
): Promise<PayrollLine[]> {
  // A run is the same for every user who makes it: leave types have their one name (decision 18.49).
  const ctx = { ...given, language: null };
  const found = [
    ...(await readLeaveLines(ctx, paid)),
    ...(await readCorrections(ctx, paid)),
    ...(await readBalanceLines(ctx, paid)),
  ];
  const codeOf = codesAt(codes, paid.locationId);
  return found
    .map((line) => ({ ...line, wageCode: codeOf.get(line.leaveTypeId) ?? line.wageCode }))
    .map((line) => ({ line, order: orderOf(line) }))
    .sort((a, b) => compare(a.order, b.order))
    .map(({ line }) => line);
}
