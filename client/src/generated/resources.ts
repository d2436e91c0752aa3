// Made by `npm run client` from the endpoint records and the error catalogue.

import type { CallOptions, Handle, Idempotent, OnBehalf, Unwaited, Waited } from "../options.js";
import type { PagedList } from "../pages.js";
import type {
  Absence,
  Balance,
  BalanceAdjustment,
  BalanceAdjustmentCreate,
  BalanceExplanationLine,
  ClosingPreview,
  ClosingRequest,
  CompanyLeave,
  CompanyLeaveCreate,
  CompanyLeaveDetails,
  CompanyLeavePerson,
  CompanyLeavePreview,
  CompanyLeavePreviewRequest,
  CreatedWorkPattern,
  Credit,
  CreditCreate,
  CreditDecision,
  CreditPatch,
  DecisionContext,
  Delegation,
  DelegationCreate,
  Delivery,
  DeliveryDetail,
  Department,
  DepartmentCreate,
  DepartmentDetail,
  DepartmentPatch,
  Erasure,
  Event,
  ExpandedLeave,
  ExpandedUser,
  HandOver,
  HandedOver,
  Holiday,
  HolidayCreate,
  HolidayImport,
  HolidayImportResult,
  HolidayPatch,
  HolidayPreview,
  HolidayProposals,
  HoursImport,
  HoursWorked,
  HoursWorkedCreate,
  ImportResult,
  Label,
  LabelCreate,
  LabelPatch,
  Leave,
  LeaveApproval,
  LeaveCertificate,
  LeaveCertificateAsk,
  LeaveCertificatePatch,
  LeaveCreate,
  LeaveDecision,
  LeaveFile,
  LeaveHistoryStep,
  LeaveImport,
  LeavePatch,
  LeavePoliciesPreview,
  LeavePolicyEffect,
  LeavePreview,
  LeavePreviewRequest,
  LeaveRule,
  LeaveRuleCreate,
  LeaveRuleMark,
  LeaveRulePatch,
  LeaveRulePreview,
  LeaveToDecide,
  LeaveType,
  LeaveTypeCreate,
  LeaveTypeDetail,
  LeaveTypePatch,
  Location,
  LocationCreate,
  LocationDetail,
  LocationPatch,
  Me,
  Notification,
  NotificationCreate,
  NotificationOccurrence,
  NotificationPatch,
  OpeningImport,
  Operation,
  OperationItem,
  PayrollLine,
  PayrollRun,
  PayrollRunCreate,
  PayrollRunDetails,
  PayrollTemplate,
  PayrollTemplateCreate,
  PayrollTemplatePatch,
  PersonalData,
  ReopeningRequest,
  ReportOccurrence,
  ScheduledReport,
  ScheduledReportCreate,
  ScheduledReportPatch,
  SecretRotation,
  User,
  UserBalances,
  UserCreate,
  UserImport,
  UserImportResult,
  UserInvite,
  UserPatch,
  UsersInvitation,
  UsersInvitationResult,
  UsersUpdate,
  UsersUpdateResult,
  WallchartCount,
  WallchartRow,
  Webhook,
  WebhookCreate,
  WebhookItem,
  WebhookPatch,
  WebhookResume,
  WebhookWithSecret,
  WorkPattern,
  WorkPatternCreate,
  WorkPatternPreview,
  WorkPatternsSet,
  WorkPatternsSetResult,
} from "./models.js";

