import { paths } from "@/app/(web)/dashboard/paths";
import type { SignedIn } from "@/server/access/signed-in";

/** A page of the navigation. `name` is its key in the messages `shell.pages`. */
type Page = {
  name:
    | "today"
    | "wallchart"
    | "approvals"
    | "people"
    | "leaves"
    | "balances"
    | "request"
    | "overview"
    | "keys"
    | "webhooks"
    | "notifications"
    | "reports"
    | "usage"
    | "logs"
    | "errors"
    | "reference"
    | "legacyKeys"
    | "profile"
    | "mailSettings"
    | "calendarFeeds"
    | "standIns"
    | "apps"
    | "oauthClients"
    | "locations"
    | "holidays"
    | "departments"
    | "labels"
    | "leaveTypes"
    | "leaveSettings"
    | "import"
    | "integrations"
    | "auditLog"
    | "retention";
  href: string;
  /** Current only on exactly this path. */
  exact?: boolean;
};

/** A part of the settings' navigation. Its heading is its key in the messages `shell.settingsGroups`. */
type SettingsGroup = "you" | "leave" | "workspace" | "connections";

type LimitedPage = Page & {
  adminOnly?: boolean;
  /** For administrators, and for location admins in their locations. */
  leadOnly?: boolean;
  /** Hidden if the workspace has no Open API. */
  needsAddOn?: boolean;
};

const openApi: readonly LimitedPage[] = [
  { name: "overview", href: paths.openApi, exact: true },
  { name: "keys", href: paths.keys, needsAddOn: true },
  { name: "webhooks", href: paths.webhooks, needsAddOn: true },
  { name: "notifications", href: paths.notifications },
  { name: "reports", href: paths.reports },
  { name: "usage", href: paths.usage, needsAddOn: true },
  { name: "logs", href: paths.logs, needsAddOn: true },
  { name: "errors", href: paths.errors, needsAddOn: true },
  { name: "reference", href: paths.reference },
  { name: "legacyKeys", href: paths.legacyKeys, adminOnly: true },
];

const settingsGroups: Record<SettingsGroup, readonly LimitedPage[]> = {
  you: [
    { name: "profile", href: paths.settings, exact: true },
    { name: "mailSettings", href: paths.mailSettings },
    { name: "calendarFeeds", href: paths.calendarFeeds },
    { name: "standIns", href: paths.standIns },
    { name: "apps", href: paths.apps },
  ],
  leave: [
    { name: "leaveTypes", href: paths.leaveTypes, adminOnly: true },
    { name: "holidays", href: paths.holidays, leadOnly: true },
    { name: "leaveSettings", href: paths.leaveSettings, adminOnly: true },
  ],
  workspace: [
    { name: "locations", href: paths.locations, adminOnly: true },
    { name: "departments", href: paths.departments, adminOnly: true },
    { name: "labels", href: paths.labels, adminOnly: true },
    { name: "import", href: paths.import, adminOnly: true },
    { name: "auditLog", href: paths.auditLog, adminOnly: true },
    { name: "retention", href: paths.retention, adminOnly: true },
  ],
  connections: [
    { name: "integrations", href: paths.integrations, adminOnly: true },
    { name: "oauthClients", href: paths.oauthClients, adminOnly: true },
  ],
};

const settings = (Object.keys(settingsGroups) as SettingsGroup[]).flatMap((group) =>
  settingsGroups[group].map((page) => ({ ...page, group })),
);

/** The visitor that a navigation is built for. */
export interface Visitor {
  actor: Pick<SignedIn["actor"], "role" | "standInDepartmentIds">;
  workspace: Pick<SignedIn["workspace"], "plan" | "openApiEnabled">;
}

/** Whether a workspace has the Open API. */
export const hasAddOn = ({ workspace: { openApiEnabled, plan } }: Pick<Visitor, "workspace">): boolean =>
  openApiEnabled && plan !== "FREE";

function openTo<T extends LimitedPage>(visitor: Visitor, pages: readonly T[]) {
  const isAdmin = visitor.actor.role === "ADMIN";
  const isLead = isAdmin || visitor.actor.role === "LOCATION_ADMIN";
  const isOpen = ({ adminOnly, leadOnly, needsAddOn }: LimitedPage) =>
    (!adminOnly || isAdmin) && (!leadOnly || isLead) && (!needsAddOn || hasAddOn(visitor));
  return pages.filter(isOpen).map(({ adminOnly, leadOnly, needsAddOn, ...page }) => page);
}

/** Whether the visitor may have to decide on leave. */
export const decides = ({ actor: { role, standInDepartmentIds = [] } }: Pick<Visitor, "actor">): boolean =>
  role !== "USER" || standInDepartmentIds.length > 0;

/** Whether the visitor manages other users. */
export const leads = ({ actor: { role } }: Pick<Visitor, "actor">): boolean => role !== "USER";

const leave: readonly Page[] = [
  { name: "today", href: paths.home, exact: true },
  { name: "wallchart", href: paths.wallchart },
  { name: "approvals", href: paths.approvals },
  { name: "people", href: paths.people },
  { name: "leaves", href: paths.leaves },
  { name: "balances", href: paths.balances },
  { name: "request", href: paths.request },
];

/** The leave pages that are relevant to the visitor. */
export const leavePages = (visitor: Visitor): Page[] =>
  leave.filter(
    ({ name }) => (name !== "approvals" || decides(visitor)) && (name !== "people" || leads(visitor)),
  );

/** The pages below "Open API" that the visitor may open and that work in the workspace, in navigation order. */
export const openApiPages = (visitor: Visitor): Page[] => openTo(visitor, openApi);

/** The pages below "Settings" that the visitor may open, in navigation order. */
export const settingsPages = (visitor: Visitor) => openTo(visitor, settings);
