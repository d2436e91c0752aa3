import { z } from "zod";
import type { KeyWords } from "@/app/(web)/dashboard/open-api/keys/scope-words";
import { ApiKeyRename } from "@/server/modules/api-keys/schema";

const maxCharacters = 80;

/**
 * The server's own rule for the name of a key, with what people do wrong said in their language.
 * @param needed said of an empty one
 */
export const keyName = (t: KeyWords, needed: string) =>
  z
    .string()
    .trim()
    .min(1, needed)
    .max(maxCharacters, t("form.tooLong", { most: maxCharacters }))
    .pipe(ApiKeyRename.shape.name);
