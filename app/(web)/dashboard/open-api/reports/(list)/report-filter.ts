import { parseAsString, parseAsStringLiteral } from "nuqs";
import type { ReportListed } from "@/app/(web)/dashboard/open-api/reports/report-views";
import { reportTypes } from "@/drizzle/schema/values";

export const typeChoices = ["all", ...reportTypes] as const;
export const stateChoices = ["all", "enabled", "paused"] as const;

/** What the address holds. */
export const reportFilterParsers = {
  q: parseAsString.withDefault(""),
  type: parseAsStringLiteral(typeChoices).withDefault("all"),
  state: parseAsStringLiteral(stateChoices).withDefault("all"),
};
export interface ReportFilter {
  q: string;
  type: (typeof typeChoices)[number];
  state: (typeof stateChoices)[number];
}

const textOf = ({ name, ownerName, timezone, recipients, format }: ReportListed): string =>
  [name, ownerName, timezone, format, ...recipients].join(" ").toLowerCase();

/** The rows that match, oldest first. */
export function filtered(list: readonly ReportListed[], { q, type, state }: ReportFilter): ReportListed[] {
  const wanted = q.trim().toLowerCase();
  return list.filter(
    (one) =>
      (type === "all" || one.reportType === type) &&
      (state === "all" || one.enabled === (state === "enabled")) &&
      textOf(one).includes(wanted),
  );
}
