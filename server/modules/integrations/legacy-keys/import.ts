import { eq } from "drizzle-orm";
import { legacyKeys, rateCounters } from "@/drizzle/schema/api-keys";
import { secretWorkspaces } from "@/drizzle/schema/workspace-directory";
import { workspaces } from "@/drizzle/schema/workspaces";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { workspaceOfSecret } from "@/server/access/workspace-of-secret";
import type { Db } from "@/server/kernel/database/db";
import { ApiError, invalid } from "@/server/kernel/errors";
import { faultAt } from "@/server/kernel/field-faults";
import { newId } from "@/server/kernel/ids";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { freshCounter } from "@/server/modules/integrations/rate-limits/fresh-counter";
import { LegacyKeyText } from "./schema";

export interface ImportedLegacyKey {
  id: string;
  workspaceId: string;
  prefix: string;
  lastFour: string;
  importedAt: Date;
}

const shownLength = 4;

/**
 * Imports a v1 key from the old system, the only way to create one (decision 10). Only its hash is stored.
 * @throws ApiError VALIDATION_ERROR for a text that cannot be a key, RESOURCE_NOT_FOUND without the workspace, CONFLICT when the key was
 * imported before, even if deleted since: its hash is kept permanently.
 */
export async function importLegacyKey(
  services: Services,
  input: { workspaceId: string; key: string },
): Promise<ImportedLegacyKey> {
  const parsed = LegacyKeyText.safeParse(input.key);
  if (!parsed.success) throw invalid(parsed.error.issues.slice(0, 1).map((issue) => faultAt("key", issue)));
  const hash = sha256(parsed.data);
  const now = services.clock();
  // Also asks the workspaces for a key that the directory does not know yet.
  await workspaceOfSecret(services, "legacyKey", { hash, workspaceId: null });
  return services.db.transaction(async (tx) => {
    const [workspace] = await tx
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(eq(workspaces.id, input.workspaceId));
    if (!workspace)
      throw new ApiError("RESOURCE_NOT_FOUND", { description: "This workspace doesn't exist." });
    await claim(tx, hash, input.workspaceId);
    const row = {
      workspaceId: input.workspaceId,
      id: newId(),
      prefix: parsed.data.slice(0, shownLength),
      lastFour: parsed.data.slice(-shownLength),
      importedAt: now,
    };
    await tx.insert(legacyKeys).values({ ...row, hash });
    await tx.insert(rateCounters).values(freshCounter(row.workspaceId, row.id, now));
    return row;
  });
}

/** A key is one workspace's only: of concurrent imports the directory's primary key lets one through. @throws ApiError CONFLICT */
async function claim(tx: Db, hash: Buffer, workspaceId: string): Promise<void> {
  const claimed = await tx
    .insert(secretWorkspaces)
    .values({ hash, leadsTo: workspaceId })
    .onConflictDoNothing()
    .returning({ hash: secretWorkspaces.hash });
  if (claimed.length > 0) return;
  const [place] = await tx
    .select({ workspaceId: secretWorkspaces.leadsTo })
    .from(secretWorkspaces)
    .where(eq(secretWorkspaces.hash, hash));
  const [taken] = place
    ? await scoped(workspaceOf(place), legacyKeys)
        .select(tx, { deletedAt: legacyKeys.deletedAt })
        .where(eq(legacyKeys.hash, hash))
    : [];
  throw conflict((taken?.deletedAt ?? null) !== null);
}

const conflict = (deleted: boolean) =>
  new ApiError("CONFLICT", {
    description: deleted
      ? "This key was deleted and can't be restored."
      : "This key has already been imported.",
    resolution: deleted ? "Create a v2 key instead." : "There is nothing to do.",
  });
