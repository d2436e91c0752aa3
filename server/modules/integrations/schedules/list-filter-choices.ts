import { eq, inArray } from "drizzle-orm";
import { labels, userLabels } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { encodeId } from "@/server/kernel/schema";
import { listDepartments } from "@/server/modules/people/places/list-departments";
import { listLocations } from "@/server/modules/people/places/list-locations";

interface Choice {
  id: string;
  name: string;
}

/** The possible values of filters. */
export interface FilterChoices {
  locations: Choice[];
  departments: Choice[];
  labels: Choice[];
}

const choices = (kind: "location" | "department" | "label", rows: readonly Choice[]): Choice[] =>
  rows.map(({ id, name }) => ({ id: encodeId(kind, id), name }));

async function labelChoices(ctx: Ctx): Promise<Choice[]> {
  const { reach } = ctx;
  const carried = scoped(reach, users)
    .select(ctx.db, { id: userLabels.labelId })
    .innerJoin(userLabels, eq(userLabels.userId, users.id))
    .where(eq(users.status, "ACTIVE"));
  const all = reach.kind === "workspace" || reach.kind === "locations";
  return scoped(workspaceOf(reach), labels)
    .select(ctx.db, { id: labels.id, name: labels.name })
    .where(all ? undefined : inArray(labels.id, carried))
    .orderBy(inNameOrder(labels.name));
}

/** The filter values that a form offers its author. */
export async function listFilterChoices(ctx: Ctx): Promise<FilterChoices> {
  const [locations, departments, labelRows] = await Promise.all([
    listLocations(ctx, { limit: 1000, after: null }),
    listDepartments(ctx),
    labelChoices(ctx),
  ]);
  return {
    locations: choices("location", locations.items),
    departments: choices("department", departments.items),
    labels: choices("label", labelRows),
  };
}
