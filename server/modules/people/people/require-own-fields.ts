import { labels } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { encodeId } from "@/server/kernel/schema";
import { findDirectoryFields } from "./find-directory-fields";
import type { LockedUser } from "./lock-user";
import type { UserPatch } from "./schema";

/** Whether the patch takes a label away that a person's groups give: labels are named there by name or id. */
async function takesLabel(tx: Ctx, given: readonly string[], { labels: kept }: UserPatch): Promise<boolean> {
  const missing = given.filter((name) => !kept?.includes(name));
  if (kept === undefined || missing.length === 0) return false;
  const rows = await scoped(workspaceOf(tx.actor), labels)
    .select(tx.db, { id: labels.id })
    .where(isAnyOf(labels.name, missing));
  return !rows.every(({ id }) => kept.includes(encodeId("label", id)));
}

/**
 * What a directory says about a person is changed there, and by no one here.
 * @throws ApiError CONFLICT when the change is about such a field
 */
export async function requireOwnFields(tx: Ctx, before: LockedUser, patch: UserPatch): Promise<void> {
  if (tx.actor.via.type === "directory") return;
  const theirs = (await findDirectoryFields(tx, [before.id])).get(before.id);
  if (!theirs) return;
  const changed = [...theirs.fields].filter(
    (field) => patch[field] !== undefined && patch[field] !== before[field],
  );
  if (changed.length === 0 && !(await takesLabel(tx, theirs.labels, patch))) return;
  throw new ApiError("CONFLICT", {
    ...because("directoryFields", { name: theirs.name }),
    resolution: "Change the person in the company's directory.",
  });
}
