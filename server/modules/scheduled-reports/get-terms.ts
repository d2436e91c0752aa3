import type { Ctx } from "@/server/access/ctx";
import { getNotificationTerms } from "@/server/modules/notifications/get-terms";
import { listAdministrators } from "@/server/modules/people/list-administrators";
import { mayOwnReports } from "./policy";

interface Choice {
  id: string;
  name: string;
}

export interface ReportTerms {
  /** What keeps the caller out, in the order in which it is told: the plan, then the role. */
  standing: "open" | "plan" | "role";
  /** A location admin sees only reports that cover nothing but their locations. */
  seesAll: boolean;
  administrators: string[];
  /** What filters may name; empty unless open. */
  locations: Choice[];
  departments: Choice[];
  labels: Choice[];
}

/** What the caller may do with scheduled reports, and what a form offers. Ids are bare UUIDs. */
export async function getReportTerms(ctx: Ctx): Promise<ReportTerms> {
  const { actor } = ctx;
  const standing = actor.plan !== "COMPLETE" ? "plan" : mayOwnReports(actor) ? "open" : "role";
  const administrators = await listAdministrators(ctx);
  const choices =
    standing === "open" ? await getNotificationTerms(ctx) : { locations: [], departments: [], labels: [] };
  const { locations, departments, labels } = choices;
  return { standing, seesAll: actor.role === "ADMIN", administrators, locations, departments, labels };
}
