import { and, eq } from "drizzle-orm";
import { integrations } from "@/drizzle/schema/notifications";
import type { IntegrationPlatform } from "@/drizzle/schema/values";
import type { Services } from "@/server/kernel/services";

/** Remembers whether the provider accepted the credentials, for the integrations page. */
export async function noteHealth(
  { db, clock }: Services,
  workspaceId: string,
  platform: IntegrationPlatform,
  lastError: string | null,
): Promise<void> {
  await db
    .update(integrations)
    .set({ lastError, checkedAt: clock() })
    .where(and(eq(integrations.workspaceId, workspaceId), eq(integrations.platform, platform)));
}
