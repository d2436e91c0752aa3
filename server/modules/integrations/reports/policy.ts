import type { Actor } from "@/server/access/actor";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import type { Filters } from "@/server/modules/integrations/schedules/check-filters";

/** The last day of every month: days beyond a month's end become its last. */
export const lastOfMonth = 31;

/** Whether a user may own scheduled reports at all (decision 9). */
export const mayOwnReports = (actor: Actor): boolean =>
  actor.userId !== null && (actor.role === "ADMIN" || actor.role === "LOCATION_ADMIN");

/** Whether a user may use reports at present: the plan counts too. */
export const mayUseReports = (actor: Actor): boolean => mayOwnReports(actor) && actor.plan === "COMPLETE";

/** @throws ApiError SCHEDULED_REPORTS_NOT_AVAILABLE on every plan but COMPLETE (decision 4.3) */
export function requireReportsPlan({ actor }: Ctx): void {
  if (actor.plan !== "COMPLETE") throw new ApiError("SCHEDULED_REPORTS_NOT_AVAILABLE");
}

/** @returns the acting user @throws ApiError FORBIDDEN for a role weaker than a location admin */
export function requireReporter(ctx: Ctx): string {
  const { userId } = ctx.actor;
  if (userId !== null && mayOwnReports(ctx.actor)) return userId;
  throw new ApiError("FORBIDDEN", because("reportRoles"));
}

/**
 * The actor whose rights decide which private leave types are named. Location admins may read, change and redirect a report that names
 * their locations, even one of an administrator (decision 9): so it shows no more than they may see.
 */
export const eyesOf = (actor: Actor, { locationIds }: Pick<Filters, "locationIds">): Actor =>
  actor.role === "ADMIN" && locationIds.length > 0
    ? { ...actor, role: "LOCATION_ADMIN", locationIds }
    : actor;
