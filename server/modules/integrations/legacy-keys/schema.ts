import { z } from "zod";
import { rule } from "@/server/kernel/field-faults";
import { pageInput } from "@/server/kernel/list-input";
import { idOf } from "@/server/kernel/schema";

/** A key as the old system issued it: any text that fits into a header without blanks. */
export const LegacyKeyText = z.string().regex(/^[\x21-\x7e]{16,256}$/, rule("keyForm"));

export const LegacyKeyRef = z.strictObject({ id: idOf("legacyKey") });

/** The list of legacy keys on its page. */
export const LegacyKeyPage = z.strictObject(pageInput);
