import { eq, sql } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { localDate } from "@/server/kernel/time/calendar-date";
import { givenLanguage, languageParam, nameFor } from "@/server/modules/leave/type-names/name-in";
import { type Choice, findPlaceChoices } from "@/server/modules/people/people/find-place-choices";

const typesQuery = preparedBy((db) =>
  scoped(givenWorkspace, leaveTypes)
    .select(db, { id: leaveTypes.id, name: nameFor(givenLanguage), color: leaveTypes.color })
    .where(undefined)
    .orderBy(leaveTypes.position, inNameOrder(nameFor(givenLanguage)))
    .prepare("wallchart_types"),
);

const ownQuery = preparedBy((db) =>
  scoped(givenWorkspace, users)
    .select(db, { timezone: locations.timezone, firstDayOfWeek: locations.firstDayOfWeek })
    .innerJoin(locations, eq(locations.id, users.locationId))
    .where(eq(users.id, sql.placeholder("userId")))
    .prepare("wallchart_own_place"),
);

/**
 * The filter options of the wallchart: locations and departments of the people within sight, leave types, and labels for callers who may
 * read them.
 */
export async function findWallchartChoices(ctx: Ctx): Promise<{
  departments: Choice[];
  locations: Choice[];
  labels: Choice[];
  leaveTypes: (Choice & { color: string })[];
  /** Today at the caller's location. */
  today: string;
  /** 0 is Sunday. */
  firstDayOfWeek: number;
}> {
  const { workspaceId } = ctx.actor;
  const [places, leaveTypes, [own]] = await Promise.all([
    findPlaceChoices(ctx),
    typesQuery(ctx.db).execute({ workspaceId, ...languageParam(ctx) }),
    ownQuery(ctx.db).execute({ workspaceId, userId: ctx.actor.userId }),
  ]);
  return {
    ...places,
    leaveTypes,
    today: localDate(ctx.now(), own?.timezone ?? "UTC"),
    firstDayOfWeek: own?.firstDayOfWeek ?? 1,
  };
}
