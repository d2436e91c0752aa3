import { sentenceOf } from "@/app/_resource/fault-words";
import type { FailedRow } from "@/app/(web)/dashboard/settings/import/use-fault-text";
import { caseFolded } from "@/server/kernel/folding";

/** Names in the rows that do not exist in the workspace, without duplicates. */
export interface Missing {
  departments: string[];
  labels: string[];
  locations: string[];
}

/** The kinds that the import can create on request. */
export const creatable = ["departments", "labels"] as const;
export type Creatable = (typeof creatable)[number];

/** More names than this mean a wrongly mapped column, not departments. */
const maxCreated = 100;

/** By the error message for a missing record. */
const kinds = new Map<string | undefined, keyof Missing>([
  ["department", "departments"],
  ["label", "labels"],
  ["location", "locations"],
]);

const nameAt = (row: Readonly<Record<string, unknown>>, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], row);

/** The records to create before the import, so that its rows find them. */
export function findMissing(
  rows: readonly Readonly<Record<string, unknown>>[],
  failed: readonly FailedRow[],
): Missing {
  const found = { departments: new Map(), labels: new Map(), locations: new Map() };
  for (const { row, errors } of failed)
    for (const { path, message } of errors) {
      const kind = kinds.get(sentenceOf(message)?.key);
      const name = kind && nameAt(rows[row] ?? {}, path);
      // The import compares names case-insensitively.
      if (kind && typeof name === "string" && !found[kind].has(caseFolded(name)))
        found[kind].set(caseFolded(name), name);
    }
  const [departments, labels, locations] = [found.departments, found.labels, found.locations].map((names) => [
    ...names.values(),
  ]) as [string[], string[], string[]];
  const few = (names: string[]) => (names.length > maxCreated ? [] : names);
  return { departments: few(departments), labels: few(labels), locations };
}

/** Whether creating the missing records fixes a fault. */
function isCreated(
  { message }: FailedRow["errors"][number],
  names: Missing,
  chosen: ReadonlySet<Creatable>,
): boolean {
  const kind = kinds.get(sentenceOf(message)?.key);
  return kind !== undefined && kind !== "locations" && chosen.has(kind) && names[kind].length > 0;
}

/**
 * The rows that stay faulty after the chosen records are created. A row that becomes valid claims its email address, so a later row with
 * the same one becomes faulty, as in the import itself.
 */
export function remainingFaults(
  rows: readonly Readonly<Record<string, unknown>>[],
  failed: readonly FailedRow[],
  names: Missing,
  chosen: ReadonlySet<Creatable>,
): FailedRow[] {
  const known = new Map(failed.map(({ row, errors }) => [row, errors]));
  const takenBy = new Map<string, number>();
  return rows.flatMap(({ email }, row) => {
    const errors = (known.get(row) ?? []).filter((error) => !isCreated(error, names, chosen));
    const address = typeof email === "string" ? email.toLowerCase() : "";
    const earlier = takenBy.get(address);
    if (earlier !== undefined && !errors.some(({ path }) => path === "email"))
      errors.push({ path: "email", message: `Is the same as in row ${earlier}.` });
    if (errors.length === 0 && address !== "") takenBy.set(address, row);
    return errors.length > 0 ? [{ row, errors }] : [];
  });
}
