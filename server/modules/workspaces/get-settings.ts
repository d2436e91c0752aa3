import { eq } from "drizzle-orm";
import type { Visibility } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Ctx } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { ApiError } from "@/server/kernel/errors";

/** What an administrator decides for the whole workspace. */
export interface WorkspaceSettings {
  /** Whose absences people see in the app beside those of whom they manage (decision 11). */
  visibility: Visibility;
  /** Whether somebody who decides from a mail has to sign in first (decision 12.6). */
  mailDecisionNeedsSignIn: boolean;
  teamFeedsAllowed: boolean;
  /** Whether people may let an app request, change or decide leave for them (decision 13.4). */
  aiAppsMayChangeLeave: boolean;
  /** For how many years lines of the audit log are kept; null: for ever (decision 12.9). */
  auditKeptYears: number | null;
  /** For how many years after somebody was erased their leave is kept; null: for ever. */
  erasedLeaveKeptYears: number | null;
  /** For how many years API keys and webhooks are kept after they ended; null: for ever. */
  endedAccessKeptYears: number | null;
}

/**
 * @param lock holds the workspace's row until the open transaction ends
 * @throws ApiError FORBIDDEN for everybody but administrators
 */
export async function getWorkspaceSettings(ctx: Ctx, lock = false): Promise<WorkspaceSettings> {
  requireAdmin(ctx);
  const query = ctx.db
    .select({
      visibility: workspaces.visibility,
      mailDecisionNeedsSignIn: workspaces.mailDecisionNeedsSignIn,
      teamFeedsAllowed: workspaces.teamFeedsAllowed,
      aiAppsMayChangeLeave: workspaces.aiAppsMayChangeLeave,
      auditKeptYears: workspaces.auditKeptYears,
      erasedLeaveKeptYears: workspaces.erasedLeaveKeptYears,
      endedAccessKeptYears: workspaces.endedAccessKeptYears,
    })
    .from(workspaces)
    .where(eq(workspaces.id, ctx.actor.workspaceId));
  const [settings] = await (lock ? query.for("no key update") : query);
  if (!settings) throw new ApiError("RESOURCE_NOT_FOUND");
  return settings;
}
