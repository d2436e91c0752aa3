import type { Ctx } from "@/server/access/ctx";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { isLead } from "@/server/modules/leave/requests/approvers";
import { isManager, isOwn, isWritable } from "@/server/modules/leave/requests/standing";

/**
 * Whether the acting user names and ends stand-ins of this approver: approvers their own, administrators and location admins those of the
 * approvers that they manage. A key never exceeds its owner's reach.
 */
export const mayNameFor = (ctx: Ctx, approver: Employee): boolean =>
  isWritable(ctx, approver) && (isOwn(ctx, approver) || (isLead(ctx.actor.role) && isManager(ctx, approver)));
