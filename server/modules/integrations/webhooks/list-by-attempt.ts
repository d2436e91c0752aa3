import { and, desc, eq, gte, lte, or, type SQL, sql } from "drizzle-orm";
import type { DeliveredType, DeliveryStatus } from "@/drizzle/schema/values";
import { webhookDeliveries } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { type Page, type Position, pageOf } from "@/server/kernel/database/page-token";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { ofWebhook } from "./list-deliveries";
import type { DeliveryView } from "./present";
import type { ResponseClass } from "./schema";
import { deliveryFields, loadWebhook, type WebhookRow } from "./store";

export interface DeliveryFilters {
  /** Only deliveries with these ids. */
  ids?: readonly string[] | undefined;
  statuses?: readonly DeliveryStatus[] | undefined;
  eventTypes?: readonly DeliveredType[] | undefined;
  responseClass?: ResponseClass | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** Id of a delivery, a message, a leave or an employee. */
  search?: { messageId?: string | undefined; uuid?: string | undefined } | undefined;
}

interface ListInput {
  limit: number;
  /** Cursor: the last row of the previous page, by its last attempt (or its creation) and its id. */
  after: Position | null;
  filters?: DeliveryFilters;
}

/** Untried deliveries sort by their creation; the expression of `webhook_deliveries_attempt_index`. */
const lastTouched = sql`coalesce(${webhookDeliveries.attemptedAt}, ${webhookDeliveries.createdAt})`;

/**
 * A page of a webhook's deliveries of the last 30 days: the most recent attempt first. One that is retried between two pages moves to the
 * first; the order of the rest stays, so that none of them is skipped or repeated.
 * @throws ApiError WEBHOOK_NOT_FOUND
 */
export async function listByAttempt(
  ctx: Ctx,
  webhookId: string,
  { limit, after, filters = {} }: ListInput,
): Promise<Page<DeliveryView>> {
  const webhook = await loadWebhook(ctx, webhookId);
  const rows = await scoped(workspaceOf(webhook), webhookDeliveries)
    .select(ctx.db, deliveryFields)
    .where(
      and(
        ofWebhook(ctx, webhook),
        after
          ? sql`(${lastTouched}, ${webhookDeliveries.id}) < (${after.key}::timestamptz, ${after.id}::uuid)`
          : undefined,
        conditionOf(filters, webhook),
      ),
    )
    .orderBy(desc(lastTouched), desc(webhookDeliveries.id))
    .limit(limit + 1);
  const { items, next } = pageOf(rows, limit, ({ id, attemptedAt, createdAt }) => ({
    key: (attemptedAt ?? createdAt).toISOString(),
    id,
  }));
  return { items: items.map((delivery) => ({ delivery, webhook })), next };
}

function conditionOf(filters: DeliveryFilters, webhook: WebhookRow): SQL | undefined {
  const { ids, statuses, eventTypes, responseClass, from, to, search } = filters;
  return and(
    ids && isAnyOf(webhookDeliveries.id, ids),
    statuses?.length ? or(...statuses.map((status) => hasStatus(status, webhook))) : undefined,
    eventTypes?.length ? isAnyOf(webhookDeliveries.eventType, eventTypes) : undefined,
    responseClass && hasResponse(responseClass),
    from && gte(webhookDeliveries.createdAt, from),
    to && lte(webhookDeliveries.createdAt, to),
    search && found(search),
  );
}

/** The displayed status (`statusOf`), in SQL. */
function hasStatus(status: DeliveryStatus, webhook: WebhookRow): SQL | undefined {
  const stored = eq(webhookDeliveries.status, status);
  const waits = sql`${webhookDeliveries.status} in ('pending', 'held')`;
  const isTest = sql`${webhookDeliveries.eventType} = 'webhook.test'`;
  if (webhook.status === "revoked") {
    if (status === "cancelled") return or(stored, waits);
    return status === "pending" || status === "held" ? sql`false` : stored;
  }
  if (webhook.status !== "paused" || (status !== "pending" && status !== "held")) return stored;
  const isLoneTest = webhook.pausedReason === "owner_inactive" ? sql`false` : isTest;
  return status === "held" ? sql`(${waits} and not ${isLoneTest})` : sql`(${stored} and ${isLoneTest})`;
}

function hasResponse(responseClass: ResponseClass): SQL {
  if (responseClass === "none")
    return sql`(${webhookDeliveries.attemptCount} > 0 and ${webhookDeliveries.httpStatus} is null)`;
  const first = Number(responseClass[0]) * 100;
  return sql`${webhookDeliveries.httpStatus} between ${first} and ${first + 99}`;
}

function found({ messageId, uuid }: NonNullable<DeliveryFilters["search"]>): SQL | undefined {
  if (messageId !== undefined) return eq(webhookDeliveries.messageId, messageId);
  if (uuid === undefined) return sql`false`;
  return or(
    eq(webhookDeliveries.id, uuid),
    eq(webhookDeliveries.redeliveryOf, uuid),
    eq(webhookDeliveries.recordId, uuid),
  );
}
