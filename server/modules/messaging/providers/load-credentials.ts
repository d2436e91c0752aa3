import type { IntegrationPlatform } from "@/drizzle/schema/values";
import type { Services } from "@/server/kernel/services";
import { findIntegration, openSecret } from "./store";

/** A workspace's credentials for sending. @returns null when it is not connected, or its secret cannot be opened */
export async function loadCredentials(
  services: Services,
  workspaceId: string,
  platform: IntegrationPlatform,
): Promise<{ facts: Record<string, string>; secret: string } | null> {
  const row = await findIntegration(services.db, workspaceId, platform);
  const secret = row && openSecret(services, row);
  return row && secret ? { facts: row.facts, secret } : null;
}
