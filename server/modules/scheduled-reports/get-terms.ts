import type { Ctx } from "@/server/access/ctx";
import { listAdministrators } from "@/server/modules/people/list-administrators";
import { type FilterChoices, listFilterChoices } from "@/server/modules/schedules/list-filter-choices";
import { mayOwnReports } from "./policy";

/** The choices of filters are empty unless it is open. */
export interface ReportTerms extends FilterChoices {
  /** What keeps the caller out, in the order in which it is told: the plan, then the role. */
  standing: "open" | "plan" | "role";
  /** A location admin sees only reports that cover nothing but their locations. */
  seesAll: boolean;
  administrators: string[];
}

const none: FilterChoices = { locations: [], departments: [], labels: [] };

/** What the caller may do with scheduled reports, and what a form offers. */
export async function getReportTerms(ctx: Ctx): Promise<ReportTerms> {
  const { actor } = ctx;
  const standing = actor.plan !== "COMPLETE" ? "plan" : mayOwnReports(actor) ? "open" : "role";
  const administrators = await listAdministrators(ctx);
  const choices = standing === "open" ? await listFilterChoices(ctx) : none;
  return { ...choices, standing, seesAll: actor.role === "ADMIN", administrators };
}
