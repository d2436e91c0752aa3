import { departments, locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { PageLanguage } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { reachParams } from "@/server/access/reach";
import type { Column } from "@/server/kernel/text/write-table";
import { type Filters, filterParams } from "@/server/modules/integrations/schedules/check-filters";
import {
  type LeaveOwner,
  ownerFields,
  type TypeForReaders,
  typeForReaders,
} from "@/server/modules/leave/requests/see";
import { type Word, wordsOf } from "@/server/words/words";

/** Values for the placeholders of a report's employees: those within the caller's reach who match the filters. */
export const reportedParams = (ctx: Ctx, filters: Filters) => ({
  ...reachParams(ctx.reach),
  ...filterParams(filters),
});

/** The columns of an employee and a place in every row, plus the columns that decide who manages the employee. */
export const personFields = {
  userId: users.id,
  name: users.name,
  email: users.email,
  employeeId: users.employeeId,
  ...ownerFields,
  locationName: locations.name,
  departmentName: departments.name,
};

export interface PersonRow extends LeaveOwner {
  userId: string;
  name: string;
  email: string;
  employeeId: string | null;
  locationName: string;
  departmentName: string;
}

type HeadingOf<Key extends Word> = Key extends `report.columns.${infer Heading}` ? Heading : never;
type Heading = HeadingOf<Word>;

/** A column of a report, by the word that is its title. */
export type ReportColumn = Heading | { heading: Heading; holds: "date" | "time" | "instant" };

/** The columns of a file whose titles are in a language. */
export function columnsIn(columns: readonly ReportColumn[], language: PageLanguage): Column[] {
  const { say } = wordsOf(language);
  return columns.map((column) => {
    if (typeof column === "string") return say(`report.columns.${column}`);
    const { heading, holds } = column;
    return { title: say(`report.columns.${heading}`), holds };
  });
}

/** The heading of `personCells`. */
export const personHeader = ["NAME", "EMAIL", "EMPLOYEE_ID", "DEPARTMENT", "LOCATION"] as const;
export const personCells = (row: PersonRow) => [
  row.name,
  row.email,
  row.employeeId,
  row.departmentName,
  row.locationName,
];

/** Whether the readers of the report may see the leave type. */
export const isTypeShown = (ctx: Ctx, person: PersonRow, type: TypeForReaders): boolean =>
  typeForReaders(ctx.actor, person, type, ctx.language) !== null;

/** The leave type as the readers of the report may see it. */
export const shownType = (ctx: Ctx, person: PersonRow, type: TypeForReaders): string =>
  typeForReaders(ctx.actor, person, type, ctx.language) ?? "Away";
