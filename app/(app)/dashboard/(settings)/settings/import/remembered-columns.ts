import type { ImportKind } from "@/server/modules/workspace/imports/layouts";

const keyOf = (kind: ImportKind) => `timeaway.import.${kind}`;

/** The mapping of each column name in the last import of this browser. */
export function rememberedColumns(kind: ImportKind): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(kind)) ?? "{}");
    return kept && typeof kept === "object" ? (kept as Record<string, string>) : {};
  } catch {
    return {};
  }
}

export function rememberColumns(
  kind: ImportKind,
  header: readonly string[],
  columns: Readonly<Record<string, number>>,
): void {
  const named = Object.entries(columns).map(([field, column]) => [header[column] ?? "", field]);
  try {
    const kept = { ...rememberedColumns(kind), ...Object.fromEntries(named) };
    localStorage.setItem(keyOf(kind), JSON.stringify(kept));
  } catch {
    // Without storage the user maps the columns again.
  }
}
