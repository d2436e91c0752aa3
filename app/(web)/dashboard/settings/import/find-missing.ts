import { sentenceOf } from "@/app/(web)/dashboard/settings/import/fault-words";
import type { FailedRow } from "@/app/(web)/dashboard/settings/import/use-fault-text";
import { caseFolded } from "@/server/kernel/folding";

/** Names in the rows that nothing in the workspace has yet, each once. */
export interface Missing {
  departments: string[];
  labels: string[];
  locations: string[];
}

/** By the sentence that says it is not there. */
const kinds = new Map<string | undefined, keyof Missing>([
  ["department", "departments"],
  ["label", "labels"],
  ["location", "locations"],
]);

const nameAt = (row: Readonly<Record<string, unknown>>, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], row);

/** What could be added before the import, so that its rows find it. */
export function findMissing(
  rows: readonly Readonly<Record<string, unknown>>[],
  failed: readonly FailedRow[],
): Missing {
  const found = { departments: new Map(), labels: new Map(), locations: new Map() };
  for (const { row, errors } of failed)
    for (const { path, message } of errors) {
      const kind = kinds.get(sentenceOf(message)?.key);
      const name = kind && nameAt(rows[row] ?? {}, path);
      // The import finds a name in other capitals, too.
      if (kind && typeof name === "string" && !found[kind].has(caseFolded(name)))
        found[kind].set(caseFolded(name), name);
    }
  const [departments, labels, locations] = [found.departments, found.labels, found.locations].map((names) => [
    ...names.values(),
  ]) as [string[], string[], string[]];
  return { departments, labels, locations };
}
