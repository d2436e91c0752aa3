import type { EventType, WebhookPausedReason, WebhookStatus } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { decodeId, encodeId } from "@/server/kernel/schema";
import { countMonth } from "@/server/modules/rate-limits/count-month";
import { grantLimits } from "@/server/modules/rate-limits/policy";
import { findLastCalls, type LastCall } from "@/server/modules/request-log/find-last-calls";
import { type HookRow, listHooks } from "@/server/modules/webhooks/list-hooks";
import { clientUuid } from "../clients/client-id";
import type { GrantView } from "./list";

/** A webhook that an app made for the person. */
export interface HookView {
  webhookId: string;
  event: EventType;
  url: string;
  status: WebhookStatus;
  pausedReason: WebhookPausedReason | null;
}

/** What an app does with what it may. */
export interface AppActivity {
  /** What it did last; null when it did nothing that the request log still knows. */
  lastCall: LastCall | null;
  calls: {
    /** Of this UTC month, through all of its connections. */
    count: number;
    /** Of the connection that called most: each has a limit of its own. */
    most: number;
    limit: number;
  };
  hooks: HookView[];
}

/** Bare ids of an app's approvals, the newest first, and of its client. */
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

/** What apps do for the acting person. @returns by a client's bare id */
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
