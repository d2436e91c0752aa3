import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/api/trpc";

/** Maximum people of a day or week that a narrow page lists at first. */
export const fewAway = 8;
/** Rows of the grid that come with a phone's page, which lists who is away: the others load if its window becomes wide. */
export const fewPeople = 5;

type Outputs = inferRouterOutputs<AppRouter>["wallchart"];

export type ChartPage = Outputs["page"];
export type ChartRow = ChartPage["people"][number];
export type ChartAbsence = ChartRow["absences"][number];
export type ChartPlace = ChartPage["calendars"][number];
export type DayCount = Outputs["counts"][number];
export type RuledDay = Outputs["ruled"][number];
/** Whom a rule about days exempts. */
export type ExemptPeople = Outputs["exempt"][number];
export type AwayDays = Outputs["away"];
export type AwayDay = AwayDays["days"][number];
export type Choices = Outputs["choices"];

/** A column with its labels. The server makes them, so that the browser cannot format them differently. */
export interface Column {
  days: string[];
  /** "Tue 3 Aug", or "week of 3 Aug". */
  name: string;
  /** Above: "T", or the month. */
  top: string;
  /** Below: "3". */
  bottom: string;
  isToday: boolean;
}
