import type { Ctx } from "@/server/access/ctx";
import { findKey, findReplacements, type KeyRow, loadKey } from "./store";

/** A key's place in a rotation: the key that it replaces, and its own replacements. */
export interface KeySuccession {
  replaced: KeyRow | null;
  replacements: KeyRow[];
}

/** @throws ApiError RESOURCE_NOT_FOUND when the key does not exist or belongs to another user */
export async function getKeySuccession(ctx: Ctx, { id }: { id: string }): Promise<KeySuccession> {
  const key = await loadKey(ctx, id);
  const [replaced, replacements] = await Promise.all([
    key.replacesKeyId ? findKey(ctx, key.replacesKeyId) : null,
    findReplacements(ctx, id),
  ]);
  return { replaced, replacements };
}
