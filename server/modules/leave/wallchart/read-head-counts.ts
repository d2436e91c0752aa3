import { sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { scoped } from "@/server/access/scoped";
import { givenSight, type Sight } from "@/server/access/sight";
import { preparedBy } from "@/server/kernel/database/db";
import type { HeadCount } from "./policy";
import {
  filterParams,
  heldPatterns,
  isAskedFor,
  isTheirs,
  type PeopleFilter,
  patternsHeld,
  readShape,
  shapeOf,
} from "./store";

const query = preparedBy((db, shape) =>
  scoped(givenSight(readShape(shape).sightKind), users)
    .select(db, {
      departmentId: users.departmentId,
      locationId: users.locationId,
      patterns: heldPatterns,
      people: sql<number>`count(*)::int`,
    })
    .leftJoin(patternsHeld, isTheirs)
    .where(isAskedFor(shape))
    .groupBy(users.departmentId, users.locationId, sql`held.patterns`)
    .prepare(`wallchart_heads_${shape}`),
);

/** The number of active people within sight by department, location and pattern. */
export const readHeadCounts = (ctx: Ctx, sight: Sight, filter: PeopleFilter): Promise<HeadCount[]> =>
  query(ctx.db, shapeOf(ctx, sight, filter)).execute(filterParams(ctx, sight, filter));
