import { eq, type InferSelectModel } from "drizzle-orm";
import { integrations } from "@/drizzle/schema/notifications";
import type { IntegrationPlatform } from "@/drizzle/schema/values";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import type { SealedColumn } from "@/server/kernel/database/reseal-in-steps";
import { decrypt, encrypt } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";

export type IntegrationRow = InferSelectModel<typeof integrations>;

const purpose = (workspaceId: string, platform: IntegrationPlatform) =>
  `integration:${workspaceId}:${platform}`;

/** The column of sealed bot tokens and client secrets. */
export const sealedSecret: SealedColumn = {
  table: integrations,
  column: integrations.secret,
  boundTo: { workspaceId: integrations.workspaceId, platform: integrations.platform },
  purposeOf: ({ workspaceId = "", platform }) => purpose(workspaceId, platform as IntegrationPlatform),
};

export const sealSecret = (
  { settings }: Services,
  workspaceId: string,
  platform: IntegrationPlatform,
  plain: string,
): Buffer => encrypt(settings.encryptionKeys, Buffer.from(plain), purpose(workspaceId, platform));

/** @returns null when it was sealed with another encryption key */
export const openSecret = ({ settings }: Services, row: IntegrationRow): string | null =>
  decrypt(settings.encryptionKeys, row.secret, purpose(row.workspaceId, row.platform))?.toString() ?? null;

export async function findIntegration(
  db: Db,
  workspaceId: string,
  platform: IntegrationPlatform,
): Promise<IntegrationRow | null> {
  const [row] = await scoped(workspaceOf({ workspaceId }), integrations)
    .selectAll(db)
    .where(eq(integrations.platform, platform));
  return row ?? null;
}
