import { integrations } from "@/drizzle/schema/notifications";
import type { IntegrationPlatform } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import {
  type FilterChoices,
  listFilterChoices,
} from "@/server/modules/integrations/schedules/list-filter-choices";
import { mayOwnNotifications } from "./policy";

export interface NotificationTerms extends FilterChoices {
  mayCreate: boolean;
  /** An administrator sees all notifications, with their owners. */
  seesAll: boolean;
  connected: IntegrationPlatform[];
}

/** The caller's rights for notifications, and the choices of a form. */
export async function getNotificationTerms(ctx: Ctx): Promise<NotificationTerms> {
  const [choices, connected] = await Promise.all([
    listFilterChoices(ctx),
    scoped(workspaceOf(ctx.actor), integrations).select(ctx.db, { platform: integrations.platform }),
  ]);
  return {
    ...choices,
    mayCreate: mayOwnNotifications(ctx.actor),
    seesAll: ctx.actor.role === "ADMIN",
    connected: connected.map(({ platform }) => platform),
  };
}
