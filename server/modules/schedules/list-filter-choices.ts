import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { labels, userLabels } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { reachParams, withinReach } from "@/server/access/reach";
import { encodeId } from "@/server/kernel/schema";
import { listDepartments } from "@/server/modules/directory/list-departments";
import { listLocations } from "@/server/modules/directory/list-locations";

interface Choice {
  id: string;
  name: string;
}

/** What filters may name. */
export interface FilterChoices {
  locations: Choice[];
  departments: Choice[];
  labels: Choice[];
}

const choices = (kind: "location" | "department" | "label", rows: readonly Choice[]): Choice[] =>
  rows.map(({ id, name }) => ({ id: encodeId(kind, id), name }));

async function labelChoices(ctx: Ctx): Promise<Choice[]> {
  const { reach } = ctx;
  const carried = ctx.db
    .select({ id: userLabels.labelId })
    .from(userLabels)
    .innerJoin(users, and(eq(users.workspaceId, userLabels.workspaceId), eq(users.id, userLabels.userId)))
    .where(and(withinReach(reach.kind), eq(users.status, "ACTIVE")));
  const all = reach.kind === "workspace" || reach.kind === "locations";
  return ctx.db
    .select({ id: labels.id, name: labels.name })
    .from(labels)
    .where(
      and(
        eq(labels.workspaceId, sql.placeholder("reachWorkspace")),
        all ? undefined : inArray(labels.id, carried),
      ),
    )
    .orderBy(asc(labels.name))
    .prepare(`filter_labels_${reach.kind}`)
    .execute(reachParams(reach));
}

/** What a form offers as filters to its writer. */
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
