import { eq, sql } from "drizzle-orm";
import { departments, labels, locations } from "@/drizzle/schema/directory";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { loadSight } from "@/server/access/load-sight";
import { givenWorkspace } from "@/server/access/reach";
import { hasScope } from "@/server/access/require-scope";
import { scoped } from "@/server/access/scoped";
import { givenSight, sightParams } from "@/server/access/sight";
import { localDate } from "@/server/kernel/calendar-date";
import { preparedBy } from "@/server/kernel/db";

interface Choice {
  id: string;
  name: string;
}

const departmentsQuery = preparedBy((db, kind) =>
  scoped(givenSight(kind), users)
    .selectDistinct(db, { id: departments.id, name: departments.name })
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .where(eq(users.status, "ACTIVE"))
    .orderBy(departments.name)
    .prepare(`wallchart_departments_${kind}`),
);
const locationsQuery = preparedBy((db, kind) =>
  scoped(givenSight(kind), users)
    .selectDistinct(db, { id: locations.id, name: locations.name })
    .innerJoin(locations, eq(locations.id, users.locationId))
    .where(eq(users.status, "ACTIVE"))
    .orderBy(locations.name)
    .prepare(`wallchart_locations_${kind}`),
);
const labelsQuery = preparedBy((db) =>
  scoped(givenWorkspace, labels)
    .select(db, { id: labels.id, name: labels.name })
    .where(undefined)
    .orderBy(labels.name)
    .prepare("wallchart_labels"),
);
const typesQuery = preparedBy((db) =>
  scoped(givenWorkspace, leaveTypes)
    .select(db, { id: leaveTypes.id, name: leaveTypes.name, color: leaveTypes.color })
    .where(undefined)
    .orderBy(leaveTypes.position, leaveTypes.name)
    .prepare("wallchart_types"),
);

const ownQuery = preparedBy((db) =>
  scoped(givenWorkspace, users)
    .select(db, { timezone: locations.timezone, firstDayOfWeek: locations.firstDayOfWeek })
    .innerJoin(locations, eq(locations.id, users.locationId))
    .where(eq(users.id, sql.placeholder("userId")))
    .prepare("wallchart_own_place"),
);

/** What the wallchart can be filtered by: the places of the people within sight, labels for those who may read them, leave types. */
export async function findWallchartChoices(ctx: Ctx): Promise<{
  departments: Choice[];
  locations: Choice[];
  labels: Choice[];
  leaveTypes: (Choice & { color: string })[];
  /** The date where the caller works. */
  today: string;
  /** 0 is Sunday. */
  firstDayOfWeek: number;
}> {
  const sight = await loadSight(ctx);
  const { workspaceId } = sight;
  const [departments, locations, labels, leaveTypes, [own]] = await Promise.all([
    departmentsQuery(ctx.db, sight.kind).execute(sightParams(sight)),
    locationsQuery(ctx.db, sight.kind).execute(sightParams(sight)),
    hasScope(ctx, "labels:read") ? labelsQuery(ctx.db).execute({ workspaceId }) : [],
    typesQuery(ctx.db).execute({ workspaceId }),
    ownQuery(ctx.db).execute({ workspaceId, userId: ctx.actor.userId }),
  ]);
  return {
    ...{ departments, locations, labels, leaveTypes },
    today: localDate(ctx.now(), own?.timezone ?? "UTC"),
    firstDayOfWeek: own?.firstDayOfWeek ?? 1,
  };
}
