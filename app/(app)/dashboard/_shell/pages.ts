import { crumbsOf, type MessageKey } from "@/app/_kit/page/page-record";
import type { ComingPage } from "@/app/_kit/ui/coming-pages";
import type { SectionPage } from "@/app/(app)/dashboard/_shell/section-page";
import type { Visitor } from "@/app/(app)/dashboard/_shell/visitor";
import * as integration from "@/app/(app)/dashboard/(integrations)/pages";
import * as leave from "@/app/(app)/dashboard/(leave)/pages";
import * as settings from "@/app/(app)/dashboard/(settings)/pages";
import * as team from "@/app/(app)/dashboard/(team)/pages";

/** In navigation order. */
const openApi = [
  integration.overview,
  integration.keys,
  integration.webhooks,
  integration.notifications,
  integration.reports,
  integration.usage,
  integration.logs,
  integration.errors,
  integration.reference,
  integration.legacyKeys,
];

/** The parts of the settings' navigation. A heading is its key in the messages `shell.settingsGroups`. */
const settingsGroups = {
  you: [settings.profile, settings.mailSettings, settings.calendarFeeds, settings.standIns, settings.apps],
  leave: [
    settings.leaveTypes,
    settings.leaveRules,
    settings.holidays,
    settings.companyLeave,
    settings.leaveSettings,
  ],
  workspace: [
    settings.locations,
    settings.departments,
    settings.labels,
    settings.payroll,
    settings.importing,
    settings.auditLog,
    settings.retention,
  ],
  connections: [settings.integrations, settings.signIn, settings.oauthClients],
};

const ofLeave = [
  leave.today,
  team.wallchart,
  leave.leaves,
  leave.balances,
  team.people,
  team.insights,
  team.approvals,
  leave.request,
];

type NavigationPage = Pick<SectionPage, "name" | "href" | "exact">;

const groups = Object.keys(settingsGroups) as (keyof typeof settingsGroups)[];

const openTo = (visitor: Visitor, pages: readonly SectionPage[]): SectionPage[] =>
  pages.filter(({ who }) => !who || who(visitor));

/** The headers of the pages that the visitor may open, by path. */
export function comingPages(visitor: Visitor, t: (key: MessageKey) => string): Record<string, ComingPage> {
  const all: readonly SectionPage[] = [
    ...ofLeave,
    ...openApi,
    ...groups.flatMap((group) => settingsGroups[group]),
  ];
  return Object.fromEntries(
    openTo(visitor, all).map((page) => {
      const description = page.lead && t(page.lead);
      return [page.href, { title: t(page.title), description, breadcrumb: crumbsOf(page, t) }];
    }),
  );
}

const linksTo = (visitor: Visitor, pages: readonly SectionPage[]): NavigationPage[] =>
  openTo(visitor, pages).map(({ name, href, exact }) => ({ name, href, ...(exact ? { exact } : {}) }));

/** The leave pages that are relevant to the visitor. */
export const leavePages = (visitor: Visitor) => linksTo(visitor, ofLeave);

/** The pages below "Open API" that the visitor may open and that work in the workspace, in navigation order. */
export const openApiPages = (visitor: Visitor) => linksTo(visitor, openApi);

/** The pages below "Settings" that the visitor may open, in navigation order. */
export const settingsPages = (visitor: Visitor) =>
  groups.flatMap((group) => linksTo(visitor, settingsGroups[group]).map((page) => ({ ...page, group })));
