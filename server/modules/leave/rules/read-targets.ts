import { departments, labels, locations } from "@/drizzle/schema/directory";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { coversLocation } from "@/server/access/covers";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { nameFor } from "@/server/modules/leave/type-names/name-in";

interface Named {
  id: string;
  name: string;
}

/** What a rule can be for. */
export interface RuleTargets {
  /** Those that the caller manages. */
  locations: Named[];
  departments: Named[];
  labels: Named[];
  leaveTypes: Named[];
}

const tables = { locations, departments, labels } as const;

const named = (ctx: Ctx, kind: keyof typeof tables): Promise<Named[]> => {
  const table = tables[kind];
  return scoped(workspaceOf(ctx.actor), table)
    .select(ctx.db, { id: table.id, name: table.name })
    .orderBy(inNameOrder(table.name), table.id);
};

/** In the language of the caller. */
const namedTypes = (ctx: Ctx): Promise<Named[]> =>
  scoped(workspaceOf(ctx.actor), leaveTypes)
    .select(ctx.db, { id: leaveTypes.id, name: nameFor(ctx) })
    .orderBy(inNameOrder(nameFor(ctx)), leaveTypes.id);

/** The names of leave types by id, for everyone who reads a rule about them. */
export const readTypeNames = async (ctx: Ctx): Promise<ReadonlyMap<string, string>> =>
  new Map((await namedTypes(ctx)).map(({ id, name }) => [id, name]));

/** What a rule can be for, by name. For those who write rules: the names of labels are for no one else. */
export async function readTargets(ctx: Ctx): Promise<RuleTargets> {
  const [places, parts, marks, types] = await Promise.all([
    named(ctx, "locations"),
    named(ctx, "departments"),
    named(ctx, "labels"),
    namedTypes(ctx),
  ]);
  return {
    locations: places.filter(({ id }) => coversLocation(ctx, id)),
    departments: parts,
    labels: marks,
    leaveTypes: types,
  };
}
