import { eq } from "drizzle-orm";
import { leaveTypes } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireRight } from "@/server/access/require-right";
import { scoped } from "@/server/access/scoped";
import { ApiError, type FieldError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { because } from "@/server/kernel/reasons";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { utcDay } from "@/server/kernel/time/clock";
import { filterFaults } from "@/server/modules/integrations/schedules/check-filters";
import { limitFaults } from "@/server/modules/leave/requests/policy";
import type { Targets } from "./find-targets";
import type { CompanyDays } from "./judge-people";
import { isTheirs } from "./store";

/**
 * Checks a company leave to create or preview: who may, and every reference in it.
 * @throws ApiError FORBIDDEN, VALIDATION_ERROR with every fault
 */
export async function checkCompanyLeave(ctx: Ctx, wanted: CompanyDays & Targets): Promise<void> {
  requireRight(ctx, "company-leaves:write");
  const { locationIds, departmentIds, labelIds, exemptLabelIds } = wanted;
  if (!isTheirs(ctx, locationIds))
    throw new ApiError("FORBIDDEN", {
      ...because("companyPlaces"),
      resolution: "Name the locations you manage in locationIds.",
    });
  const exempt = await filterFaults(ctx, { labelIds: exemptLabelIds });
  const faults = [
    ...(await typeFaults(ctx, wanted.leaveTypeId)),
    ...limitFaults({
      period: { start: dayNumber(wanted.startDate), end: dayNumber(wanted.endDate), minutes: null },
      today: dayNumber(utcDay(ctx.now())),
    }),
    ...(await filterFaults(ctx, { locationIds, departmentIds, labelIds })),
    ...exempt.map((fault) => ({ ...fault, path: fault.path.replace("labelIds", "exemptLabelIds") })),
  ];
  if (faults.length > 0) throw invalid(faults);
}

async function typeFaults(ctx: Ctx, leaveTypeId: string): Promise<FieldError[]> {
  const [type] = await scoped(workspaceOf(ctx.actor), leaveTypes)
    .select(ctx.db, { isActive: leaveTypes.isActive })
    .where(eq(leaveTypes.id, leaveTypeId));
  const path = "leaveTypeId";
  if (!type) return [{ path, ...fault("type") }];
  return type.isActive ? [] : [{ path, ...fault("typeInactive") }];
}
