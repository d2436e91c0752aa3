import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import type { Ctx } from "./ctx";

/** @throws ApiError FORBIDDEN when the acting user is not an administrator */
export function requireAdmin(ctx: Ctx): void {
  if (ctx.actor.role === "ADMIN") return;
  throw new ApiError("FORBIDDEN", because("adminOnly"));
}
