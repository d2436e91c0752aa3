import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";

/** Legacy keys belong to the company: administrators see and delete them. @throws ApiError FORBIDDEN */
export function requireLegacyKeyRight(ctx: Ctx): void {
  if (ctx.actor.role === "ADMIN" && ctx.actor.via.type !== "legacyKey") return;
  throw new ApiError("FORBIDDEN", because("legacyKeys"));
}
