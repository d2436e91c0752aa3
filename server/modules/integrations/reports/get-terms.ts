import type { Ctx } from "@/server/access/ctx";
import { getTerms } from "@/server/modules/integrations/payroll/get-terms";
import { payrollTermsView } from "@/server/modules/integrations/payroll/present";
import {
  type FilterChoices,
  listFilterChoices,
} from "@/server/modules/integrations/schedules/list-filter-choices";
import { listAdministrators } from "@/server/modules/people/people/list-administrators";
import { mayOwnReports } from "./policy";

interface Named {
  id: string;
  name: string;
}

/** The choices of filters are empty unless `standing` is `open`. */
export interface ReportTerms extends FilterChoices {
  /** Why the caller is locked out: the plan is checked first, then the role. */
  standing: "open" | "plan" | "role";
  /** A location admin sees only reports that cover nothing but their locations. */
  seesAll: boolean;
  administrators: string[];
  /** What a report of payroll runs can name: locations with a pay period, and templates. */
  payroll: { locations: Named[]; templates: Named[] };
}

const none: FilterChoices = { locations: [], departments: [], labels: [] };

async function payrollChoices(ctx: Ctx): Promise<ReportTerms["payroll"]> {
  const { locations, templates } = payrollTermsView(await getTerms(ctx));
  const named = ({ id, name }: Named) => ({ id, name });
  return { locations: locations.map(named), templates: templates.map(named) };
}

/** The caller's rights for scheduled reports, and the choices of a form. */
export async function getReportTerms(ctx: Ctx): Promise<ReportTerms> {
  const { actor } = ctx;
  const standing = actor.plan !== "COMPLETE" ? "plan" : mayOwnReports(actor) ? "open" : "role";
  const administrators = await listAdministrators(ctx);
  const choices = standing === "open" ? await listFilterChoices(ctx) : none;
  const payroll = standing === "open" ? await payrollChoices(ctx) : { locations: [], templates: [] };
  return { ...choices, standing, seesAll: actor.role === "ADMIN", administrators, payroll };
}
