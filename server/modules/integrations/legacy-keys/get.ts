import { eq } from "drizzle-orm";
import { legacyKeys } from "@/drizzle/schema/api-keys";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { requireLegacyKeyRight } from "./policy";
import { type LegacyKeyRow, selectLive } from "./store";

/**
 * A v1 key that still works.
 * @throws ApiError FORBIDDEN unless the caller is an administrator; RESOURCE_NOT_FOUND
 */
export async function getLegacyKey(ctx: Ctx, id: string): Promise<LegacyKeyRow> {
  requireLegacyKeyRight(ctx);
  const [row] = await selectLive(ctx, eq(legacyKeys.id, id));
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  return row;
}
