import type { Ctx } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { utcDay } from "@/server/kernel/time/clock";
import { countJoined } from "./find-targets";
import { type CompanyLeaveState, loadCompanyLeave } from "./store";

/** A company leave, with the number of people who joined since it was last booked. */
export type CompanyLeaveDetails = CompanyLeaveState & { joinedCount: number };

/** @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND */
export async function getCompanyLeave(ctx: Ctx, id: string): Promise<CompanyLeaveDetails> {
  requireRight(ctx, "company-leaves:read");
  const found = await loadCompanyLeave(ctx, id);
  const isCurrent = found.status === "BOOKED" && found.endDate >= utcDay(ctx.now());
  const within = { db: ctx.db, workspaceId: ctx.actor.workspaceId };
  return { ...found, joinedCount: isCurrent ? await countJoined(within, id, found) : 0 };
}
