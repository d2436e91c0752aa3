import { integrations } from "@/drizzle/schema/notifications";
import type { IntegrationPlatform } from "@/drizzle/schema/values";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { type Check, checkMicrosoft, checkSlack } from "./check";
import { integrationView } from "./present";
import type { IntegrationView, MicrosoftConnect, SlackConnect } from "./schema";
import { sealSecret } from "./store";

/** @throws ApiError FORBIDDEN for everyone but administrators, VALIDATION_ERROR when Slack refuses the token */
export async function connectSlack(ctx: Ctx, { botToken }: SlackConnect): Promise<IntegrationView> {
  requireAdmin(ctx);
  const check = await checkSlack(ctx.services, botToken);
  return save(ctx, "slack", check, botToken, "botToken");
}

/** @throws ApiError FORBIDDEN for everyone but administrators, VALIDATION_ERROR when Microsoft refuses the credentials */
export async function connectMicrosoft(
  ctx: Ctx,
  { appPassword, ...facts }: MicrosoftConnect,
): Promise<IntegrationView> {
  requireAdmin(ctx);
  const check = await checkMicrosoft(ctx.services, facts, appPassword);
  return save(ctx, "microsoft", check, appPassword, "appPassword");
}

function save(
  ctx: Ctx,
  platform: IntegrationPlatform,
  { problem, facts }: Check,
  secret: string,
  field: string,
): Promise<IntegrationView> {
  if (problem !== null)
    throw invalid([{ path: field, ...fault("providerRejected", { problem: problem.replace(/\.?$/, ".") }) }]);
  return inTransaction(ctx, async (tx) => {
    const { workspaceId } = tx.actor;
    const now = tx.now();
    const written = {
      facts,
      secret: sealSecret(tx.services, workspaceId, platform, secret),
      lastError: null,
      checkedAt: now,
      connectedById: tx.actor.userId,
      updatedAt: now,
    };
    const row = { workspaceId, platform, ...written, createdAt: now };
    await tx.db
      .insert(integrations)
      .values(row)
      .onConflictDoUpdate({ target: [integrations.workspaceId, integrations.platform], set: written });
    await recordAudit(tx, {
      action: "integration.connect",
      resourceType: "integration",
      resourceId: platform,
      changes: { facts: { to: facts } },
    });
    return integrationView(platform, row);
  });
}
