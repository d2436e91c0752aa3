import "@/server/jobs/subscriptions";
import { absencesRouter } from "@/server/modules/absences/trpc";
import { apiKeysRouter } from "@/server/modules/api-keys/trpc";
import { approvalsRouter } from "@/server/modules/approvals/trpc";
import { auditRouter } from "@/server/modules/audit/trpc";
import { balancesRouter } from "@/server/modules/balances/trpc";
import { calendarFeedsRouter } from "@/server/modules/calendar-feeds/trpc";
import { delegationsRouter } from "@/server/modules/delegations/trpc";
import { directoryRouter } from "@/server/modules/directory/trpc";
import { entitlementsRouter } from "@/server/modules/entitlements/trpc";
import { integrationsRouter } from "@/server/modules/integrations/trpc";
import { mailPreferencesRouter } from "@/server/modules/leave-mail/trpc";
import { leaveTypesRouter } from "@/server/modules/leave-types/trpc";
import { leavesRouter } from "@/server/modules/leaves/trpc";
import { legacyKeysRouter } from "@/server/modules/legacy-keys/trpc";
import { notificationsRouter } from "@/server/modules/notifications/trpc";
import { operationsRouter } from "@/server/modules/operations/trpc";
import { peopleRouter } from "@/server/modules/people/trpc";
import { peopleImportRouter } from "@/server/modules/people-import/trpc";
import { personalDataRouter } from "@/server/modules/personal-data/trpc";
import { publicHolidaysRouter } from "@/server/modules/public-holidays/trpc";
import { requestLogRouter } from "@/server/modules/request-log/trpc";
import { retentionRouter } from "@/server/modules/retention/trpc";
import { scheduledReportsRouter } from "@/server/modules/scheduled-reports/trpc";
import { wallchartRouter } from "@/server/modules/wallchart/trpc";
import { webhooksRouter } from "@/server/modules/webhooks/trpc";
import { workPatternsRouter } from "@/server/modules/work-patterns/trpc";
import { workspaceRouter } from "@/server/modules/workspaces/trpc";
import {
  appsOfPeopleRouter,
  connectedAppsRouter,
  oauthClientsRouter,
  workspaceAppsRouter,
} from "@/server/oauth/trpc";
import { invitationsRouter, preferencesRouter, sessionsRouter } from "@/server/signin/trpc";
import { router } from "@/server/transport/trpc";
import { keptTimesRouter } from "./kept-times";
import { referenceRouter } from "./reference/trpc";

/** Every procedure of the pages; one line per module. */
export const appRouter = router({
  absences: absencesRouter,
  apiKeys: apiKeysRouter,
  approvals: approvalsRouter,
  appsOfPeople: appsOfPeopleRouter,
  audit: auditRouter,
  balances: balancesRouter,
  connectedApps: connectedAppsRouter,
  calendarFeeds: calendarFeedsRouter,
  delegations: delegationsRouter,
  entitlements: entitlementsRouter,
  workPatterns: workPatternsRouter,
  directory: directoryRouter,
  leaveTypes: leaveTypesRouter,
  leaves: leavesRouter,
  integrations: integrationsRouter,
  invitations: invitationsRouter,
  legacyKeys: legacyKeysRouter,
  mailPreferences: mailPreferencesRouter,
  notifications: notificationsRouter,
  oauthClients: oauthClientsRouter,
  operations: operationsRouter,
  people: peopleRouter,
  peopleImport: peopleImportRouter,
  personalData: personalDataRouter,
  preferences: preferencesRouter,
  publicHolidays: publicHolidaysRouter,
  keptTimes: keptTimesRouter,
  reference: referenceRouter,
  requestLog: requestLogRouter,
  retention: retentionRouter,
  scheduledReports: scheduledReportsRouter,
  sessions: sessionsRouter,
  wallchart: wallchartRouter,
  webhooks: webhooksRouter,
  workspace: workspaceRouter,
  workspaceApps: workspaceAppsRouter,
});

export type AppRouter = typeof appRouter;
