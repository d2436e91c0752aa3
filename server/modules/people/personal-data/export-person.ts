import { eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { requireFreshProof } from "@/server/access/require-fresh-proof";
import { requireScope } from "@/server/access/require-scope";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { readSections, type Section } from "./read-sections";

export interface Export {
  userId: string;
  exportedAt: Date;
  sections: Section[];
}

/**
 * Whether the caller may export people's data: pages ask before they download the file, which could show no question.
 * @throws ApiError FORBIDDEN unless the caller is an administrator whose proof of a second factor is fresh
 */
export async function admitExport(ctx: Ctx): Promise<void> {
  requireAdmin(ctx);
  await requireFreshProof(ctx);
}

/**
 * Exports everything that the workspace stores about one person (decision 12.9), with a line in the audit log.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, INSUFFICIENT_SCOPE for a key without the scope to read leave,
 * RESOURCE_NOT_FOUND
 */
export async function exportPerson(ctx: Ctx, userId: string): Promise<Export> {
  await admitExport(ctx);
  requireScope(ctx, "leaves:read");
  return inTransaction(ctx, async (tx) => {
    const [person] = await scoped(workspaceOf(tx.actor), users)
      .select(tx.db, { email: users.email })
      .where(eq(users.id, userId));
    if (!person) throw new ApiError("RESOURCE_NOT_FOUND");
    const sections = await readSections(tx, { userId, email: person.email });
    await recordAudit(tx, { action: "user.export", resourceType: "user", resourceId: userId });
    return { userId, exportedAt: tx.now(), sections };
  });
}
