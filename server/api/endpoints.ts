import "@/server/jobs/subscriptions";
import { absenceEndpoints } from "@/server/modules/absences/rest";
import { apiKeyEndpoints } from "@/server/modules/api-keys/rest";
import { approvalEndpoints } from "@/server/modules/approvals/rest";
import { balanceEndpoints } from "@/server/modules/balances/rest";
import { delegationEndpoints } from "@/server/modules/delegations/rest";
import { directoryEndpoints } from "@/server/modules/directory/rest";
import { directoryWriteEndpoints } from "@/server/modules/directory/rest-write";
import { entitlementEndpoints } from "@/server/modules/entitlements/rest";
import { leaveTypeEndpoints } from "@/server/modules/leave-types/rest";
import { leaveTypeWriteEndpoints } from "@/server/modules/leave-types/rest-write";
import { leaveReadEndpoints } from "@/server/modules/leaves/rest";
import { leaveWriteEndpoints } from "@/server/modules/leaves/rest-write";
import { notificationEndpoints } from "@/server/modules/notifications/rest";
import { operationEndpoints } from "@/server/modules/operations/rest";
import { peopleEndpoints } from "@/server/modules/people/rest";
import { peopleWriteEndpoints } from "@/server/modules/people/rest-write";
import { peopleImportEndpoints } from "@/server/modules/people-import/rest-write";
import { personalDataEndpoints } from "@/server/modules/personal-data/rest";
import { publicHolidayEndpoints } from "@/server/modules/public-holidays/rest";
import { scheduledReportEndpoints } from "@/server/modules/scheduled-reports/rest";
import { wallchartEndpoints } from "@/server/modules/wallchart/rest";
import { webhookEndpoints } from "@/server/modules/webhooks/rest";
import { workPatternEndpoints } from "@/server/modules/work-patterns/rest";
import { invitationEndpoints } from "@/server/signin/rest";
import type { Endpoint } from "@/server/transport/endpoint";
import { openApiEndpoint } from "./openapi";

/** Every v2 endpoint: the router, OpenAPI, the reference and the contract tests read this list. */
export const v2Endpoints: readonly Endpoint[] = [
  ...apiKeyEndpoints,
  ...directoryEndpoints,
  ...directoryWriteEndpoints,
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
  ...approvalEndpoints,
  ...absenceEndpoints,
  ...delegationEndpoints,
  ...wallchartEndpoints,
  ...balanceEndpoints,
  ...entitlementEndpoints,
  ...workPatternEndpoints,
  ...webhookEndpoints,
  ...notificationEndpoints,
  ...scheduledReportEndpoints,
  ...operationEndpoints,
  openApiEndpoint(() => v2Endpoints),
];
