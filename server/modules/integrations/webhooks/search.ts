import { and, eq, getTableColumns, ne, type SQL, sql } from "drizzle-orm";
import { oauthClients } from "@/drizzle/schema/oauth";
import { users } from "@/drizzle/schema/people";
import { webhookDeliveries, webhooks } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import {
  byInstant,
  counted,
  countOf,
  inListOrder,
  type Listed,
  listed,
  type PageStart,
} from "@/server/kernel/database/list-order";
import { folded, holds } from "@/server/kernel/database/name-search";
import type { WebhookFilter, WebhookListStatus } from "./schema";
import { visible, type WebhookRow } from "./store";

/** Whether the most recently queued delivery failed. */
const hasFailed = ({
  actor,
}: Ctx) => sql`(select ${webhookDeliveries.error} is not null from ${webhookDeliveries}
  where ${and(scoped(workspaceOf(actor), webhookDeliveries).within, eq(webhookDeliveries.webhookId, webhooks.id))}
  order by ${webhookDeliveries.id} desc limit 1)`;

const hasStatus = (ctx: Ctx): Record<WebhookListStatus, SQL | undefined> => ({
  current: ne(webhooks.status, "revoked"),
  active: eq(webhooks.status, "active"),
  failing: and(eq(webhooks.status, "active"), hasFailed(ctx)),
  paused: eq(webhooks.status, "paused"),
  revoked: eq(webhooks.status, "revoked"),
});

/** URL, description, app, owner and events. */
const searched =
  folded(sql`concat_ws(' ', ${webhooks.url}, ${webhooks.description}, ${oauthClients.name}, ${users.name},
  array_to_string(${webhooks.events}, ' '))`);

/** A page of the webhooks that match a filter, newest first: administrators see the whole company's, others their own. */
export async function searchWebhooks(
  ctx: Ctx,
  { q, status }: WebhookFilter,
  start: PageStart,
): Promise<Listed<WebhookRow>> {
  const created = byInstant(webhooks.createdAt);
  const { sortKey, after, by } = inListOrder({ created }, "-created", webhooks.id, start);
  const all = scoped(workspaceOf(ctx.actor), webhooks);
  const rows = await all
    .select(ctx.db, { ...getTableColumns(webhooks), sortKey })
    .innerJoin(users, eq(users.id, webhooks.ownerId))
    .leftJoin(oauthClients, eq(oauthClients.id, webhooks.clientId))
    .where(and(visible(ctx), hasStatus(ctx)[status], holds(searched, q), after))
    .orderBy(...by)
    .limit(start.limit + 1);
  return listed(rows, start, () => all.select(ctx.db, counted).where(visible(ctx)));
}

/** The numbers of the webhooks that the caller sees. */
export async function countWebhooks(ctx: Ctx) {
  const { current, active, paused, failing } = hasStatus(ctx);
  const [counts] = await scoped(workspaceOf(ctx.actor), webhooks)
    .select(ctx.db, {
      current: countOf(current),
      active: countOf(active),
      paused: countOf(paused),
      failing: countOf(failing),
    })
    .where(visible(ctx));
  return counts ?? { current: 0, active: 0, paused: 0, failing: 0 };
}
