import { eq } from "drizzle-orm";
import { integrations } from "@/drizzle/schema/notifications";
import type { IntegrationPlatform } from "@/drizzle/schema/values";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Services } from "@/server/kernel/services";

/** Stores whether the provider accepted the credentials, for the integrations page. */
export async function noteHealth(
  { db, clock }: Services,
  workspaceId: string,
  platform: IntegrationPlatform,
  lastError: string | null,
): Promise<void> {
  await scoped(workspaceOf({ workspaceId }), integrations)
    .update(db)
    .set({ lastError, checkedAt: clock() })
    .where(eq(integrations.platform, platform));
}
