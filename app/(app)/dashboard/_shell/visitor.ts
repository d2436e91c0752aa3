import type { SignedIn } from "@/server/access/signed-in";

/** The visitor that a navigation is built for. */
export interface Visitor {
  actor: Pick<SignedIn["actor"], "role" | "namedDepartmentIds">;
  workspace: Pick<SignedIn["workspace"], "plan" | "openApiEnabled">;
}

export const isAdmin = ({ actor: { role } }: Pick<Visitor, "actor">): boolean => role === "ADMIN";

/** Whether the visitor sets holidays: administrators, and location admins in their locations. */
export const leadsLocation = ({ actor: { role } }: Pick<Visitor, "actor">): boolean =>
  role === "ADMIN" || role === "LOCATION_ADMIN";

/** Whether the visitor manages other users. */
export const leads = ({ actor: { role } }: Pick<Visitor, "actor">): boolean => role !== "USER";

/** Whether the visitor may have to decide on leave. */
export const decides = ({ actor: { role, namedDepartmentIds = [] } }: Pick<Visitor, "actor">): boolean =>
  role !== "USER" || namedDepartmentIds.length > 0;

/** Whether a workspace has the Open API. */
export const hasAddOn = ({ workspace: { openApiEnabled, plan } }: Pick<Visitor, "workspace">): boolean =>
  openApiEnabled && plan !== "FREE";
