import { ne } from "drizzle-orm";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { type PageLanguage, pageLanguages } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { type FieldError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { caseFolded } from "@/server/kernel/text/folding";
import { nameIn, type TypeNames, typeNames } from "@/server/modules/leave/type-names/name-in";

const englishNames: Record<PageLanguage, string> = {
  ...{ en: "English", de: "German", es: "Spanish", fr: "French", pt: "Portuguese" },
};

/**
 * In no language do two leave types read the same (decision 18.47). The caller holds the lock of leave types, and the index of `name` has
 * compared the one names.
 * @throws ApiError VALIDATION_ERROR at `names.<language>`, or at `name` where that is what the language reads
 */
export async function requireDistinctNames(tx: Ctx, id: string, wanted: TypeNames): Promise<void> {
  const others = await scoped(workspaceOf(tx.actor), leaveTypes)
    .select(tx.db, typeNames)
    .where(ne(leaveTypes.id, id));
  const isTaken = (language: PageLanguage) =>
    others.some((other) => keyOf(other, language) === keyOf(wanted, language));
  const faults = new Map<string, FieldError>();
  for (const language of pageLanguages.filter(isTaken)) {
    const path = wanted.names[language] === undefined ? "name" : `names.${language}`;
    if (!faults.has(path))
      faults.set(path, {
        path,
        ...fault("typeNamed", { language: englishNames[language] }),
      });
  }
  if (faults.size > 0) throw invalid([...faults.values()]);
}

const keyOf = (type: TypeNames, language: PageLanguage): string => caseFolded(nameIn(type, language));
