import { eq } from "drizzle-orm";
import type { Visibility } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Ctx } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { ApiError } from "@/server/kernel/errors";

/** An administrator's settings for the whole workspace. */
export interface WorkspaceSettings {
  /** Whose absences users see in the app besides those of people they manage (decision 11). */
  visibility: Visibility;
  /** Whether a decision from a mail requires a sign-in first (decision 12.6). */
  mailDecisionNeedsSignIn: boolean;
  teamFeedsAllowed: boolean;
  /** Whether users may let an app request, change or decide leave for them (decision 13.4). */
  aiAppsMayChangeLeave: boolean;
  /** Retention of audit lines in years; null: forever (decision 12.9). */
  auditKeptYears: number | null;
  /** Retention of leave in years after the person's erasure; null: forever. */
  erasedLeaveKeptYears: number | null;
  /** Retention of API keys and webhooks in years after their end; null: forever. */
  endedAccessKeptYears: number | null;
}

/**
 * @param lock locks the workspace's row until the open transaction ends
 * @throws ApiError FORBIDDEN unless the caller is an administrator
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
