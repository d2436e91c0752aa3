import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { leaveTypes } from "@/drizzle/schema/leaves";
import type { PayrollCode, PayrollLayout } from "@/drizzle/schema/payroll";
import { users } from "@/drizzle/schema/people";
import type { PayrollField } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { nameFor } from "@/server/modules/leave/type-names/name-in";
import type { PayrollLine } from "./layout";
import { codesAt } from "./policy";

interface Named {
  id: string;
  name: string;
}

/** What the cells of a file lack. Only of columns that the file has. */
export interface Gaps {
  /** Without a wage code. */
  leaveTypes: Named[];
  /** The first of those without an employee ID. */
  people: Named[];
  peopleCount: number;
}

/** People that a page names. */
const namedCount = 20;

type Columns = Pick<PayrollLayout, "columns">;

const hasColumn = ({ columns }: Columns, field: PayrollField): boolean =>
  columns.some((column) => column.field === field);

const once = (named: readonly Named[]): Named[] => [...new Map(named.map((one) => [one.id, one])).values()];

/** What lines lack, in their order. An erased person has no number by law (decision 17.14). */
export function gapsIn(columns: Columns, lines: readonly PayrollLine[]): Gaps {
  const types = hasColumn(columns, "WAGE_CODE") ? lines.filter(({ wageCode }) => wageCode === null) : [];
  const unnumbered = hasColumn(columns, "EMPLOYEE_ID")
    ? lines.filter(({ employeeId, email }) => employeeId === null && email !== null)
    : [];
  const people = once(unnumbered.map(({ userId, name }) => ({ id: userId, name })));
  return {
    leaveTypes: once(
      types.map(({ leaveTypeId, leaveTypeName }) => ({ id: leaveTypeId, name: leaveTypeName })),
    ),
    people: people.slice(0, namedCount),
    peopleCount: people.length,
  };
}

/** What a template's files could lack at a location: codes of any active leave type in payroll, and numbers of its people. */
export async function findGaps(
  ctx: Ctx,
  { codes, ...layout }: Columns & { codes: readonly PayrollCode[] },
  locationId: string,
): Promise<Gaps> {
  const codeOf = codesAt(codes, locationId);
  const types = hasColumn(layout, "WAGE_CODE") ? await selectUncoded(ctx) : [];
  const people = hasColumn(layout, "EMPLOYEE_ID") ? await selectUnnumbered(ctx, locationId) : [];
  return {
    leaveTypes: types.filter(({ id }) => !codeOf.has(id)),
    people: people.map(({ id, name }) => ({ id, name })),
    peopleCount: people[0]?.total ?? 0,
  };
}

const selectUncoded = (ctx: Ctx): Promise<Named[]> =>
  scoped(workspaceOf(ctx.actor), leaveTypes)
    .select(ctx.db, { id: leaveTypes.id, name: nameFor(ctx) })
    .where(and(eq(leaveTypes.isInPayroll, true), eq(leaveTypes.isActive, true), isNull(leaveTypes.wageCode)))
    .orderBy(asc(leaveTypes.position), asc(leaveTypes.id));

/** The first, each with the number of all. */
const selectUnnumbered = (ctx: Ctx, locationId: string) =>
  scoped(workspaceOf(ctx.actor), users)
    .select(ctx.db, { id: users.id, name: users.name, total: sql<number>`count(*) over ()::int` })
    .where(and(eq(users.locationId, locationId), eq(users.status, "ACTIVE"), isNull(users.employeeId)))
    .orderBy(inNameOrder(users.name), asc(users.id))
    .limit(namedCount);
