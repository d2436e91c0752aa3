import type { Ctx } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { ApiError } from "@/server/kernel/errors";
import { checkCredentials } from "./check";
import { noteHealth } from "./note-health";
import type { IntegrationRef } from "./schema";
import { findIntegration, openSecret } from "./store";

/** Asks the provider whether the stored credentials still work. @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND */
export async function testConnection(
  ctx: Ctx,
  { platform }: IntegrationRef,
): Promise<{ ok: boolean; detail: string | null }> {
  requireAdmin(ctx);
  const { workspaceId } = ctx.actor;
  const row = await findIntegration(ctx.db, workspaceId, platform);
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  const secret = openSecret(ctx.services, row);
  const problem =
    secret === null
      ? "The stored secret can't be decrypted with the current encryption key."
      : (await checkCredentials(ctx.services, platform, row.facts, secret)).problem;
  await noteHealth(ctx.services, workspaceId, platform, problem);
  return { ok: problem === null, detail: problem };
}
