import type { Actor } from "@/server/access/actor";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import type { Filters } from "@/server/modules/schedules/check-filters";

/** The last day of every month, which no month lacks: days beyond its end become its last. */
export const lastOfMonth = 31;

/** Whether somebody may have scheduled reports at all (decision 9). */
export const mayOwnReports = (actor: Actor): boolean =>
  actor.userId !== null && (actor.role === "ADMIN" || actor.role === "LOCATION_ADMIN");

/** Whether somebody may have them at present: the plan counts too. */
export const mayUseReports = (actor: Actor): boolean => mayOwnReports(actor) && actor.plan === "COMPLETE";

/** @throws ApiError SCHEDULED_REPORTS_NOT_AVAILABLE on every plan but COMPLETE (decision 4.3) */
export function requireReportsPlan({ actor }: Ctx): void {
  if (actor.plan !== "COMPLETE") throw new ApiError("SCHEDULED_REPORTS_NOT_AVAILABLE");
}

/** @returns the acting user @throws ApiError FORBIDDEN for anybody weaker than a location admin */
export function requireReporter(ctx: Ctx): string {
  const { userId } = ctx.actor;
  if (userId !== null && mayOwnReports(ctx.actor)) return userId;
  throw new ApiError("FORBIDDEN", {
    description: "Only administrators and location admins can use scheduled reports.",
  });
}

/**
 * Whose eyes decide which private leave types are named. A report that names locations may be read, written and sent elsewhere by
 * their location admins, also when an administrator made it (decision 9): so it shows no more than these may see.
 */
export const eyesOf = (actor: Actor, { locationIds }: Pick<Filters, "locationIds">): Actor =>
  actor.role === "ADMIN" && locationIds.length > 0
    ? { ...actor, role: "LOCATION_ADMIN", locationIds }
    : actor;
