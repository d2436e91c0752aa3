import type { Ctx } from "@/server/access/ctx";
import { type KeyRow, loadKey } from "./store";

/** @throws ApiError RESOURCE_NOT_FOUND when the key does not exist or belongs to another user */
export const getApiKey = (ctx: Ctx, { id }: { id: string }): Promise<KeyRow> => loadKey(ctx, id);
