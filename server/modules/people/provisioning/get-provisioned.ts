import { and, eq } from "drizzle-orm";
import { provisionedPeople } from "@/drizzle/schema/provisioning";
import type { Ctx } from "@/server/access/ctx";
import type { ProvisionedRow } from "./present";
import { ScimError } from "./scim-error";
import { ofDirectory, selectProvisioned } from "./store";

/** A user of the directory. @param userId null for a text that is no id. @throws ScimError 404 */
export async function getProvisioned(ctx: Ctx, userId: string | null): Promise<ProvisionedRow> {
  const rows = userId
    ? await selectProvisioned(ctx).where(and(ofDirectory(ctx), eq(provisionedPeople.userId, userId)))
    : [];
  const [row] = rows;
  if (!row) throw new ScimError(404, null, "This directory has no such user.");
  return row;
}
