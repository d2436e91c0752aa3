import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/api/trpc";
import { caseFolded } from "@/server/kernel/text/folding";

export type DaysLeftPage = inferRouterOutputs<AppRouter>["entitlements"]["daysLeft"];
export type PersonLeft = DaysLeftPage["items"][number];
export type Column = { id: string; name: string };

/** The typed values, by person and leave type. */
export type Cells = Readonly<Record<string, string>>;

/** Ids contain no dot, so a cell's key is a form path. */
export const cellOf = (personId: string, typeId: string): string => `${personId}.${typeId}`;

/** The leave types of all shown people, in order of appearance. */
export function columnsOf(people: readonly PersonLeft[]): Column[] {
  const columns = new Map<string, string>();
  for (const { left } of people)
    for (const { leaveTypeId, leaveTypeName } of left) columns.set(leaveTypeId, leaveTypeName);
  return [...columns].map(([id, name]) => ({ id, name }));
}

/** Parses a number of days; null for anything else. */
export function daysOfText(text: string): number | null {
  const trimmed = text.trim().replace(",", ".").replace("−", "-");
  if (!/^-?\d{1,4}(\.\d{1,3})?$/.test(trimmed)) return null;
  const days = Number(trimmed);
  return Math.abs(days) <= 1000 ? days : null;
}

const folded = (name: string): string => caseFolded(name.trim());

export interface Pasted {
  cells: Record<string, string>;
  /** Names that match no shown person, or several. */
  unknown: string[];
}

/**
 * Pastes a spreadsheet table over the fields, to the right and down from a given cell. A row that begins with a name goes to that person,
 * from the same column on.
 */
export function pasteOver(
  text: string,
  people: readonly PersonLeft[],
  columns: readonly Column[],
  from: { personId: string; typeId: string },
): Pasted {
  const rows = text
    .replace(/\r/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.split("\t").map((cell) => cell.trim()));
  const first = people.findIndex(({ id }) => id === from.personId);
  const column = columns.findIndex(({ id }) => id === from.typeId);
  const pasted: Pasted = { cells: {}, unknown: [] };
  for (const [at, row] of rows.entries()) {
    const [head = "", ...rest] = row;
    const isNamed = rest.length > 0 && head !== "" && daysOfText(head) === null;
    const named = people.filter(({ name }) => folded(name) === folded(head));
    const person = isNamed ? (named.length === 1 ? named[0] : undefined) : people[first + at];
    // The first row may be column titles.
    if (isNamed && !person && rest.some((cell) => daysOfText(cell) !== null)) pasted.unknown.push(head);
    for (const [offset, cell] of (isNamed ? rest : row).entries()) {
      const typeId = columns[column + offset]?.id;
      const has = person?.left.some(({ leaveTypeId }) => leaveTypeId === typeId);
      if (person && typeId && has && cell !== "") pasted.cells[cellOf(person.id, typeId)] = cell;
    }
  }
  return pasted;
}
