import { z } from "zod";
import type { KeyWords } from "@/app/(app)/dashboard/(integrations)/open-api/keys/scope-words";
import { limits } from "@/drizzle/schema/limits";
import { ApiKeyRename } from "@/server/modules/integrations/keys/schema";

/**
 * The server's rule for a key's name, with localised messages for common mistakes.
 * @param needed the message for an empty name
 */
export const keyName = (t: KeyWords, needed: string) =>
  z
    .string()
    .trim()
    .min(1, needed)
    .max(limits.keyName, t("form.tooLong", { most: limits.keyName }))
    .pipe(ApiKeyRename.shape.name);
