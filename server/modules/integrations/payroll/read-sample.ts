import type { Ctx } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { csvLineIn } from "@/server/kernel/text/csv";
import { toWindows1252 } from "@/server/kernel/text/windows-1252";
import { dayText } from "@/server/kernel/time/calendar-date";
import { findGaps, type Gaps } from "./find-gaps";
import { findPeriod } from "./find-period";
import { type PayrollLine, type RunFacts, styleOf, textCellsOf } from "./layout";
import { readLines } from "./read-lines";
import type { PayrollSampleRequest } from "./schema";

/** Lines of a sample. */
const shownCount = 8;

/** A line for workspaces without leave. */
const example: PayrollLine = {
  kind: "LEAVE",
  userId: "",
  employeeId: "1042",
  name: "Zoë Müller",
  email: "zoe@example.com",
  department: "Sales",
  leaveTypeId: "",
  leaveTypeName: "Vacation",
  wageCode: "1200",
  leaveId: null,
  days: 2.5,
  hours: 19.25,
  firstDay: "2026-11-03",
  lastDay: "2026-11-05",
  note: null,
};
const exampleRun: RunFacts = { locationName: "Headquarters", startDate: "2026-11-01", endDate: "2026-11-30" };

/** The lines of the location's last pay period that is over; an example if it has none. */
async function linesOf(ctx: Ctx, { locationId, template }: PayrollSampleRequest) {
  if (locationId === null) return { isReal: false, run: exampleRun, lines: [example] };
  const { location, days } = await findPeriod(ctx, { locationId });
  const lines = await readLines(ctx, { locationId, days }, template.codes);
  if (lines.length === 0) return { isReal: false, run: exampleRun, lines: [example] };
  const run = { locationName: location.name, startDate: dayText(days.start), endDate: dayText(days.end) };
  return { isReal: true, run, lines };
}

/**
 * How a template would write real lines: the cells as a text file has them, its first lines, and what the location's files
 * could lack. Changes nothing.
 * @throws ApiError FORBIDDEN, VALIDATION_ERROR
 */
export async function readSample(ctx: Ctx, asked: PayrollSampleRequest) {
  requireRight(ctx, "payroll-runs:read");
  const { template } = asked;
  const { isReal, run, lines } = await linesOf(ctx, asked);
  const rows = lines.map((line) => textCellsOf(template, run, line));
  const titles = template.columns.map(({ title }) => title);
  const written = (cells: readonly unknown[]) => csvLineIn(styleOf(template))(cells).trimEnd();
  const all = [...(template.hasHeader ? [titles] : []), ...rows];
  const isWindows = template.format === "CSV" && template.encoding === "WINDOWS_1252";
  const shown = all.slice(0, shownCount).map(written);
  const { locationId } = asked;
  const gaps: Gaps =
    locationId === null
      ? { leaveTypes: [], people: [], peopleCount: 0 }
      : await findGaps(ctx, template, locationId);
  return {
    ...{ isReal, gaps },
    titles,
    rows: rows.slice(0, shownCount),
    text: (isWindows ? shown.map((line) => toWindows1252(line).shown) : shown).join("\n"),
    replacedCount: isWindows ? toWindows1252(all.map(written).join("")).replacedCount : 0,
  };
}
