import "@/server/jobs/subscriptions";
import { apiKeysRouter } from "@/server/modules/integrations/keys/trpc";
import { legacyKeysRouter } from "@/server/modules/integrations/legacy-keys/trpc";
import { notificationsRouter } from "@/server/modules/integrations/notifications/trpc";
import { operationsRouter } from "@/server/modules/integrations/operations/trpc";
import { payrollRouter } from "@/server/modules/integrations/payroll/trpc";
import { scheduledReportsRouter } from "@/server/modules/integrations/reports/trpc";
import { requestLogRouter } from "@/server/modules/integrations/request-log/trpc";
import { webhooksRouter } from "@/server/modules/integrations/webhooks/trpc";
import { absencesRouter } from "@/server/modules/leave/absences/trpc";
import { balancesRouter } from "@/server/modules/leave/balances/trpc";
import { certificatesRouter } from "@/server/modules/leave/certificates/trpc";
import { closingsRouter } from "@/server/modules/leave/closings/trpc";
import { companyLeavesRouter } from "@/server/modules/leave/company-leaves/trpc";
import { creditsRouter } from "@/server/modules/leave/credits/trpc";
import { approvalsRouter } from "@/server/modules/leave/decisions/trpc";
import { entitlementsRouter } from "@/server/modules/leave/entitlements/trpc";
import { calendarFeedsRouter } from "@/server/modules/leave/feeds/trpc";
import { leaveFilesRouter } from "@/server/modules/leave/files/trpc";
import { holidaysRouter, publicHolidaysRouter } from "@/server/modules/leave/holidays/trpc";
import { hoursWorkedRouter } from "@/server/modules/leave/hours-worked/trpc";
import { insightsRouter } from "@/server/modules/leave/insights/trpc";
import { lapsesRouter } from "@/server/modules/leave/lapses/trpc";
import { leaveTypesRouter } from "@/server/modules/leave/leave-types/trpc";
import { mailPreferencesRouter } from "@/server/modules/leave/mail/trpc";
import { questionsRouter } from "@/server/modules/leave/questions/trpc";
import { leavesRouter } from "@/server/modules/leave/requests/trpc";
import { leaveRulesRouter } from "@/server/modules/leave/rule-previews/trpc";
import { startingSetsRouter } from "@/server/modules/leave/starting-sets/trpc";
import { wallchartRouter } from "@/server/modules/leave/wallchart/trpc";
import { integrationsRouter } from "@/server/modules/messaging/providers/trpc";
import { devicesRouter } from "@/server/modules/messaging/push/trpc";
import { delegationsRouter } from "@/server/modules/people/delegations/trpc";
import { peopleImportRouter } from "@/server/modules/people/import/trpc";
import { workPatternsRouter } from "@/server/modules/people/patterns/trpc";
import { peopleRouter } from "@/server/modules/people/people/trpc";
import { personalDataRouter } from "@/server/modules/people/personal-data/trpc";
import { directoryRouters } from "@/server/modules/people/places/trpc";
import { provisioningRouter } from "@/server/modules/people/provisioning/trpc";
import { auditRouter } from "@/server/modules/workspace/audit/trpc";
import { connectionsRouter, emailDomainsRouter } from "@/server/modules/workspace/connections/trpc";
import { retentionRouter } from "@/server/modules/workspace/retention/trpc";
import { workspaceRouter } from "@/server/modules/workspace/settings/trpc";
import { signInPolicyRouter } from "@/server/modules/workspace/sign-in-policy/trpc";
import {
  appsOfPeopleRouter,
  connectedAppsRouter,
  oauthClientsRouter,
  workspaceAppsRouter,
} from "@/server/oauth/trpc";
import { secondFactorsRouter } from "@/server/signin/factors/trpc";
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
  connections: connectionsRouter,
  provisioning: provisioningRouter,
  emailDomains: emailDomainsRouter,
  calendarFeeds: calendarFeedsRouter,
  closings: closingsRouter,
  companyLeaves: companyLeavesRouter,
  credits: creditsRouter,
  hoursWorked: hoursWorkedRouter,
  questions: questionsRouter,
  lapses: lapsesRouter,
  delegations: delegationsRouter,
  devices: devicesRouter,
  entitlements: entitlementsRouter,
  workPatterns: workPatternsRouter,
  directory: router({ ...directoryRouters, holidays: holidaysRouter }),
  certificates: certificatesRouter,
  leaveFiles: leaveFilesRouter,
  leaveTypes: leaveTypesRouter,
  startingSets: startingSetsRouter,
  leaveRules: leaveRulesRouter,
  leaves: leavesRouter,
  insights: insightsRouter,
  integrations: integrationsRouter,
  invitations: invitationsRouter,
  legacyKeys: legacyKeysRouter,
  mailPreferences: mailPreferencesRouter,
  notifications: notificationsRouter,
  oauthClients: oauthClientsRouter,
  operations: operationsRouter,
  payroll: payrollRouter,
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
  secondFactors: secondFactorsRouter,
  sessions: sessionsRouter,
  signInPolicy: signInPolicyRouter,
  wallchart: wallchartRouter,
  webhooks: webhooksRouter,
  workspace: workspaceRouter,
  workspaceApps: workspaceAppsRouter,
});

export type AppRouter = typeof appRouter;
