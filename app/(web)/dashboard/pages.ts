import { paths } from "@/app/(web)/dashboard/paths";
import type { Role } from "@/server/access/roles";

/** A page of the navigation. `name` is its key in the messages `shell.pages`. */
type Page = {
  name:
    | "leaves"
    | "request"
    | "overview"
    | "keys"
    | "webhooks"
    | "notifications"
    | "reports"
    | "usage"
    | "logs"
    | "errors"
    | "apps"
    | "reference"
    | "legacyKeys"
    | "profile"
    | "oauthClients"
    | "integrations"
    | "auditLog";
  href: string;
  /** Current only on exactly this path. */
  exact?: boolean;
};

const openApi: readonly (Page & { adminOnly?: boolean })[] = [
  { name: "overview", href: paths.openApi, exact: true },
  { name: "keys", href: paths.keys },
  { name: "webhooks", href: paths.webhooks },
  { name: "notifications", href: paths.notifications },
  { name: "reports", href: paths.reports },
  { name: "usage", href: paths.usage },
  { name: "logs", href: paths.logs },
  { name: "errors", href: paths.errors },
  { name: "apps", href: paths.apps },
  { name: "reference", href: paths.reference },
  { name: "legacyKeys", href: paths.legacyKeys, adminOnly: true },
];

const settings: readonly (Page & { adminOnly?: boolean })[] = [
  { name: "profile", href: paths.settings, exact: true },
  { name: "oauthClients", href: paths.oauthClients, adminOnly: true },
  { name: "integrations", href: paths.integrations, adminOnly: true },
  { name: "auditLog", href: paths.auditLog, adminOnly: true },
];

const openTo = (role: Role, pages: readonly (Page & { adminOnly?: boolean })[]): Page[] =>
  pages.filter(({ adminOnly }) => !adminOnly || role === "ADMIN").map(({ adminOnly, ...page }) => page);

/** The pages about leave, which everybody may open. */
export const leavePages: readonly Page[] = [
  { name: "leaves", href: paths.leaves },
  { name: "request", href: paths.request },
];

/** The pages below "Open API" that a role may open, in the order of the navigation. */
export const openApiPages = (role: Role): Page[] => openTo(role, openApi);

/** The pages below "Settings" that a role may open, in the order of the navigation. */
export const settingsPages = (role: Role): Page[] => openTo(role, settings);
