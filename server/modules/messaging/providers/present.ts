import type { IntegrationPlatform } from "@/drizzle/schema/values";
import type { IntegrationView } from "./schema";
import type { IntegrationRow } from "./store";

export const integrationView = (
  platform: IntegrationPlatform,
  row: IntegrationRow | null,
): IntegrationView => ({
  platform,
  isConnected: row !== null,
  facts: row?.facts ?? {},
  lastError: row?.lastError ?? null,
  checkedAt: row?.checkedAt.toISOString() ?? null,
});
