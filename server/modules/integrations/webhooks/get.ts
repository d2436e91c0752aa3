import type { Ctx } from "@/server/access/ctx";
import { loadWebhook, viewOf, type WebhookView } from "./store";

/** One webhook with its last delivery. @throws ApiError WEBHOOK_NOT_FOUND when it does not exist or belongs to another user */
export const getWebhook = async (ctx: Ctx, id: string): Promise<WebhookView> =>
  viewOf(ctx, await loadWebhook(ctx, id));