/** Query of `GET /v2/locations`. */
export interface ListLocationsQuery {
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/labels`. */
export interface ListLabelsQuery {
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/holidays`. */
export interface ListHolidaysQuery {
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
  /** Only the holidays of this location. */
  locationId?: string;
  /** Only the holidays of this calendar year. */
  year?: string;
}

/** Query of `GET /v2/locations/{id}/closing-preview`. */
export interface PreviewClosingQuery {
  /** The last day to close. It must be over. */
  through: string;
}

/** Query of `GET /v2/holidays/proposals`. */
export interface ListHolidayProposalsQuery {
  /** Whose holidays you want to add. */
  locationId: string;
  /** A code from `countries`. Without it, only `countries` is filled. */
  country?: string;
  /** A code from `states`. */
  state?: string;
  /** A code from `regions`. */
  region?: string;
  /** Comma-separated: up to 5 years from 1970 to 2079. Without it, there are no proposals. */
  years?: string | readonly string[];
  /** Of the names of countries, states and regions. */
  language?: string;
  /** Language of the names of holidays, such as one from `languages`. Defaults to `language`. Names without a translation are in English or in the country's own language. */
  names?: string;
}

/** Query of `GET /v2/users`. */
export interface ListUsersQuery {
  /** Comma-separated: ACTIVE, INACTIVE, DELETED. Defaults to ACTIVE, or to all of them with `updatedSince`. */
  status?: "ACTIVE" | "INACTIVE" | "DELETED" | readonly ("ACTIVE" | "INACTIVE" | "DELETED")[];
  /** Only users that changed at or after this time, sorted by `updatedAt` and ID. */
  updatedSince?: string;
  /** The exact email address, in upper or lower case. */
  email?: string;
  /** The exact employee ID. */
  employeeId?: string;
  /** Part of the name, or the start of the email address. */
  search?: string;
  /** Comma-separated IDs. */
  locations?: string | readonly string[];
  /** Comma-separated IDs. */
  departments?: string | readonly string[];
  /** Comma-separated IDs or names. */
  labels?: string | readonly string[];
  /** Comma-separated: location, department, holidays, approver. */
  expand?: "location" | "department" | "holidays" | "approver" | readonly ("location" | "department" | "holidays" | "approver")[];
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/users/{id}`. */
export interface GetUserQuery {
  /** Comma-separated: location, department, holidays, approver. */
  expand?: "location" | "department" | "holidays" | "approver" | readonly ("location" | "department" | "holidays" | "approver")[];
}

/** Query of `GET /v2/leave-types`. */
export interface ListLeaveTypesQuery {
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/leaves`. */
export interface ListLeavesQuery {
  /** Only leaves that end on or after this day. */
  startDate?: string;
  /** Only leaves that start on or before this day. Must not be before startDate. */
  endDate?: string;
  /** Comma-separated: OPEN, APPROVED, DENIED, CANCELLED, EXPIRED, DELETED. Defaults to APPROVED, or to all of them with `updatedSince`. */
  status?: "OPEN" | "APPROVED" | "DENIED" | "CANCELLED" | "EXPIRED" | "DELETED" | readonly ("OPEN" | "APPROVED" | "DENIED" | "CANCELLED" | "EXPIRED" | "DELETED")[];
  /** Only leaves that changed at or after this time, sorted by `updatedAt` and ID. */
  updatedSince?: string;
  /** Only leave of this user. */
  userId?: string;
  /** Only leave whose `leaveTypeId` the response shows: private leave types are left out where it is null. */
  leaveTypeId?: string;
  /** Comma-separated IDs of the users' current locations. */
  locations?: string | readonly string[];
  /** Comma-separated IDs of the users' current departments. */
  departments?: string | readonly string[];
  /** Comma-separated IDs or names of the users' labels. */
  labels?: string | readonly string[];
  /** Comma-separated: user, approver, leaveType. */
  expand?: "user" | "approver" | "leaveType" | readonly ("user" | "approver" | "leaveType")[];
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/leaves/{id}`. */
export interface GetLeaveQuery {
  /** Comma-separated: user, approver, leaveType. */
  expand?: "user" | "approver" | "leaveType" | readonly ("user" | "approver" | "leaveType")[];
}

/** Query of `GET /v2/company-leaves`. */
export interface ListCompanyLeavesQuery {
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/company-leaves/{id}/users`. */
export interface ListCompanyLeaveUsersQuery {
  /** Comma-separated: BOOKED, PARTLY_BOOKED, LACKS_BALANCE, AWAY, NOT_WORKING, NOT_POSSIBLE. All of them if left out. */
  outcome?: string | readonly string[];
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/leaves/to-decide`. */
export interface ListLeavesToDecideQuery {
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/leaves/decision-context`. */
export interface ListDecisionContextsQuery {
  /** Comma-separated leave IDs, up to 50. */
  ids: string | readonly string[];
}

/** Query of `GET /v2/away`. */
export interface ListAwayQuery {
  /** The first day. */
  startDate: string;
  /** The last day, at most 92 days in all. */
  endDate: string;
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/delegations`. */
export interface ListDelegationsQuery {
  /** Comma-separated: UPCOMING, ACTIVE, ENDED. All of them if left out. */
  status?: "UPCOMING" | "ACTIVE" | "ENDED" | readonly ("UPCOMING" | "ACTIVE" | "ENDED")[];
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/wallchart`. */
export interface GetWallchartQuery {
  /** The first day. */
  startDate: string;
  /** The last day, at most 98 days in all. */
  endDate: string;
  /** Comma-separated IDs. */
  departments?: string | readonly string[];
  /** Comma-separated IDs. */
  locations?: string | readonly string[];
  /** Comma-separated IDs or names. */
  labels?: string | readonly string[];
  /** Comma-separated IDs. Only includes people with leave of these types, and only that leave. Leave with a `leaveTypeId` of null never matches. */
  leaveTypes?: string | readonly string[];
  /** Only includes people with open or approved leave on a day on which at least half of their department, and at least two people, have open or approved leave. Days off and full-day holidays don't count. */
  onlyConflicts?: boolean;
  /** Only holidays. */
  expand?: "holidays" | readonly "holidays"[];
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/wallchart/counts`. */
export interface ListWallchartCountsQuery {
  /** The first day. */
  startDate: string;
  /** The last day, at most 98 days in all. */
  endDate: string;
  /** Comma-separated IDs. */
  departments?: string | readonly string[];
  /** Comma-separated IDs. */
  locations?: string | readonly string[];
  /** Comma-separated IDs or names. */
  labels?: string | readonly string[];
  /** Comma-separated IDs. Only includes people with leave of these types, and only that leave. Leave with a `leaveTypeId` of null never matches. */
  leaveTypes?: string | readonly string[];
  /** Only includes people with open or approved leave on a day on which at least half of their department, and at least two people, have open or approved leave. Days off and full-day holidays don't count. */
  onlyConflicts?: boolean;
}

/** Query of `GET /v2/balances`. */
export interface ListBalancesOfUsersQuery {
  /** Comma-separated IDs. */
  userIds?: string | readonly string[];
  /** Comma-separated IDs. */
  locations?: string | readonly string[];
  /** Comma-separated IDs. */
  departments?: string | readonly string[];
  /** Comma-separated IDs. */
  labels?: string | readonly string[];
  /** Comma-separated: ACTIVE, INACTIVE, DELETED. */
  status?: "ACTIVE" | "INACTIVE" | "DELETED" | readonly ("ACTIVE" | "INACTIVE" | "DELETED")[];
  /** Only balances of this leave type. */
  leaveTypeId?: string;
  /** The day to calculate for. Defaults to today at the user's location. Always uses current leave statuses. */
  asOf?: string;
  /** The maximum number of users per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/users/{id}/balances`. */
export interface ListBalancesQuery {
  /** The day to calculate for. Defaults to today at the user's location. Always uses current leave statuses. */
  asOf?: string;
}

/** Query of `GET /v2/users/{id}/balances/explanation`. */
export interface ExplainBalanceQuery {
  /** One that's available at the user's location. */
  leaveTypeId: string;
  /** The day to calculate for. Defaults to today at the user's location. Always uses current leave statuses. */
  asOf?: string;
}

/** Query of `GET /v2/users/{id}/balance-adjustments`. */
export interface ListBalanceAdjustmentsQuery {
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/credits`. */
export interface ListCreditsQuery {
  /** Comma-separated IDs. */
  userIds?: string | readonly string[];
  /** Comma-separated: OPEN, APPROVED, DENIED, CANCELLED. Defaults to all. */
  status?: "OPEN" | "APPROVED" | "DENIED" | "CANCELLED" | readonly ("OPEN" | "APPROVED" | "DENIED" | "CANCELLED")[];
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/hours-worked`. */
export interface ListHoursWorkedQuery {
  /** Comma-separated IDs. */
  userIds?: string | readonly string[];
  /** Periods whose last day is this day or later. */
  startDate?: string;
  /** Periods whose last day is this day or earlier. */
  endDate?: string;
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/webhooks`. */
export interface ListWebhooksQuery {
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/events`. */
export interface ListEventsQuery {
  /** The last event you have. Only events after it are returned. Don't combine it with `since`. */
  after?: string;
  /** Only events with this `timestamp` or a later one. Defaults to 30 days ago. Don't combine it with `after`. */
  since?: string;
  /** Comma-separated event types. Defaults to all that the key's scopes allow. */
  types?: "leave.requested" | "leave.approved" | "leave.denied" | "leave.updated" | "leave.cancelled" | "leave.deleted" | "leave.expired" | "user.created" | "user.updated" | "user.deactivated" | readonly ("leave.requested" | "leave.approved" | "leave.denied" | "leave.updated" | "leave.cancelled" | "leave.deleted" | "leave.expired" | "user.created" | "user.updated" | "user.deactivated")[];
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/webhooks/{id}/deliveries`. */
export interface ListDeliveriesQuery {
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/notifications`. */
export interface ListNotificationsQuery {
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/notifications/{id}/occurrences`. */
export interface ListNotificationOccurrencesQuery {
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/scheduled-reports/{id}/occurrences`. */
export interface ListReportOccurrencesQuery {
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/payroll-runs`. */
export interface ListPayrollRunsQuery {
  /** Only the runs of this location. */
  locationId?: string;
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/payroll-runs/{id}/lines`. */
export interface ListPayrollLinesQuery {
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

/** Query of `GET /v2/payroll-runs/{id}/file`. */
export interface DownloadPayrollFileQuery {
  /** In place of the template's format. */
  format?: "CSV" | "XLSX";
}

/** Query of `GET /v2/operations`. */
export interface ListOperationsQuery {
  /** Comma-separated: PENDING, SUCCEEDED, FAILED. Defaults to all of them. */
  status?: "PENDING" | "SUCCEEDED" | "FAILED" | readonly ("PENDING" | "SUCCEEDED" | "FAILED")[];
  /** The maximum number of items per page. */
  limit?: number;
  /** The `nextToken` from the previous page. Keep all other parameters the same, except `limit`. */
  nextToken?: string;
}

export interface MeResource {
  /**
   * Get your key.
   *
   * Who owns the key you call with, what it can do, which people it can see, and what's left of its limits. Use it to check a key.
   *
   * `GET /v2/me`
   */
  get(options?: CallOptions): Promise<Me>;
}

export interface DepartmentsResource {
  /**
   * List departments.
   *
   * Administrators see every department, others only those they manage. Not paginated.
   *
   * `GET /v2/departments`
   */
  list(options?: CallOptions): Promise<Department[]>;
  /**
   * Get a department.
   *
   * Includes the parent department and the approvers.
   *
   * `GET /v2/departments/{id}`
   */
  get(id: string, options?: CallOptions): Promise<DepartmentDetail>;
  /**
   * Create a department.
   *
   * Administrators only.
   *
   * `POST /v2/departments`
   */
  create(body: DepartmentCreate, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<DepartmentDetail>;
  create(body: DepartmentCreate, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<DepartmentDetail>>;
  /**
   * Update a department.
   *
   * Administrators only. `approvers` replaces the whole list.
   *
   * `PATCH /v2/departments/{id}`
   */
  update(id: string, body: DepartmentPatch, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<DepartmentDetail>;
  update(id: string, body: DepartmentPatch, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<DepartmentDetail>>;
  /**
   * Delete a department.
   *
   * Administrators only. You can't delete the default department or one that's still in use.
   *
   * `DELETE /v2/departments/{id}`
   */
  delete(id: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<void>;
  delete(id: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<void>>;
}

export interface LocationsResource {
  /**
   * List locations.
   *
   * Administrators see every location, location admins only those they manage. Sorted by name.
   *
   * `GET /v2/locations`
   */
  list(query?: ListLocationsQuery, options?: CallOptions): PagedList<Location>;
  /**
   * Get a location.
   *
   * Includes working hours and quota settings.
   *
   * `GET /v2/locations/{id}`
   */
  get(id: string, options?: CallOptions): Promise<LocationDetail>;
  /**
   * Create a location.
   *
   * Administrators only.
   *
   * `POST /v2/locations`
   */
  create(body: LocationCreate, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<LocationDetail>;
  create(body: LocationCreate, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<LocationDetail>>;
  /**
   * Update a location.
   *
   * Administrators only. Leave that's already booked keeps its working days. Refused if another start of the year, reset or carry-over expiry would leave booked or requested leave uncovered.
   *
   * `PATCH /v2/locations/{id}`
   */
  update(id: string, body: LocationPatch, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<LocationDetail>;
  update(id: string, body: LocationPatch, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<LocationDetail>>;
  /**
   * Delete a location.
   *
   * Administrators only. Also deletes its holidays and policies. You can't delete the default location or one that's still in use.
   *
   * `DELETE /v2/locations/{id}`
   */
  delete(id: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<void>;
  delete(id: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<void>>;
  /**
   * Preview closing days of a location.
   *
   * Administrators only. The approved leave that closing would fix, and the requests that have to be decided first.
   *
   * `GET /v2/locations/{id}/closing-preview`
   */
  previewClosing(id: string, query: PreviewClosingQuery, options?: CallOptions): Promise<ClosingPreview>;
  /**
   * Close days of a location.
   *
   * Administrators only. Nothing in closed days changes any more: neither leave nor its counts nor adjustments of balances; such a write is refused with PERIOD_CLOSED. People who move to another location keep their closed days. Refused while requests wait for a decision in these days.
   *
   * `POST /v2/locations/{id}/close`
   */
  closeDays(id: string, body: ClosingRequest, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<LocationDetail>;
  closeDays(id: string, body: ClosingRequest, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<LocationDetail>>;
  /**
   * Reopen closed days of a location.
   *
   * Administrators only. Opens the days after `through`, also those that people brought along from earlier locations.
   *
   * `POST /v2/locations/{id}/reopen`
   */
  reopenDays(id: string, body: ReopeningRequest, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<LocationDetail>;
  reopenDays(id: string, body: ReopeningRequest, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<LocationDetail>>;
}

export interface LabelsResource {
  /**
   * List labels.
   *
   * Every label in the workspace, sorted by name. `userCount` counts only people the key can see.
   *
   * `GET /v2/labels`
   */
  list(query?: ListLabelsQuery, options?: CallOptions): PagedList<Label>;
  /**
   * Get a label.
   *
   * `userCount` counts only people the key can see.
   *
   * `GET /v2/labels/{id}`
   */
  get(id: string, options?: CallOptions): Promise<Label>;
  /**
   * Create a label.
   *
   * Administrators only. Names are unique in the workspace.
   *
   * `POST /v2/labels`
   */
  create(body: LabelCreate, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<Label>;
  create(body: LabelCreate, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<Label>>;
  /**
   * Update a label.
   *
   * Administrators only. Fields you don't send keep their value.
   *
   * `PATCH /v2/labels/{id}`
   */
  update(id: string, body: LabelPatch, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<Label>;
  update(id: string, body: LabelPatch, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<Label>>;
  /**
   * Delete a label.
   *
   * Administrators only. Removes the label from everyone who has it.
   *
   * `DELETE /v2/labels/{id}`
   */
  delete(id: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<void>;
  delete(id: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<void>>;
}

export interface HolidaysResource {
  /**
   * List public holidays.
   *
   * Holidays of the locations the key can see, sorted by date.
   *
   * `GET /v2/holidays`
   */
  list(query?: ListHolidaysQuery, options?: CallOptions): PagedList<Holiday>;
  /**
   * Get a public holiday.
   *
   * A holiday of a location the key can see.
   *
   * `GET /v2/holidays/{id}`
   */
  get(id: string, options?: CallOptions): Promise<Holiday>;
  /**
   * Create a public holiday.
   *
   * Administrators, and location admins for locations they manage. Open and approved leave on that day is recounted, past leave too: each is a `leave.updated` event, and its person gets an email.
   *
   * `POST /v2/holidays`
   */
  create(body: HolidayCreate, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<Holiday>;
  create(body: HolidayCreate, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<Holiday>>;
  /**
   * Import public holidays.
   *
   * Adds up to 500 holidays to a location. A day that already has a holiday keeps it, so importing the same days twice is safe. Open and approved leave on the new days is recounted, and each person gets one email. Administrators, and location admins for locations they manage.
   *
   * `POST /v2/holidays/import`
   */
  import(body: HolidayImport, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<HolidayImportResult>;
  import(body: HolidayImport, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<HolidayImportResult>>;
  /**
   * Preview a new public holiday.
   *
   * Which leave the holiday would recount, and which balances wouldn't cover it. Changes nothing.
   *
   * `POST /v2/holidays/preview`
   */
  preview(body: HolidayCreate, options?: CallOptions): Promise<HolidayPreview>;
  /**
   * Preview an import of public holidays.
   *
   * Which leave the import would recount, and which balances wouldn't cover it. Days that already have a holiday keep it. Changes nothing.
   *
   * `POST /v2/holidays/import/preview`
   */
  previewImport(body: HolidayImport, options?: CallOptions): Promise<HolidayPreview>;
  /**
   * Preview a changed public holiday.
   *
   * Which leave the change would recount, and which balances wouldn't cover it. Changes nothing.
   *
   * `POST /v2/holidays/{id}/preview`
   */
  previewUpdate(id: string, body: HolidayPatch, options?: CallOptions): Promise<HolidayPreview>;
  /**
   * Preview deleting a public holiday.
   *
   * Which leave deleting it would recount, and which balances wouldn't cover it. Changes nothing.
   *
   * `GET /v2/holidays/{id}/deletion-preview`
   */
  previewDeletion(id: string, options?: CallOptions): Promise<HolidayPreview>;
  /**
   * Update a public holiday.
   *
   * Open and approved leave on the days before and after is recounted.
   *
   * `PATCH /v2/holidays/{id}`
   */
  update(id: string, body: HolidayPatch, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<Holiday>;
  update(id: string, body: HolidayPatch, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<Holiday>>;
  /**
   * Delete a public holiday.
   *
   * Administrators, and location admins for locations they manage. Open and approved leave on that day is recounted; refused if a balance wouldn't cover it.
   *
   * `DELETE /v2/holidays/{id}`
   */
  delete(id: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<void>;
  delete(id: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<void>>;
  /**
   * List proposed holidays.
   *
   * Public holidays of a country, state or region, as days you can import into a location. Changes nothing. Data by date-holidays, CC BY-SA 3.0.
   *
   * `GET /v2/holidays/proposals`
   */
  listProposals(query: ListHolidayProposalsQuery, options?: CallOptions): Promise<HolidayProposals>;
}

export interface UsersResource {
  /**
   * List users.
   *
   * The users the key can see, in the order they were added. With `updatedSince`, those that changed, deleted ones included.
   *
   * `GET /v2/users`
   */
  list(query?: ListUsersQuery, options?: CallOptions): PagedList<ExpandedUser>;
  /**
   * Get a user.
   *
   * A user the key can see, or the key's owner, in any status.
   *
   * `GET /v2/users/{id}`
   */
  get(id: string, query?: GetUserQuery, options?: CallOptions): Promise<ExpandedUser>;
  /**
   * Create a user.
   *
   * Administrators, and location admins for locations they manage. The person is active right away and signs in with an emailed link.
   *
   * `POST /v2/users`
   */
  create(body: UserCreate, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<User>;
  create(body: UserCreate, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<User>>;
  /**
   * Update a user.
   *
   * You can't change someone with a higher role than yours. `labels` replaces the whole list. Moving to another location is refused if its policies and accounting years wouldn't cover leave that's already booked or requested. Booked or requested leave outside a new `startDate` or `endDate` is cancelled, and leave across it is shortened.
   *
   * `PATCH /v2/users/{id}`
   */
  update(id: string, body: UserPatch, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<User>;
  update(id: string, body: UserPatch, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<User>>;
  /**
   * Activate a user.
   *
   * Makes an INACTIVE user ACTIVE again. Any other status is a conflict.
   *
   * `POST /v2/users/{id}/activate`
   */
  activate(id: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<User>;
  activate(id: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<User>>;
  /**
   * Deactivate a user.
   *
   * Ends their sessions and connected apps right away. Their API keys return 403. You can't deactivate the last active administrator.
   *
   * `POST /v2/users/{id}/deactivate`
   */
  deactivate(id: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<User>;
  deactivate(id: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<User>>;
  /**
   * Hand over a manager's people.
   *
   * Everyone the key can change whose `approverId` is this user gets another manager, or none. Leave that waits for the user's decision waits for the new manager.
   *
   * `POST /v2/users/{id}/hand-over`
   */
  handOver(id: string, body: HandOver, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<HandedOver>;
  handOver(id: string, body: HandOver, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<HandedOver>>;
  /**
   * Update many users.
   *
   * Up to 10,000 users. Always runs as an operation, with progress and a result for each user. Users who can't be changed are left out, with the reason. Leave that's already requested keeps its days when a user moves to another location, and must be covered there.
   *
   * `POST /v2/users/bulk-update`
   */
  updateMany(body: UsersUpdate, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<UsersUpdateResult>;
  updateMany(body: UsersUpdate, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<UsersUpdateResult>>;
  /**
   * Import users.
   *
   * Up to 10,000 rows and 8 MiB. Always runs as an operation, with progress and a result for each row.
   *
   * `POST /v2/users/import`
   */
  import(body: UserImport, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<UserImportResult>;
  import(body: UserImport, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<UserImportResult>>;
  /**
   * Export a user's personal data.
   *
   * Everything the workspace holds about one person, in sections. Only administrators can do this, with a key that also has `leaves:read`. Each export is in the audit log.
   *
   * `GET /v2/users/{id}/personal-data`
   */
  exportPersonalData(id: string, options?: CallOptions): Promise<PersonalData>;
  /**
   * Erase a user's personal data.
   *
   * Removes name, email address, birthday, employee ID, labels and reasons for good, also from logs and events. What the person owns ends. Their leave stays, without a name. Only administrators can do this, once the person is inactive. The person's own records are empty as soon as this is accepted. What else names them is removed by an operation, with progress. While it runs, the same call returns the same operation.
   *
   * `POST /v2/users/{id}/erase`
   */
  erasePersonalData(id: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<Erasure>;
  erasePersonalData(id: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<Erasure>>;
  /**
   * Invite a user.
   *
   * Creates a user and emails them a link to choose a password, valid for 7 days. Administrators, and location admins for locations they manage.
   *
   * `POST /v2/users/invite`
   */
  invite(body: UserInvite, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<User>;
  invite(body: UserInvite, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<User>>;
  /**
   * Send an invitation.
   *
   * Emails an active user who has never signed in a link to choose a password: the first time or again. Earlier links stop working.
   *
   * `POST /v2/users/{id}/invite`
   */
  sendInvitation(id: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<User>;
  sendInvitation(id: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<User>>;
  /**
   * Send invitations.
   *
   * Emails up to 100 users who have never signed in a link to choose a password. Users who have signed in, or were invited less than a minute ago, are skipped.
   *
   * `POST /v2/users/bulk-invite`
   */
  sendInvitations(body: UsersInvitation, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<UsersInvitationResult>;
  sendInvitations(body: UsersInvitation, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<UsersInvitationResult>>;
  /**
   * List balances of many users.
   *
   * The balances of the users the key can see, as `/v2/users/{id}/balances` returns them, in the order the users were added.
   *
   * `GET /v2/balances`
   */
  listForUsers(query?: ListBalancesOfUsersQuery, options?: CallOptions): PagedList<UserBalances>;
  /**
   * List a user's balances.
   *
   * One balance for each leave type available at the user's location, as of a given day.
   *
   * `GET /v2/users/{id}/balances`
   */
  listBalances(id: string, query?: ListBalancesQuery, options?: CallOptions): Promise<Balance[]>;
  /**
   * Explain a user's balance.
   *
   * How one balance comes about in the accounting year of a given day: everything that was given, lapsed, adjusted and taken, by date.
   *
   * `GET /v2/users/{id}/balances/explanation`
   */
  explainBalance(id: string, query: ExplainBalanceQuery, options?: CallOptions): Promise<BalanceExplanationLine[]>;
  /**
   * List a user's balance adjustments.
   *
   * What was given to the user's balances beside the policies, or taken from them. The newest first.
   *
   * `GET /v2/users/{id}/balance-adjustments`
   */
  listBalanceAdjustments(id: string, query?: ListBalanceAdjustmentsQuery, options?: CallOptions): PagedList<BalanceAdjustment>;
  /**
   * Adjust a user's balance.
   *
   * Gives days, takes some away, or sets the user's own yearly quota. Adjustments are never edited: a wrong one is reversed by another.
   *
   * `POST /v2/users/{id}/balance-adjustments`
   */
  adjustBalance(id: string, body: BalanceAdjustmentCreate, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<BalanceAdjustment>;
  adjustBalance(id: string, body: BalanceAdjustmentCreate, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<BalanceAdjustment>>;
  /**
   * Import opening balances.
   *
   * Up to 10,000 rows and 8 MiB of OPENING adjustments. An opening balance that a person already has for the leave type and date isn't written again. Always runs as an operation, with progress and a result for each row.
   *
   * `POST /v2/balance-adjustments/import`
   */
  importOpeningBalances(body: OpeningImport, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<ImportResult>;
  importOpeningBalances(body: OpeningImport, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<ImportResult>>;
  /**
   * List a user's working patterns.
   *
   * How the user works in place of the location's work week, and from which day. Each counts until the next one starts. The latest first.
   *
   * `GET /v2/users/{id}/work-patterns`
   */
  listWorkPatterns(id: string, options?: CallOptions): Promise<WorkPattern[]>;
  /**
   * Set a user's working pattern.
   *
   * Replaces a pattern that starts on the same day. Current and future leave is recounted: `recountedLeaves` lists what changed, and each of them is a `leave.updated` event. Past leave keeps its days.
   *
   * `POST /v2/users/{id}/work-patterns`
   */
  createWorkPattern(id: string, body: WorkPatternCreate, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<CreatedWorkPattern>;
  createWorkPattern(id: string, body: WorkPatternCreate, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<CreatedWorkPattern>>;
  /**
   * Preview a working pattern.
   *
   * Which leave a new pattern would recount, and which balances wouldn't cover it. Changes nothing.
   *
   * `POST /v2/users/{id}/work-patterns/preview`
   */
  previewWorkPattern(id: string, body: WorkPatternCreate, options?: CallOptions): Promise<WorkPatternPreview>;
  /**
   * Preview deleting a working pattern.
   *
   * Which leave deleting it would recount, and which balances wouldn't cover it. Changes nothing.
   *
   * `GET /v2/users/{id}/work-patterns/{patternId}/deletion-preview`
   */
  previewWorkPatternDeletion(id: string, patternId: string, options?: CallOptions): Promise<WorkPatternPreview>;
  /**
   * Set a working pattern for many users.
   *
   * Up to 1,000 users. Always runs as an operation, with progress and a result for each user. Users who can't be changed are left out, with the reason. Current and future leave is recounted, as for a single user. Mode `check` says beforehand who would change.
   *
   * `POST /v2/users/bulk-set-work-pattern`
   */
  setWorkPatterns(body: WorkPatternsSet, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<WorkPatternsSetResult>;
  setWorkPatterns(body: WorkPatternsSet, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<WorkPatternsSetResult>>;
  /**
   * Delete a working pattern.
   *
   * The pattern before it, or the location's work week, counts instead. Current and future leave is recounted.
   *
   * `DELETE /v2/users/{id}/work-patterns/{patternId}`
   */
  deleteWorkPattern(id: string, patternId: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<void>;
  deleteWorkPattern(id: string, patternId: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<void>>;
}

export interface LeaveTypesResource {
  /**
   * List leave types.
   *
   * Every leave type in the workspace, including inactive ones, sorted by position.
   *
   * `GET /v2/leave-types`
   */
  list(query?: ListLeaveTypesQuery, options?: CallOptions): PagedList<LeaveType>;
  /**
   * Get a leave type.
   *
   * Includes its policies for the locations the key can see.
   *
   * `GET /v2/leave-types/{id}`
   */
  get(id: string, options?: CallOptions): Promise<LeaveTypeDetail>;
  /**
   * Create a leave type.
   *
   * Administrators only. People can request it in the locations that have a policy.
   *
   * `POST /v2/leave-types`
   */
  create(body: LeaveTypeCreate, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<LeaveTypeDetail>;
  create(body: LeaveTypeCreate, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<LeaveTypeDetail>>;
  /**
   * Update a leave type.
   *
   * Administrators only. Leave types can't be deleted: set `isActive` to false to retire one. `policies` changes only the locations you list, and can't take away days that people have already booked or requested.
   *
   * `PATCH /v2/leave-types/{id}`
   */
  update(id: string, body: LeaveTypePatch, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<LeaveTypeDetail>;
  update(id: string, body: LeaveTypePatch, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<LeaveTypeDetail>>;
  /**
   * Preview policies.
   *
   * Administrators only. How many people and how much leave new policies would affect, and whose leave they would no longer cover. Changes nothing.
   *
   * `POST /v2/leave-types/{id}/policies/preview`
   */
  previewPolicies(id: string, body: LeavePoliciesPreview, options?: CallOptions): Promise<LeavePolicyEffect>;
}

export interface LeavesResource {
  /**
   * List leaves.
   *
   * Leave of the users the key can see, sorted by start date. With `updatedSince`, leave that changed, deleted leave included.
   *
   * `GET /v2/leaves`
   */
  list(query?: ListLeavesQuery, options?: CallOptions): PagedList<ExpandedLeave>;
  /**
   * Get a leave.
   *
   * A leave of a user the key can see, or of the key's owner, in any status.
   *
   * `GET /v2/leaves/{id}`
   */
  get(id: string, query?: GetLeaveQuery, options?: CallOptions): Promise<ExpandedLeave>;
  /**
   * List a leave's history.
   *
   * Everything that was done with a leave and who did it, oldest first, for as long as the workspace keeps its audit log.
   *
   * `GET /v2/leaves/{id}/history`
   */
  listHistory(id: string, options?: CallOptions): Promise<LeaveHistoryStep[]>;
  /**
   * List the rules a leave breaks.
   *
   * The leave rules that a leave broke when it was last judged: warnings, and rules that someone went ahead in spite of. They stay as they were when the rule changes. Empty if the key can't see the leave's type.
   *
   * `GET /v2/leaves/{id}/rules`
   */
  listBrokenRules(id: string, options?: CallOptions): Promise<LeaveRuleMark[]>;
  /**
   * Preview a leave.
   *
   * What a request or a change would do, by the same rules: how each day counts, the balance before and after, who decides, who else is away, and everything it would be refused for. Changes nothing.
   *
   * `POST /v2/leaves/preview`
   */
  preview(body: LeavePreviewRequest, options?: CallOptions): Promise<LeavePreview>;
  /**
   * Request leave.
   *
   * The leave is OPEN if its policy requires approval, otherwise APPROVED. Leave you add for someone you manage, with `userId`, is approved right away.
   *
   * `POST /v2/leaves`
   */
  request(body: LeaveCreate, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<Leave>;
  request(body: LeaveCreate, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<Leave>>;
  /**
   * Edit a leave.
   *
   * If you edit your own approved leave and its policy requires approval, it needs a new decision. Edits by someone who manages you keep the decision. If the policy has `changesNeedConsent`, your approved leave stays as it is, with `changeRequestedAt` and `requestedChange`, until an approver agrees; only `reason` changes at once. A later edit takes the place of an earlier one.
   *
   * `PATCH /v2/leaves/{id}`
   */
  edit(id: string, body: LeavePatch, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<Leave>;
  edit(id: string, body: LeavePatch, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<Leave>>;
  /**
   * Delete a leave.
   *
   * The leave is kept with the status DELETED.
   *
   * `DELETE /v2/leaves/{id}`
   */
  delete(id: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<void>;
  delete(id: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<void>>;
  /**
   * Approve a leave.
   *
   * With two-level approval, level 1 sets `approvedLevel` to 1 and level 2 makes the decision. If the leave has `cancellationRequestedAt`, this agrees to cancel it: it becomes CANCELLED, or ends on the day before it was asked. If it has `changeRequestedAt`, this agrees to the change, which is judged again.
   *
   * `POST /v2/leaves/{id}/approve`
   */
  approve(id: string, body?: LeaveApproval, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<Leave>;
  approve(id: string, body: LeaveApproval | undefined, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<Leave>>;
  /**
   * Deny a leave.
   *
   * An OPEN leave becomes DENIED, at any level of approval. If the leave has `cancellationRequestedAt`, this refuses to cancel it, and if it has `changeRequestedAt`, to change it: it stays APPROVED, as it is. The person sees the reason as `statusReason`.
   *
   * `POST /v2/leaves/{id}/deny`
   */
  deny(id: string, body?: LeaveDecision, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<Leave>;
  deny(id: string, body: LeaveDecision | undefined, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<Leave>>;
  /**
   * Remind approvers.
   *
   * Sends a reminder to those who decide next about the acting user's own open leave, once a day at most.
   *
   * `POST /v2/leaves/{id}/remind`
   */
  remindApprovers(id: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<Leave>;
  remindApprovers(id: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<Leave>>;
  /**
   * Cancel a leave.
   *
   * An OPEN or APPROVED leave becomes CANCELLED. People can cancel their own leave until it ends: if it has begun, the days that are over stay, and it ends yesterday and stays APPROVED. Those who manage them can cancel all of it any time, and need a reason once it's over. If the policy has `changesNeedConsent`, the leave stays APPROVED with `cancellationRequestedAt` until an approver agrees. The reason is saved as `statusReason`.
   *
   * `POST /v2/leaves/{id}/cancel`
   */
  cancel(id: string, body?: LeaveDecision, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<Leave>;
  cancel(id: string, body: LeaveDecision | undefined, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<Leave>>;
  /**
   * Withdraw a cancellation.
   *
   * Takes back the acting user's request to cancel their approved leave, before an approver has answered. The leave stays.
   *
   * `POST /v2/leaves/{id}/withdraw-cancellation`
   */
  withdrawCancellation(id: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<Leave>;
  withdrawCancellation(id: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<Leave>>;
  /**
   * Withdraw a change.
   *
   * Takes back the acting user's request to change their approved leave, before an approver has answered. The leave stays as it is.
   *
   * `POST /v2/leaves/{id}/withdraw-change`
   */
  withdrawChange(id: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<Leave>;
  withdrawChange(id: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<Leave>>;
  /**
   * Import leave.
   *
   * Up to 10,000 rows and 8 MiB of leave for people the acting user manages. Imported leave is approved right away. Always runs as an operation, with progress and a result for each row.
   *
   * `POST /v2/leaves/import`
   */
  import(body: LeaveImport, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<ImportResult>;
  import(body: LeaveImport, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<ImportResult>>;
  /**
   * List leaves to decide.
   *
   * Open leave that the key's owner can approve now, the nearest deadline first. With two levels of approval, a leave is listed for the level that decides next.
   *
   * `GET /v2/leaves/to-decide`
   */
  listToDecide(query?: ListLeavesToDecideQuery, options?: CallOptions): PagedList<LeaveToDecide>;
  /**
   * List decision contexts.
   *
   * What a decision about open leave depends on: who else is away, the balance without and with it, holidays, and the person's other leave. Leaves that aren't open, or that the key's owner can't decide, are left out.
   *
   * `GET /v2/leaves/decision-context`
   */
  listDecisionContexts(query: ListDecisionContextsQuery, options?: CallOptions): Promise<DecisionContext[]>;
  /**
   * List who is away.
   *
   * The open and approved leave of active users the key can see, on any of the given days, sorted by start date. Reasons aren't included. A day on which other leave of the person interrupts this one is that leave's, so each person is away once a day: see `awayOn`.
   *
   * `GET /v2/away`
   */
  listAway(query: ListAwayQuery, options?: CallOptions): PagedList<Absence>;
  /**
   * Get the wallchart.
   *
   * Every active user the key can see, including those who aren't away, with their open and approved leave on any of the given days. Sorted by department name, then name. Reasons aren't included.
   *
   * `GET /v2/wallchart`
   */
  listWallchart(query: GetWallchartQuery, options?: CallOptions): PagedList<WallchartRow>;
  /**
   * Count who is away each day.
   *
   * For each of the given days, how many of the active users the key can see are away. Days off and full-day holidays don't count.
   *
   * `GET /v2/wallchart/counts`
   */
  listWallchartCounts(query: ListWallchartCountsQuery, options?: CallOptions): Promise<WallchartCount[]>;
}

export interface LeaveFilesResource {
  /**
   * List a leave's files.
   *
   * The files of a leave, oldest first, without their content. 404 unless the key's owner is the person, an administrator, a location admin who manages the person, or an approver where the leave type's `approversSeeFiles` is set.
   *
   * `GET /v2/leaves/{id}/files`
   */
  list(id: string, options?: CallOptions): Promise<LeaveFile[]>;
  /**
   * Delete a leave's file.
   *
   * Deletes a file and its content for good: the acting user's own upload, or any as an administrator or a location admin who manages the person.
   *
   * `DELETE /v2/leaves/{id}/files/{fileId}`
   */
  delete(id: string, fileId: string, options?: CallOptions & Idempotent & OnBehalf): Promise<void>;
  /**
   * Get the certificate asked for.
   *
   * The certificate that a leave rule or a person asked for: when it is due, and whether it was received. 404 if none is asked for, or for callers who don't see the leave's files. Nothing is due for leave that is no longer OPEN or APPROVED.
   *
   * `GET /v2/leaves/{id}/certificate`
   */
  getLeaveCertificate(id: string, options?: CallOptions): Promise<LeaveCertificate>;
  /**
   * Ask for a certificate.
   *
   * Asks the person for a certificate by email, once for a leave. For administrators and location admins who manage the person. The next file that is added to the leave marks it as received.
   *
   * `POST /v2/leaves/{id}/certificate`
   */
  askLeaveCertificate(id: string, body?: LeaveCertificateAsk, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<LeaveCertificate>;
  askLeaveCertificate(id: string, body: LeaveCertificateAsk | undefined, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<LeaveCertificate>>;
  /**
   * Edit the certificate asked for.
   *
   * Moves the day on which it is due, marks it as received, or takes that back.
   *
   * `PATCH /v2/leaves/{id}/certificate`
   */
  editLeaveCertificate(id: string, body: LeaveCertificatePatch, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<LeaveCertificate>;
  editLeaveCertificate(id: string, body: LeaveCertificatePatch, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<LeaveCertificate>>;
  /**
   * No longer ask for a certificate.
   *
   * Files of the leave stay.
   *
   * `DELETE /v2/leaves/{id}/certificate`
   */
  withdrawLeaveCertificate(id: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<void>;
  withdrawLeaveCertificate(id: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<void>>;
}

export interface CompanyLeaveResource {
  /**
   * List company leave.
   *
   * Days that the company takes off for many people at once, the latest first. Administrators see all, location admins that of locations they manage.
   *
   * `GET /v2/company-leaves`
   */
  lists(query?: ListCompanyLeavesQuery, options?: CallOptions): PagedList<CompanyLeave>;
  /**
   * Get a company leave.
   *
   * With the people by outcome, and how many have joined since it was booked.
   *
   * `GET /v2/company-leaves/{id}`
   */
  get(id: string, options?: CallOptions): Promise<CompanyLeaveDetails>;
  /**
   * List the people of a company leave.
   *
   * What became of each, by name: their leave, or why there is none.
   *
   * `GET /v2/company-leaves/{id}/users`
   */
  listUsers(id: string, query?: ListCompanyLeaveUsersQuery, options?: CallOptions): PagedList<CompanyLeavePerson>;
  /**
   * Preview a company leave.
   *
   * Who would get leave and who wouldn't, by the rules that book it: who lacks balance and by how much, who is away already and which days are left, who doesn't work on these days. Changes nothing.
   *
   * `POST /v2/company-leaves/preview`
   */
  preview(body: CompanyLeavePreviewRequest, options?: CallOptions): Promise<CompanyLeavePreview>;
  /**
   * Book a company leave.
   *
   * Approved leave for everyone it fits, in the background: the answer's `status` is BOOKING. Poll the company leave until it's BOOKED. Each person gets it once, by email too. Location admins have to name locations they manage.
   *
   * `POST /v2/company-leaves`
   */
  create(body: CompanyLeaveCreate, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<CompanyLeave>;
  create(body: CompanyLeaveCreate, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<CompanyLeave>>;
  /**
   * Book a company leave for more people.
   *
   * Books it for people who joined since, and for those it could not be booked for before. No one gets it twice.
   *
   * `POST /v2/company-leaves/{id}/book`
   */
  book(id: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<CompanyLeave>;
  book(id: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<CompanyLeave>>;
  /**
   * Undo a company leave.
   *
   * Cancels the leave that is unchanged since it was booked. What has changed is kept: `keptCount` says for how many people. The company leave itself stays, with the status UNDONE.
   *
   * `DELETE /v2/company-leaves/{id}`
   */
  undo(id: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<CompanyLeave>;
  undo(id: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<CompanyLeave>>;
}

export interface DelegationsResource {
  /**
   * List delegations.
   *
   * Approvers' stand-ins, and when they decide: those the key's owner named, those that name the owner, and those of approvers they manage. The latest first.
   *
   * `GET /v2/delegations`
   */
  list(query?: ListDelegationsQuery, options?: CallOptions): PagedList<Delegation>;
  /**
   * Name a stand-in.
   *
   * On these days the stand-in can approve and deny in the app and by email what the approver can, except their own leave and the approver's. With a key they can only decide about people the key can see.
   *
   * `POST /v2/delegations`
   */
  create(body: DelegationCreate, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<Delegation>;
  create(body: DelegationCreate, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<Delegation>>;
  /**
   * End a delegation.
   *
   * Ends it at once, whether it runs or is still to come. It's kept with the status ENDED.
   *
   * `DELETE /v2/delegations/{id}`
   */
  end(id: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<void>;
  end(id: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<void>>;
}

export interface LeaveRulesResource {
  /**
   * List leave rules.
   *
   * The rules that leave is judged by, the oldest first, in one response. Administrators see all, location admins those of their locations, others those that concern them.
   *
   * `GET /v2/leave-rules`
   */
  list(options?: CallOptions): Promise<LeaveRule[]>;
  /**
   * Get a leave rule.
   *
   * A rule that the key can see.
   *
   * `GET /v2/leave-rules/{id}`
   */
  get(id: string, options?: CallOptions): Promise<LeaveRule>;
  /**
   * Create a leave rule.
   *
   * Administrators write all rules, location admins those whose `locationIds` are all ones that they manage. Leave that exists stays as it is.
   *
   * `POST /v2/leave-rules`
   */
  create(body: LeaveRuleCreate, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<LeaveRule>;
  create(body: LeaveRuleCreate, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<LeaveRule>>;
  /**
   * Update a leave rule.
   *
   * Administrators write all rules, location admins those whose `locationIds` are all ones that they manage. Leave that exists stays as it is.
   *
   * `PATCH /v2/leave-rules/{id}`
   */
  update(id: string, body: LeaveRulePatch, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<LeaveRule>;
  update(id: string, body: LeaveRulePatch, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<LeaveRule>>;
  /**
   * Delete a leave rule.
   *
   * What is noted with leave stays.
   *
   * `DELETE /v2/leave-rules/{id}`
   */
  delete(id: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<void>;
  delete(id: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<void>>;
  /**
   * Preview a leave rule.
   *
   * The leave that breaks a rule which isn't saved: what is coming, and what began in the last year. Changes nothing. Administrators preview all rules, location admins those whose `locationIds` are all ones that they manage.
   *
   * `POST /v2/leave-rules/preview`
   */
  preview(body: LeaveRuleCreate, options?: CallOptions): Promise<LeaveRulePreview>;
}

export interface CreditsResource {
  /**
   * List credits.
   *
   * Credits of the users the key can see, in any status. The newest first.
   *
   * `GET /v2/credits`
   */
  list(query?: ListCreditsQuery, options?: CallOptions): PagedList<Credit>;
  /**
   * Get a credit.
   *
   * The acting user's own, or one of a user the key can see.
   *
   * `GET /v2/credits/{id}`
   */
  get(id: string, options?: CallOptions): Promise<Credit>;
  /**
   * Ask for a credit, or grant one.
   *
   * Days with an expiry of their own: time in lieu, bought or granted. Leave uses them before the days of the year, the first to expire first. Your own credit is OPEN until an approver decides, if the policy has `creditsRequestable`. One you grant someone you manage, with `userId`, is APPROVED right away.
   *
   * `POST /v2/credits`
   */
  create(body: CreditCreate, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<Credit>;
  create(body: CreditCreate, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<Credit>>;
  /**
   * Change a credit's expiry.
   *
   * Sets another last day to use an OPEN or APPROVED credit, as long as it isn't over. Those who manage the user can. Refused if leave would lose days it was booked against.
   *
   * `PATCH /v2/credits/{id}`
   */
  update(id: string, body: CreditPatch, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<Credit>;
  update(id: string, body: CreditPatch, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<Credit>>;
  /**
   * Approve a credit.
   *
   * An OPEN credit becomes APPROVED. Those who can decide leave of this type of the user can, and one decision is enough.
   *
   * `POST /v2/credits/{id}/approve`
   */
  approve(id: string, body?: CreditDecision, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<Credit>;
  approve(id: string, body: CreditDecision | undefined, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<Credit>>;
  /**
   * Deny a credit.
   *
   * An OPEN credit becomes DENIED. The user sees the reason as `decisionReason`.
   *
   * `POST /v2/credits/{id}/deny`
   */
  deny(id: string, body?: CreditDecision, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<Credit>;
  deny(id: string, body: CreditDecision | undefined, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<Credit>>;
  /**
   * Cancel a credit.
   *
   * An OPEN or APPROVED credit becomes CANCELLED. People can cancel their own while it's OPEN. An APPROVED one is cancelled by those who manage them, unless leave would lose days it was booked against.
   *
   * `POST /v2/credits/{id}/cancel`
   */
  cancel(id: string, body?: CreditDecision, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<Credit>;
  cancel(id: string, body: CreditDecision | undefined, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<Credit>>;
}

export interface HoursWorkedResource {
  /**
   * List hours worked.
   *
   * Hours worked by the users the key can see. The last reported first.
   *
   * `GET /v2/hours-worked`
   */
  list(query?: ListHoursWorkedQuery, options?: CallOptions): PagedList<HoursWorked>;
  /**
   * Get hours worked.
   *
   * The acting user's own, or those of a user the key can see.
   *
   * `GET /v2/hours-worked/{id}`
   */
  get(id: string, options?: CallOptions): Promise<HoursWorked>;
  /**
   * Report hours worked.
   *
   * The hours a user worked in a period, such as a week. Policies with `hoursWorkedRate` give a part of them on its last day. Hours of the same user and the same period are replaced: a report that's sent twice counts once. Another period that shares a day with one that's there is refused.
   *
   * `POST /v2/hours-worked`
   */
  report(body: HoursWorkedCreate, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<HoursWorked>;
  report(body: HoursWorkedCreate, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<HoursWorked>>;
  /**
   * Import hours worked.
   *
   * Up to 10,000 rows and 8 MiB, each by the rules of a single report. A row with the hours that a period has already isn't written again. Always runs as an operation, with progress and a result for each row.
   *
   * `POST /v2/hours-worked/import`
   */
  import(body: HoursImport, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<ImportResult>;
  import(body: HoursImport, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<ImportResult>>;
  /**
   * Delete hours worked.
   *
   * Takes back the days they gave, unless leave would lose days it was booked against.
   *
   * `DELETE /v2/hours-worked/{id}`
   */
  delete(id: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<void>;
  delete(id: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<void>>;
}

export interface WebhooksResource {
  /**
   * List webhooks.
   *
   * Newest first. Administrators see every webhook in the workspace, others only their own.
   *
   * `GET /v2/webhooks`
   */
  list(query?: ListWebhooksQuery, options?: CallOptions): PagedList<WebhookItem>;
  /**
   * List events.
   *
   * What happened in the last 30 days, oldest first, exactly as a webhook with your scopes is sent it, whether or not there is a webhook. Use it to catch up on missed events: pass the last event you have as `after`, and ask again with the newest ID when there are no more pages.
   *
   * `GET /v2/events`
   */
  listEvents(query?: ListEventsQuery, options?: CallOptions): PagedList<Event>;
  /**
   * Get a webhook.
   *
   * Includes the last delivery, but not the secret. Administrators can get every webhook, others only their own.
   *
   * `GET /v2/webhooks/{id}`
   */
  get(id: string, options?: CallOptions): Promise<Webhook>;
  /**
   * List a webhook's deliveries.
   *
   * Deliveries from the last 30 days, newest first.
   *
   * `GET /v2/webhooks/{id}/deliveries`
   */
  listDeliveries(id: string, query?: ListDeliveriesQuery, options?: CallOptions): PagedList<Delivery>;
  /**
   * Get a delivery.
   *
   * Includes the request body and every attempt.
   *
   * `GET /v2/webhooks/{id}/deliveries/{deliveryId}`
   */
  getDelivery(id: string, deliveryId: string, options?: CallOptions): Promise<DeliveryDetail>;
  /**
   * Create a webhook.
   *
   * Sends `webhook.test` right away. The secret is only returned here. `Idempotency-Key` and `X-On-Behalf-Of` are ignored.
   *
   * `POST /v2/webhooks`
   */
  create(body: WebhookCreate, options?: CallOptions): Promise<WebhookWithSecret>;
  /**
   * Update a webhook.
   *
   * Pending deliveries go to the new url.
   *
   * `PATCH /v2/webhooks/{id}`
   */
  update(id: string, body: WebhookPatch, options?: CallOptions & Idempotent): Promise<Webhook>;
  /**
   * Revoke a webhook.
   *
   * This can't be undone. You can still read the webhook and its log.
   *
   * `DELETE /v2/webhooks/{id}`
   */
  delete(id: string, options?: CallOptions & Idempotent): Promise<void>;
  /**
   * Rotate the signing secret.
   *
   * Deliveries are signed with both secrets during the overlap.
   *
   * `POST /v2/webhooks/{id}/rotate-secret`
   */
  rotateSecret(id: string, body?: SecretRotation, options?: CallOptions & Idempotent): Promise<WebhookWithSecret>;
  /**
   * Pause a webhook.
   *
   * New events are held for 30 days.
   *
   * `POST /v2/webhooks/{id}/pause`
   */
  pause(id: string, options?: CallOptions & Idempotent): Promise<Webhook>;
  /**
   * Resume a webhook.
   *
   * Sends the events held while the webhook was paused.
   *
   * `POST /v2/webhooks/{id}/resume`
   */
  resume(id: string, body?: WebhookResume, options?: CallOptions & Idempotent): Promise<Webhook>;
  /**
   * Send a test event.
   *
   * Works for paused webhooks too.
   *
   * `POST /v2/webhooks/{id}/test`
   */
  test(id: string, options?: CallOptions & Idempotent): Promise<Delivery>;
  /**
   * Redeliver.
   *
   * Sends a delivery again with the same `webhook-id`. If it succeeded or failed, a new delivery is created. If it's waiting for its next attempt, it's sent now. If a delivery of the same event is already pending, that one is returned.
   *
   * `POST /v2/webhooks/{id}/deliveries/{deliveryId}/redeliver`
   */
  redeliver(id: string, deliveryId: string, options?: CallOptions & Idempotent): Promise<Delivery>;
}

export interface NotificationsResource {
  /**
   * List notifications.
   *
   * Administrators see every notification, others only their own. Oldest first.
   *
   * `GET /v2/notifications`
   */
  list(query?: ListNotificationsQuery, options?: CallOptions): PagedList<Notification>;
  /**
   * Get a notification.
   *
   * Administrators can get every notification, others only their own.
   *
   * `GET /v2/notifications/{id}`
   */
  get(id: string, options?: CallOptions): Promise<Notification>;
  /**
   * List a notification's occurrences.
   *
   * What was sent and when, newest first, with the status for each destination. Kept for 90 days. Administrators can read those of every notification, others only those of their own.
   *
   * `GET /v2/notifications/{id}/occurrences`
   */
  listOccurrences(id: string, query?: ListNotificationOccurrencesQuery, options?: CallOptions): PagedList<NotificationOccurrence>;
  /**
   * Create a notification.
   *
   * The body depends on `frequency`. The acting user must be an approver, location admin or administrator, and becomes the owner. Messages only include people the owner can see.
   *
   * `POST /v2/notifications`
   */
  create(body: NotificationCreate, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<Notification>;
  create(body: NotificationCreate, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<Notification>>;
  /**
   * Update a notification.
   *
   * Fields you don't send keep their value. The result must be valid for its frequency. Use `enabled` to pause and resume. You can switch between DAILY and WEEKLY.
   *
   * `PATCH /v2/notifications/{id}`
   */
  update(id: string, body: NotificationPatch, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<Notification>;
  update(id: string, body: NotificationPatch, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<Notification>>;
  /**
   * Delete a notification.
   *
   * Administrators can delete every notification, others only their own.
   *
   * `DELETE /v2/notifications/{id}`
   */
  delete(id: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<void>;
  delete(id: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<void>>;
}

export interface ScheduledReportsResource {
  /**
   * List scheduled reports.
   *
   * Not paginated, oldest first. Administrators see every report, location admins only those that cover no locations but their own.
   *
   * `GET /v2/scheduled-reports`
   */
  list(options?: CallOptions): Promise<ScheduledReport[]>;
  /**
   * Get a scheduled report.
   *
   * Administrators can get every report, location admins only those limited to locations they manage.
   *
   * `GET /v2/scheduled-reports/{id}`
   */
  get(id: string, options?: CallOptions): Promise<ScheduledReport>;
  /**
   * List a scheduled report's occurrences.
   *
   * What was sent and when, newest first, with the status for each recipient. Kept for 90 days. Administrators can read those of every report, location admins only those of reports limited to locations they manage.
   *
   * `GET /v2/scheduled-reports/{id}/occurrences`
   */
  listOccurrences(id: string, query?: ListReportOccurrencesQuery, options?: CallOptions): PagedList<ReportOccurrence>;
  /**
   * Create a scheduled report.
   *
   * The body depends on `frequency`. The acting user becomes the owner, and the file only includes people the owner can see. Location admins must set `locationIds` to locations they manage.
   *
   * `POST /v2/scheduled-reports`
   */
  create(body: ScheduledReportCreate, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<ScheduledReport>;
  create(body: ScheduledReportCreate, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<ScheduledReport>>;
  /**
   * Update a scheduled report.
   *
   * Fields you don't send keep their value. The result must be valid for its frequency. Use `enabled` to pause and resume.
   *
   * `PATCH /v2/scheduled-reports/{id}`
   */
  update(id: string, body: ScheduledReportPatch, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<ScheduledReport>;
  update(id: string, body: ScheduledReportPatch, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<ScheduledReport>>;
  /**
   * Delete a scheduled report.
   *
   * No more reports are sent. Location admins can only delete reports limited to locations they manage.
   *
   * `DELETE /v2/scheduled-reports/{id}`
   */
  delete(id: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<void>;
  delete(id: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<void>>;
}

export interface PayrollResource {
  /**
   * List payroll runs.
   *
   * The latest first. Administrators see all, location admins those of locations they manage. A run never changes: a late change is in the next run of the same pay period.
   *
   * `GET /v2/payroll-runs`
   */
  listRuns(query?: ListPayrollRunsQuery, options?: CallOptions): PagedList<PayrollRun>;
  /**
   * Get a payroll run.
   *
   * With the sums of its lines by kind and leave type.
   *
   * `GET /v2/payroll-runs/{id}`
   */
  getRun(id: string, options?: CallOptions): Promise<PayrollRunDetails>;
  /**
   * List the lines of a payroll run.
   *
   * In the order of its file: by person. Private leave types are named, too.
   *
   * `GET /v2/payroll-runs/{id}/lines`
   */
  listLines(id: string, query?: ListPayrollLinesQuery, options?: CallOptions): PagedList<PayrollLine>;
  /**
   * List payroll templates.
   *
   * All of them, by name.
   *
   * `GET /v2/payroll-templates`
   */
  listTemplates(options?: CallOptions): Promise<PayrollTemplate[]>;
  /**
   * Create a payroll run.
   *
   * Stores a line for each approved leave of a location's pay period, and for what is left to those who leave in it. Location admins can run locations they manage.
   *
   * `POST /v2/payroll-runs`
   */
  createRun(body: PayrollRunCreate, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<PayrollRunDetails>;
  createRun(body: PayrollRunCreate, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<PayrollRunDetails>>;
  /**
   * Delete a payroll run.
   *
   * Administrators only. Its lines are deleted for good.
   *
   * `DELETE /v2/payroll-runs/{id}`
   */
  deleteRun(id: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<void>;
  deleteRun(id: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<void>>;
  /**
   * Create a payroll template.
   *
   * Administrators only. The columns of a file, and how it's written.
   *
   * `POST /v2/payroll-templates`
   */
  createTemplate(body: PayrollTemplateCreate, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<PayrollTemplate>;
  createTemplate(body: PayrollTemplateCreate, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<PayrollTemplate>>;
  /**
   * Update a payroll template.
   *
   * Administrators only. Runs keep the template that they were made with. Refused while scheduled reports use it.
   *
   * `PATCH /v2/payroll-templates/{id}`
   */
  updateTemplate(id: string, body: PayrollTemplatePatch, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<PayrollTemplate>;
  updateTemplate(id: string, body: PayrollTemplatePatch, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<PayrollTemplate>>;
  /**
   * Delete a payroll template.
   *
   * Administrators only. Runs keep the template that they were made with. Refused while scheduled reports use it.
   *
   * `DELETE /v2/payroll-templates/{id}`
   */
  deleteTemplate(id: string, options?: CallOptions & Idempotent & OnBehalf & Waited): Promise<void>;
  deleteTemplate(id: string, options: CallOptions & Idempotent & OnBehalf & Unwaited): Promise<Handle<void>>;
}

export interface OperationsResource {
  /**
   * List operations.
   *
   * The operations of the key's owner in the last 30 days, newest first, whichever of their keys started them. Get a single operation for its result.
   *
   * `GET /v2/operations`
   */
  list(query?: ListOperationsQuery, options?: CallOptions): PagedList<OperationItem>;
  /**
   * Get an operation.
   *
   * Available for 30 days to any key of the same owner. Polling counts toward your limits.
   *
   * `GET /v2/operations/{id}`
   */
  get(id: string, options?: CallOptions): Promise<Operation>;
}

export interface MetaResource {
  /**
   * Get the OpenAPI document.
   *
   * The OpenAPI 3.1 document, generated from the same schemas that validate requests. No key needed. Pages of any origin can read it, caches can keep it for five minutes, and `If-None-Match` with its `ETag` returns 304 while it's the same.
   *
   * `GET /v2/openapi.json`
   */
  getOpenApi(options?: CallOptions): Promise<Record<string, unknown>>;
}

/** Every resource of the API. */
export abstract class Resources {
  declare readonly me: MeResource;
  declare readonly departments: DepartmentsResource;
  declare readonly locations: LocationsResource;
  declare readonly labels: LabelsResource;
  declare readonly holidays: HolidaysResource;
  declare readonly users: UsersResource;
  declare readonly leaveTypes: LeaveTypesResource;
  declare readonly leaves: LeavesResource;
  declare readonly leaveFiles: LeaveFilesResource;
  declare readonly companyLeave: CompanyLeaveResource;
  declare readonly delegations: DelegationsResource;
  declare readonly leaveRules: LeaveRulesResource;
  declare readonly credits: CreditsResource;
  declare readonly hoursWorked: HoursWorkedResource;
  declare readonly webhooks: WebhooksResource;
  declare readonly notifications: NotificationsResource;
  declare readonly scheduledReports: ScheduledReportsResource;
  declare readonly payroll: PayrollResource;
  declare readonly operations: OperationsResource;
  declare readonly meta: MetaResource;
}
