import "@/server/jobs/subscriptions";
import { apiKeyEndpoints } from "@/server/modules/integrations/keys/rest";
import { notificationEndpoints } from "@/server/modules/integrations/notifications/rest";
import { operationEndpoints } from "@/server/modules/integrations/operations/rest";
import { payrollEndpoints } from "@/server/modules/integrations/payroll/rest";
import { payrollWriteEndpoints } from "@/server/modules/integrations/payroll/rest-write";
import { scheduledReportEndpoints } from "@/server/modules/integrations/reports/rest";
import { webhookEndpoints } from "@/server/modules/integrations/webhooks/rest";
import { absenceEndpoints } from "@/server/modules/leave/absences/rest";
import { balanceEndpoints } from "@/server/modules/leave/balances/rest";
import { certificateEndpoints } from "@/server/modules/leave/certificates/rest";
import { closingEndpoints } from "@/server/modules/leave/closings/rest-write";
import { companyLeaveEndpoints } from "@/server/modules/leave/company-leaves/rest";
import { companyLeaveWriteEndpoints } from "@/server/modules/leave/company-leaves/rest-write";
import { creditEndpoints } from "@/server/modules/leave/credits/rest";
import { approvalEndpoints } from "@/server/modules/leave/decisions/rest";
import { entitlementEndpoints } from "@/server/modules/leave/entitlements/rest";
import { leaveFileEndpoints } from "@/server/modules/leave/files/rest";
import { publicHolidayEndpoints } from "@/server/modules/leave/holidays/rest";
import { holidayWriteEndpoints } from "@/server/modules/leave/holidays/rest-write";
import { hoursWorkedEndpoints } from "@/server/modules/leave/hours-worked/rest";
import { leaveTypeEndpoints } from "@/server/modules/leave/leave-types/rest";
import { leaveTypeWriteEndpoints } from "@/server/modules/leave/leave-types/rest-write";
import { leaveReadEndpoints } from "@/server/modules/leave/requests/rest";
import { leaveWriteEndpoints } from "@/server/modules/leave/requests/rest-write";
import { leaveRulePreviewEndpoints } from "@/server/modules/leave/rule-previews/rest";
import { leaveRuleEndpoints } from "@/server/modules/leave/rules/rest";
import { wallchartEndpoints } from "@/server/modules/leave/wallchart/rest";
import { delegationEndpoints } from "@/server/modules/people/delegations/rest";
import { peopleImportEndpoints } from "@/server/modules/people/import/rest-write";
import { workPatternEndpoints } from "@/server/modules/people/patterns/rest";
import { peopleEndpoints } from "@/server/modules/people/people/rest";
import { peopleWriteEndpoints } from "@/server/modules/people/people/rest-write";
import { personalDataEndpoints } from "@/server/modules/people/personal-data/rest";
import { directoryEndpoints } from "@/server/modules/people/places/rest";
import { directoryWriteEndpoints } from "@/server/modules/people/places/rest-write";
import { invitationEndpoints } from "@/server/signin/rest";
import type { Endpoint } from "@/server/transport/endpoint";
import { openApiEndpoint } from "./openapi";

/** Every v2 endpoint: the router, OpenAPI, the reference and the contract tests read this list. */
export const v2Endpoints: readonly Endpoint[] = [
  ...apiKeyEndpoints,
  ...directoryEndpoints,
  ...directoryWriteEndpoints,
  ...closingEndpoints,
  ...holidayWriteEndpoints,
  ...publicHolidayEndpoints,
  ...peopleEndpoints,
  ...peopleWriteEndpoints,
  ...peopleImportEndpoints,
  ...personalDataEndpoints,
  ...invitationEndpoints,
  ...leaveTypeEndpoints,
  ...leaveTypeWriteEndpoints,
  ...leaveReadEndpoints,
  ...leaveWriteEndpoints,
  ...leaveFileEndpoints,
  ...certificateEndpoints,
  ...companyLeaveEndpoints,
  ...companyLeaveWriteEndpoints,
  ...approvalEndpoints,
  ...absenceEndpoints,
  ...delegationEndpoints,
  ...leaveRuleEndpoints,
  ...leaveRulePreviewEndpoints,
  ...wallchartEndpoints,
  ...balanceEndpoints,
  ...entitlementEndpoints,
  ...creditEndpoints,
  ...hoursWorkedEndpoints,
  ...workPatternEndpoints,
  ...webhookEndpoints,
  ...notificationEndpoints,
  ...scheduledReportEndpoints,
  ...payrollEndpoints,
  ...payrollWriteEndpoints,
  ...operationEndpoints,
  openApiEndpoint(() => v2Endpoints),
];
