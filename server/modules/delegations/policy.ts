import type { Ctx } from "@/server/access/ctx";
import { isLead } from "@/server/modules/leaves/approvers";
import { isManager, isOwn, isWritable } from "@/server/modules/leaves/standing";
import type { Employee } from "@/server/modules/work-calendar/read-employee";

/**
 * Whether the acting user names and ends stand-ins of this approver: approvers their own, administrators and location admins those of the
 * approvers that they manage. A key never exceeds its owner's reach.
 */
export const mayNameFor = (ctx: Ctx, approver: Employee): boolean =>
  isWritable(ctx, approver) && (isOwn(ctx, approver) || (isLead(ctx.actor.role) && isManager(ctx, approver)));
