import type { EventType, WebhookPausedReason, WebhookStatus } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { decodeId, encodeId } from "@/server/kernel/schema";
import { countMonth } from "@/server/modules/integrations/rate-limits/count-month";
import { grantLimits } from "@/server/modules/integrations/rate-limits/policy";
import { findLastCalls, type LastCall } from "@/server/modules/integrations/request-log/find-last-calls";
import { type HookRow, listHooks } from "@/server/modules/integrations/webhooks/list-hooks";
import { clientUuid } from "../clients/client-id";
import type { GrantView } from "./list";

/** A webhook that an app made for the user. */
export interface HookView {
  webhookId: string;
  event: EventType;
  url: string;
  status: WebhookStatus;
  pausedReason: WebhookPausedReason | null;
}

export interface AppActivity {
  /** Its last call; null when the request log has none. */
  lastCall: LastCall | null;
  calls: {
    /** In this UTC month, through all of its connections. */
    count: number;
    /** Of the connection with the most calls: each has its own limit. */
    most: number;
    limit: number;
  };
  hooks: HookView[];
}

/** Bare ids of an app's grants, the newest first, and of its client. */
export interface AppRef {
  clientId: string;
  grantIds: readonly string[];
}

export const refOf = (grants: readonly [GrantView, ...GrantView[]]): AppRef => ({
  clientId: clientUuid(grants[0].client.clientId),
  grantIds: grants.flatMap(({ id }) => decodeId("grant", id) ?? []),
});

const hookView = ({ id, events, url, status, pausedReason }: HookRow): HookView[] =>
  events.map((event) => ({ webhookId: encodeId("webhook", id), event, url, status, pausedReason }));

/** Loads the activity of the acting user's apps. @returns a lookup by the client's bare id */
export async function loadActivity(ctx: Ctx, apps: readonly AppRef[]): Promise<(app: AppRef) => AppActivity> {
  const grantIds = apps.flatMap((app) => app.grantIds);
  const clientIds = apps.map(({ clientId }) => clientId);
  const [lastCalls, counts, hooks] = await Promise.all([
    findLastCalls(ctx, clientIds),
    countMonth(ctx, grantIds),
    listHooks(ctx, grantIds),
  ]);
  return ({ clientId, grantIds: own }) => {
    const used = own.map((id) => counts.get(id) ?? 0);
    return {
      lastCall: lastCalls.get(clientId) ?? null,
      calls: {
        count: used.reduce((sum, count) => sum + count, 0),
        most: Math.max(0, ...used),
        limit: grantLimits.monthlyQuota,
      },
      hooks: hooks.filter(({ grantId }) => grantId !== null && own.includes(grantId)).flatMap(hookView),
    };
  };
}
