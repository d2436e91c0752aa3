import { and, desc, lt } from "drizzle-orm";
import { webhooks } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { type Page, type Position, pageOf } from "@/server/kernel/database/page-token";
import { visible, type WebhookRow } from "./store";

/** Webhooks, newest first, including revoked ones: administrators see the whole company's, others their own. */
export async function listWebhooks(
  ctx: Ctx,
  input: { limit: number; after: Position | null },
): Promise<Page<WebhookRow>> {
  const rows = await scoped(workspaceOf(ctx.actor), webhooks)
    .selectAll(ctx.db)
    .where(and(visible(ctx), input.after ? lt(webhooks.id, input.after.id) : undefined))
    .orderBy(desc(webhooks.id))
    .limit(input.limit + 1);
  return pageOf(rows, input.limit, ({ id }) => ({ key: "", id }));
}
