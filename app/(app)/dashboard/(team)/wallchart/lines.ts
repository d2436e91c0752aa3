import type { ChartRow } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";

/** In rem, as wallchart.css has them. */
export const height = { head: 3.0625, person: 2.25, department: 1.875, foot: 2.8125 };

/** A row of the chart: an employee, or the heading of their department. */
export type Line = { top: number } & (
  | { department: string; row?: undefined }
  | { row: ChartRow; department?: undefined }
);

export const heightOf = (line: Line | undefined): number => (line?.row ? height.person : height.department);
export const keyOf = ({ row, department }: Line): string => row?.id ?? `department ${department}`;
export const endOf = (line: Line | undefined): number => (line ? line.top + heightOf(line) : 0);

/** Departments as headings before their people, with the offset of each from the first, in rem. */
export function linesOf(people: readonly ChartRow[]): Line[] {
  const lines: Line[] = [];
  let before: string | undefined;
  for (const row of people) {
    const { department } = row;
    if (department !== before) lines.push({ department, top: endOf(lines.at(-1)) });
    lines.push({ row, top: endOf(lines.at(-1)) });
    before = department;
  }
  return lines;
}

/** The pixels of a rem at the user's font size. */
export const pixelsInRem = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
