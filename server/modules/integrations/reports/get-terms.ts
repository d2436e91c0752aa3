import type { Ctx } from "@/server/access/ctx";
import {
  type FilterChoices,
  listFilterChoices,
} from "@/server/modules/integrations/schedules/list-filter-choices";
import { listAdministrators } from "@/server/modules/people/people/list-administrators";
import { mayOwnReports } from "./policy";

/** The choices of filters are empty unless `standing` is `open`. */
export interface ReportTerms extends FilterChoices {
  /** Why the caller is locked out: the plan is checked first, then the role. */
  standing: "open" | "plan" | "role";
  /** A location admin sees only reports that cover nothing but their locations. */
  seesAll: boolean;
  administrators: string[];
}

const none: FilterChoices = { locations: [], departments: [], labels: [] };

/** The caller's rights for scheduled reports, and the choices of a form. */
export async function getReportTerms(ctx: Ctx): Promise<ReportTerms> {
  const { actor } = ctx;
  const standing = actor.plan !== "COMPLETE" ? "plan" : mayOwnReports(actor) ? "open" : "role";
  const administrators = await listAdministrators(ctx);
  const choices = standing === "open" ? await listFilterChoices(ctx) : none;
  return { ...choices, standing, seesAll: actor.role === "ADMIN", administrators };
}
