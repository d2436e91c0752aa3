import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { labels, userLabels } from "@/drizzle/schema/directory";
import { integrations } from "@/drizzle/schema/notifications";
import { users } from "@/drizzle/schema/people";
import type { IntegrationPlatform } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { reachParams, withinReach } from "@/server/access/reach";
import { listDepartments } from "@/server/modules/directory/list-departments";
import { listLocations } from "@/server/modules/directory/list-locations";
import { mayOwnNotifications } from "./policy";

interface Choice {
  id: string;
  name: string;
}

export interface NotificationTerms {
  mayCreate: boolean;
  /** An administrator sees everybody's, with the owner. */
  seesAll: boolean;
  /** What filters may name. */
  locations: Choice[];
  departments: Choice[];
  labels: Choice[];
  connected: IntegrationPlatform[];
}

const choices = (rows: readonly Choice[]): Choice[] => rows.map(({ id, name }) => ({ id, name }));

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
    .prepare(`notification_labels_${reach.kind}`)
    .execute(reachParams(reach));
}

/** What the caller may do with notifications, and what a form offers. Ids are bare UUIDs. */
export async function getNotificationTerms(ctx: Ctx): Promise<NotificationTerms> {
  const [locations, departments, labelRows, connected] = await Promise.all([
    listLocations(ctx, { limit: 1000, after: null }),
    listDepartments(ctx),
    labelChoices(ctx),
    ctx.db
      .select({ platform: integrations.platform })
      .from(integrations)
      .where(eq(integrations.workspaceId, ctx.actor.workspaceId)),
  ]);
  return {
    mayCreate: mayOwnNotifications(ctx.actor),
    seesAll: ctx.actor.role === "ADMIN",
    locations: choices(locations.items),
    departments: choices(departments.items),
    labels: labelRows,
    connected: connected.map(({ platform }) => platform),
  };
}
