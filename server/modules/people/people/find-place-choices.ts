import { eq } from "drizzle-orm";
import { departments, labels, locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { loadSight } from "@/server/access/load-sight";
import { givenWorkspace } from "@/server/access/reach";
import { hasScope } from "@/server/access/require-scope";
import { scoped } from "@/server/access/scoped";
import { givenSight, sightParams } from "@/server/access/sight";
import { preparedBy } from "@/server/kernel/database/db";
import { inNameOrder } from "@/server/kernel/database/name-search";

/** An option of a list; the id is bare. */
export interface Choice {
  id: string;
  name: string;
}

const departmentsQuery = preparedBy((db, kind) =>
  scoped(givenSight(kind), users)
    .select(db, { id: departments.id, name: departments.name })
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .where(eq(users.status, "ACTIVE"))
    .groupBy(departments.id, departments.name)
    .orderBy(inNameOrder(departments.name))
    .prepare(`people_departments_${kind}`),
);
const locationsQuery = preparedBy((db, kind) =>
  scoped(givenSight(kind), users)
    .select(db, { id: locations.id, name: locations.name })
    .innerJoin(locations, eq(locations.id, users.locationId))
    .where(eq(users.status, "ACTIVE"))
    .groupBy(locations.id, locations.name)
    .orderBy(inNameOrder(locations.name))
    .prepare(`people_locations_${kind}`),
);
const labelsQuery = preparedBy((db) =>
  scoped(givenWorkspace, labels)
    .select(db, { id: labels.id, name: labels.name })
    .where(undefined)
    .orderBy(inNameOrder(labels.name))
    .prepare("people_labels"),
);
/** Filter options for people: the places of active people within sight, and labels for callers who may read them. */
export async function findPlaceChoices(
  ctx: Ctx,
): Promise<{ departments: Choice[]; locations: Choice[]; labels: Choice[] }> {
  const sight = await loadSight(ctx);
  const { workspaceId } = sight;
  const [departments, locations, labels] = await Promise.all([
    departmentsQuery(ctx.db, sight.kind).execute(sightParams(sight)),
    locationsQuery(ctx.db, sight.kind).execute(sightParams(sight)),
    hasScope(ctx, "labels:read") ? labelsQuery(ctx.db).execute({ workspaceId }) : [],
  ]);
  return { departments, locations, labels };
}
