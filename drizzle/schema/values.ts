/** Closed lists of values that the database, the API and the pages share. Client-safe: no Drizzle import. */

export const plans = ["FREE", "CORE", "COMPLETE"] as const;
export type Plan = (typeof plans)[number];

/** Weakest first: a person's role for reach is the strongest that applies (decision 2.3). */
export const roles = ["USER", "APPROVER", "LOCATION_ADMIN", "ADMIN"] as const;
export type Role = (typeof roles)[number];

/** The apps that users may connect: any, or those listed by an administrator (decision 13.9). */
export const appsPolicies = ["ANY", "LISTED"] as const;
export type AppsPolicy = (typeof appsPolicies)[number];

/** Whom a workspace asks for a second factor (decision 2.18). */
export const factorAudiences = ["NO_ONE", "ADMINISTRATORS", "EVERYONE"] as const;
export type FactorAudience = (typeof factorAudiences)[number];

/** The absences that a workspace shows its people beside their own, from fewest to all (decision 11). */
export const visibilities = ["SELF", "DEPARTMENT", "LOCATION", "WORKSPACE"] as const;
export type Visibility = (typeof visibilities)[number];

/** Languages of the pages. */
export const pageLanguages = ["en", "de", "es", "fr", "pt"] as const;
export type PageLanguage = (typeof pageLanguages)[number];
/** What something is called in some of these languages. */
export type NamesByLanguage = Partial<Record<PageLanguage, string>>;

export const userStatuses = ["ACTIVE", "INACTIVE", "DELETED"] as const;
export type UserStatus = (typeof userStatuses)[number];

export const leaveStatuses = ["OPEN", "APPROVED", "DENIED", "CANCELLED", "EXPIRED", "DELETED"] as const;
export type LeaveStatus = (typeof leaveStatuses)[number];

/**
 * Leave in effect, approved or requested: it takes days from a balance, its user takes no other leave at that time, and calendars show it.
 * `isInEffect` of `leaves.ts` is the condition in SQL.
 */
export const effectiveStatuses = ["OPEN", "APPROVED"] as const;
export type EffectiveStatus = (typeof effectiveStatuses)[number];
export const isEffective = (status: LeaveStatus): status is EffectiveStatus =>
  effectiveStatuses.some((effective) => effective === status);

/** The kinds of files that a leave can have, by their content. */
export const leaveFileTypes = [
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/heic",
] as const;
export type LeaveFileType = (typeof leaveFileTypes)[number];

export const calendarStatuses = ["OUT_OF_OFFICE", "BUSY", "TENTATIVE", "WORKING_ELSEWHERE", "FREE"] as const;
/** The calendar statuses of leave that makes someone absent: who is free, or works elsewhere, can be reached. */
export const awayStatuses: readonly CalendarStatus[] = ["OUT_OF_OFFICE", "BUSY", "TENTATIVE"];
export const isAwayStatus = (status: CalendarStatus): boolean => awayStatuses.includes(status);
export type CalendarStatus = (typeof calendarStatuses)[number];

/** The user's own leave, the leave of everyone within sight, and the public holidays of a location. */
export const feedKinds = ["MINE", "TEAM", "HOLIDAYS"] as const;
export type FeedKind = (typeof feedKinds)[number];

export const accruals = ["NONE", "MONTHLY", "SEMIMONTHLY", "BIWEEKLY", "WEEKLY"] as const;
export type Accrual = (typeof accruals)[number];

/** What the accounting year gives in which someone begins to work (decision 16.4). */
export const firstYears = ["BY_DAY", "BY_MONTH", "FULL", "AFTER_MONTHS"] as const;
export type FirstYear = (typeof firstYears)[number];

/** How the quota of a year that is not worked whole is rounded: to the nearest half or whole day, or up to a whole one (decision 16.5). */
export const quotaRoundings = ["NONE", "HALF", "WHOLE", "UP"] as const;
export type QuotaRounding = (typeof quotaRoundings)[number];

/** Whether a period's share accrues on its first or on its last day (decision 16.7). */
export const accrualTimings = ["START", "END"] as const;
export type AccrualTiming = (typeof accrualTimings)[number];

/** From when on a step of a policy's quota counts: the accounting year after it is reached, or its day (decision 16.8). */
export const tenureStarts = ["NEXT_YEAR", "DAY"] as const;
export type TenureFrom = (typeof tenureStarts)[number];

/** The subject of a line in a balance's explanation; in the order of lines of the same day. */
export const explanationKinds = [
  "CARRIED_OVER",
  "CREDITED",
  "GRANTED",
  "ACCRUED",
  "WORKED",
  "TENURE",
  "EXTRA",
  "EXPIRED",
  "ADJUSTED",
  "CORRECTED",
  "TAKEN",
  "SCHEDULED",
  "PENDING",
  "RETURNED",
] as const;
export type ExplanationKind = (typeof explanationKinds)[number];

/** Corrections of a person's balance (decision 12.3). */
export const adjustmentKinds = ["OPENING", "ADJUSTMENT", "QUOTA", "REVERSAL"] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];

/** Where the days of a credit come from: extra work, pay given up for them, or a gift. */
export const creditSources = ["TIME_IN_LIEU", "BOUGHT", "GRANTED"] as const;
export type CreditSource = (typeof creditSources)[number];

/** How hours worked came here: by a call, or from a table. */
export const hoursWorkedSources = ["API", "IMPORT", "PAGE"] as const;
export type HoursWorkedSource = (typeof hoursWorkedSources)[number];

export const creditStatuses = ["OPEN", "APPROVED", "DENIED", "CANCELLED"] as const;
export type CreditStatus = (typeof creditStatuses)[number];
/** The kinds on the wire: a CORRECTION is an ADJUSTMENT that names the closed days which it corrects (decision 17.5). */
export const wireAdjustmentKinds = [
  "OPENING",
  "ADJUSTMENT",
  "CORRECTION",
  "QUOTA",
  "CARRY_EXPIRY",
  "REVERSAL",
] as const;

/** Who decides on leave of a type: the person's manager and department, or those who lead the location or the workspace (decision 7.16). */
export const deciders = ["DEPARTMENT", "LOCATION_ADMINS", "ADMINS"] as const;
export type DecidedBy = (typeof deciders)[number];

export const rollovers = ["NONE", "LIMITED", "ALL"] as const;
export type Rollover = (typeof rollovers)[number];

export const shortestDurations = ["FULL_DAY", "HALF_DAY", "HOUR", "HALF_HOUR", "QUARTER_HOUR"] as const;
export type ShortestDuration = (typeof shortestDurations)[number];

/** How amounts of a leave type are shown (decision 15.15). */
export const leaveUnits = ["DAYS", "HOURS"] as const;
export type LeaveUnit = (typeof leaveUnits)[number];

/** Which days of a leave count (decision 15.1). */
export const countModes = ["WORKING_DAYS", "CALENDAR_DAYS", "MONDAY_TO_SATURDAY"] as const;
export type CountMode = (typeof countModes)[number];

/** What full-day leave takes of its first day: the whole of it, or from noon on (decision 15.8). */
export const startParts = ["FULL_DAY", "AFTERNOON"] as const;
export type StartPart = (typeof startParts)[number];

/** What full-day leave takes of its last day: the whole of it, or until noon. */
export const endParts = ["FULL_DAY", "MORNING"] as const;
export type EndPart = (typeof endParts)[number];

/** A part of a day. Leave of one day names the same one for its start and its end. */
export const dayParts = ["FULL_DAY", "MORNING", "AFTERNOON"] as const;
export type DayPart = (typeof dayParts)[number];

/** A `CALENDAR_DAY` counts by the policy's count mode, though it is not worked or is a public holiday. */
export const countedKinds = [
  "WORKING_DAY",
  "CALENDAR_DAY",
  "NON_WORKING_DAY",
  "HOLIDAY",
  "HALF_DAY_HOLIDAY",
  "INTERRUPTED",
] as const;
export type CountedKind = (typeof countedKinds)[number];

export const quotaResets = ["ACCOUNTING_YEAR", "EMPLOYMENT_DATE"] as const;
export type QuotaReset = (typeof quotaResets)[number];

/** When carried-over days expire: on a day of the year (`MM-DD`), or some days after the quota reset. */
export type RolloverExpiry = { type: "DATE"; monthDay: string } | { type: "DAYS_AFTER_RESET"; days: number };

/**
 * The days that are paid together: months that end on a day (31 is the last one of each month), weeks that end on a weekday, or two weeks
 * that end on this date and every 14 days.
 */
export type PayPeriod =
  | { type: "MONTHLY"; endsOn: number }
  | { type: "WEEKLY"; endsOn: number }
  | { type: "FORTNIGHTLY"; endsOn: string };

/** When a policy lets carried-over days expire: also never, or after months from the first day of the year that they are carried into. */
export type CarryExpiry = RolloverExpiry | { type: "NEVER" } | { type: "MONTHS"; months: number };

/** Whether carried-over days are used before the days of the year, or after them. */
export const carryUses = ["FIRST", "LAST"] as const;
export type CarryUse = (typeof carryUses)[number];

/** Whether people are notified before days lapse, and whether days lapse only then. */
export const lapseNotices = ["NONE", "SENT", "REQUIRED"] as const;
export type LapseNotices = (typeof lapseNotices)[number];

/** The state of a company leave; the first and the third while an operation works. */
export const companyLeaveStatuses = ["BOOKING", "BOOKED", "UNDOING", "UNDONE"] as const;
export type CompanyLeaveStatus = (typeof companyLeaveStatuses)[number];

/** What becomes of a person in a company leave (decision 16.1). */
export const companyLeaveOutcomes = [
  "BOOKED",
  "PARTLY_BOOKED",
  "LACKS_BALANCE",
  "AWAY",
  "NOT_WORKING",
  "NOT_POSSIBLE",
] as const;
export type CompanyLeaveOutcome = (typeof companyLeaveOutcomes)[number];

/** Why a person cannot have leave of this type on these days at all. */
export const companyLeaveObstacles = [
  "NOT_AVAILABLE",
  "NOT_EMPLOYED",
  "NOT_ACTIVE",
  "PERIOD_CLOSED",
  "REFUSED",
] as const;
export type CompanyLeaveObstacle = (typeof companyLeaveObstacles)[number];

/** What an undo did with a person's leave: cancelled all of it, or kept what had changed since. */
export const companyLeaveUndos = ["CANCELLED", "KEPT"] as const;
export type CompanyLeaveUndo = (typeof companyLeaveUndos)[number];

/** What a line of a payroll run is about: leave, a correction of a closed period, or what is left when an employment ends. */
export const payrollLineKinds = ["LEAVE", "CORRECTION", "BALANCE"] as const;
export type PayrollLineKind = (typeof payrollLineKinds)[number];

/** What a column of a payroll file can hold. */
export const payrollFields = [
  "EMPLOYEE_ID",
  "NAME",
  "EMAIL",
  "LOCATION",
  "DEPARTMENT",
  "KIND",
  "WAGE_CODE",
  "LEAVE_TYPE",
  "DAYS",
  "HOURS",
  "FIRST_DAY",
  "LAST_DAY",
  "PERIOD_START",
  "PERIOD_END",
  "NOTE",
] as const;
export type PayrollField = (typeof payrollFields)[number];

export const payrollFormats = ["CSV", "XLSX"] as const;
export type PayrollFormat = (typeof payrollFormats)[number];
export const payrollSeparators = ["COMMA", "SEMICOLON"] as const;
export type PayrollSeparator = (typeof payrollSeparators)[number];
export const payrollDecimals = ["POINT", "COMMA"] as const;
export type PayrollDecimal = (typeof payrollDecimals)[number];
export const payrollEncodings = ["UTF_8", "WINDOWS_1252"] as const;
export type PayrollEncoding = (typeof payrollEncodings)[number];
/** 2026-11-30, 30.11.2026, 30/11/2026, 11/30/2026, 20261130. */
export const payrollDateForms = ["ISO", "DAY_DOTS", "DAY_SLASHES", "MONTH_SLASHES", "DIGITS"] as const;
export type PayrollDateForm = (typeof payrollDateForms)[number];

/** Days of the week are numbers: 0 is Sunday, 6 is Saturday. */
export const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;
export type Weekday = (typeof weekdays)[number];

export const operationStatuses = ["PENDING", "SUCCEEDED", "FAILED"] as const;
export type OperationStatus = (typeof operationStatuses)[number];

/** The events that a webhook can subscribe to (decision 8). */
export const eventTypes = [
  "leave.requested",
  "leave.approved",
  "leave.denied",
  "leave.updated",
  "leave.cancelled",
  "leave.deleted",
  "leave.expired",
  "user.created",
  "user.updated",
  "user.deactivated",
] as const;
export type EventType = (typeof eventTypes)[number];

/** Sent to a webhook on its creation and on request; cannot be subscribed to. */
export const testEvent = "webhook.test";
export type DeliveredType = EventType | typeof testEvent;

export const webhookStatuses = ["active", "paused", "revoked"] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

export const webhookPausedReasons = [
  "manual",
  "delivery_failures",
  "endpoint_gone",
  "key_revoked",
  "owner_inactive",
] as const;
export type WebhookPausedReason = (typeof webhookPausedReasons)[number];

export const webhookRevocationReasons = [
  "deleted",
  "owner_deleted",
  "app_disconnected",
  "endpoint_gone",
] as const;
export type WebhookRevocationReason = (typeof webhookRevocationReasons)[number];

export const deliveryStatuses = ["pending", "succeeded", "failed", "held", "cancelled"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Why an attempt failed, or why a delivery was given up. */
export const deliveryErrors = [
  "HTTP_STATUS",
  "REDIRECT",
  "TIMEOUT",
  "DNS",
  "BLOCKED_ADDRESS",
  "CONNECT",
  "TLS",
  "RESET",
  "RESPONSE_TOO_LARGE",
  "INVALID_RESPONSE",
  "OUT_OF_REACH",
  "NOT_REPLAYED",
  "WEBHOOK_REVOKED",
] as const;
export type DeliveryError = (typeof deliveryErrors)[number];

export const notificationFrequencies = ["DAILY", "WEEKLY", "BIRTHDAY"] as const;
export type NotificationFrequency = (typeof notificationFrequencies)[number];

/** `TEAM` is the department. */
export const notificationGroupings = ["TEAM", "LOCATION", "LABEL", "LEAVE_TYPE", "NONE"] as const;
export type NotificationGrouping = (typeof notificationGroupings)[number];

export const notificationPlatforms = ["email", "microsoft", "slack"] as const;
export type NotificationPlatform = (typeof notificationPlatforms)[number];

/** The number of years for which a workspace may keep data that it otherwise keeps for ever (decision 12.9). */
export const retentionYears = [1, 2, 3, 5, 7, 10] as const;
export type RetentionYears = (typeof retentionYears)[number];

export const notificationLocales = ["en", "de", "es", "fr", "pt"] as const;
export type NotificationLocale = (typeof notificationLocales)[number];

/** The destination of a message: e-mail addresses, or exactly one channel. */
export interface Destination {
  platform: NotificationPlatform;
  addresses: string[];
  channelName?: string;
  /** The team of a Microsoft Teams channel. */
  msGroup?: string;
}

export const occurrenceKinds = ["scheduled", "test"] as const;
export type OccurrenceKind = (typeof occurrenceKinds)[number];

/** `pending` has no text yet; `sending` has unserved destinations. */
export const occurrenceStatuses = ["pending", "sending", "sent", "partly_sent", "failed", "skipped"] as const;
export type OccurrenceStatus = (typeof occurrenceStatuses)[number];

export const skipReasons = ["too_late", "nobody", "paused", "owner_gone"] as const;
export type SkipReason = (typeof skipReasons)[number];

export const dispatchStatuses = ["pending", "sent", "failed"] as const;
export type DispatchStatus = (typeof dispatchStatuses)[number];

/** `queued` is a mail: its row in the outbox has its state. */
export const dispatchRowStatuses = [...dispatchStatuses, "queued"] as const;

/** Why a destination was not served; `UNKNOWN_OUTCOME` is an attempt that may or may not have arrived. */
export const dispatchErrors = [
  "NOT_CONNECTED",
  "REFUSED",
  "UNAUTHORIZED",
  "RATE_LIMITED",
  "UNAVAILABLE",
  "INVALID_RESPONSE",
  "UNKNOWN_OUTCOME",
] as const;
export type DispatchError = (typeof dispatchErrors)[number];

export const mailStatuses = ["pending", "sent", "failed"] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** The subject of a mail in the outbox. */
export const mailKinds = [
  "sign_in_link",
  "password_reset",
  "password_changed",
  "email_changed",
  "invitation",
  "webhook_failing",
  "quota_used",
  "leave_request",
  "leave_reminder",
  "leave_decided",
  "leave_changed",
  "leave_expired",
  "leave_unattended",
  "leave_certificate",
  "leave_question",
  "leave_lapses",
  "credit_request",
  "credit_decided",
  "stand_in_named",
  "notification",
  "scheduled_report",
  "connection_expires",
  "emergency_access_used",
  "email_domain_lost",
  "factor_added",
  "factor_ended",
  "recovery_code_used",
  "factor_needed",
] as const;
export type MailKind = (typeof mailKinds)[number];

/** The subject of a push notification in the outbox: a leave to decide, what was decided about one's own, and the test of a device. */
export const pushKinds = ["push_request", "push_decided", "push_test"] as const;
export type PushKind = (typeof pushKinds)[number];

/**
 * The notices about a leave: to those who decide it, to the same after some days, or to the employee on leave: of a new status or other
 * change, that it ends early, that it stays although they asked to cancel it, that an approver agreed to that, that a certificate is asked
 * for, and that it is due.
 */
export const leaveNoticeKinds = [
  "ask",
  "remind",
  "tell",
  "end",
  "keep",
  "consent",
  "agreeChange",
  "keepTime",
  "certificate",
  "certificateDue",
] as const;
export type LeaveNoticeKind = (typeof leaveNoticeKinds)[number];

/** Why a mail was not sent; `UNREADABLE` was sealed with another encryption key. */
export type MailError = DispatchError | "EXPIRED" | "UNREADABLE";

/** Workspace-wide connections for sending messages. */
export const integrationPlatforms = ["slack", "microsoft"] as const;
export type IntegrationPlatform = (typeof integrationPlatforms)[number];

/** `PAYROLL_RUN` makes a run of a location's pay period, and sends its file; the others list what is true when they are sent. */
export const reportTypes = ["LEAVE_REQUESTS", "LEAVE_BALANCES", "WHO_IS_AWAY", "PAYROLL_RUN"] as const;
export type ReportType = (typeof reportTypes)[number];

export const reportFrequencies = ["DAILY", "WEEKLY", "MONTHLY"] as const;
export type ReportFrequency = (typeof reportFrequencies)[number];

/** `CSV_SEMICOLON` has decimal commas, too: the format of spreadsheets in locales with decimal commas. */
export const reportFormats = ["CSV", "CSV_SEMICOLON", "XLSX"] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** `pending` still has unserved recipients. */
export const reportOccurrenceStatuses = ["pending", "sent", "partly_sent", "failed", "skipped"] as const;
export type ReportOccurrenceStatus = (typeof reportOccurrenceStatuses)[number];

export const reportSkipReasons = [
  ...(["too_late", "paused", "owner_gone", "plan"] as const),
  // Only of payroll runs.
  ...(["no_pay_period", "already_made"] as const),
] as const;
export type ReportSkipReason = (typeof reportSkipReasons)[number];

/** The state of a file that a user requested: still being written, or its outcome. */
export const reportDownloadStatuses = ["running", "ready", "failed", "cancelled"] as const;
export type ReportDownloadStatus = (typeof reportDownloadStatuses)[number];

/** What a leave rule judges. */
export const ruleKinds = [
  "NOTICE",
  "BACKDATE",
  "AHEAD",
  "BLACKOUT",
  "MAX_AWAY",
  "LENGTH",
  "WAITING",
  "BALANCE_FLOOR",
  "PROOF",
] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** A rule of this kind asks for a certificate: leave that it is about has a duty, and breaks nothing. */
export const asksForCertificate = (kind: RuleKind): boolean => kind === "PROOF";

/** A rule that blocks refuses leave; one that warns is noted with it. */
export const ruleEffects = ["BLOCK", "WARN"] as const;
export type RuleEffect = (typeof ruleEffects)[number];

/** The identity providers that the wizard of a connection knows by name. */
export const connectionProviders = ["ENTRA", "OKTA", "GOOGLE", "JUMPCLOUD", "KEYCLOAK", "OTHER"] as const;
export type ConnectionProvider = (typeof connectionProviders)[number];

/** How a connection speaks with its identity provider. */
export const connectionProtocols = ["OIDC", "SAML"] as const;
export type ConnectionProtocol = (typeof connectionProtocols)[number];

/** Identity providers that sign what SAML connections demand: Google signs a response or its assertion, not both (decision 2.32). */
export const samlProviders = [
  "ENTRA",
  "OKTA",
  "JUMPCLOUD",
  "KEYCLOAK",
  "OTHER",
] as const satisfies ConnectionProvider[];
export type SamlProvider = (typeof samlProviders)[number];

/** Set up; signed in with by the administrator who did so; offered to everyone. */
export const connectionStates = ["DRAFT", "TESTED", "ACTIVE"] as const;
export type ConnectionState = (typeof connectionStates)[number];

export type SignInAttemptPurpose = "SIGN_IN" | "TEST";

/** What proved an identity. A connection is of one workspace; the others may be of people in several. */
export const signInMethods = [
  "PASSWORD",
  "LINK",
  "GOOGLE",
  "MICROSOFT",
  "SLACK",
  "PASSKEY",
  "CONNECTION",
] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** What a person proves after their identity. */
export const factorKinds = ["APP", "PASSKEY"] as const;
export type FactorKind = (typeof factorKinds)[number];

/** How the second step of a sign-in was met. */
export const secondFactorProofs = ["APP", "PASSKEY", "RECOVERY_CODE"] as const;
export type SecondFactorProof = (typeof secondFactorProofs)[number];

/** A provider's account that becomes a person's once they have proven a second factor; times in milliseconds. */
export interface LinkToConfirm {
  connectionId: string;
  issuer: string;
  subject: string;
  authenticatedAt: number | null;
  providerSessionId: string | null;
}

/** Why a sign-in through a connection was refused. */
export const signInProblems = [
  // The identity provider's part.
  "UNREACHABLE",
  "WRONG_ISSUER",
  "DENIED",
  "WRONG_CLIENT",
  "INVALID_ANSWER",
  "CLOCK",
  // Of SAML.
  "NOT_SIGNED",
  "NAME_ID",
  // A fresh sign-in was demanded.
  "NO_AUTH_TIME",
  "NOT_FRESH",
  // The address that it named.
  "NO_ADDRESS",
  "UNVERIFIED_ADDRESS",
  "FOREIGN_DOMAIN",
  // Whose it is here.
  "NO_PERSON",
  "OTHER_PERSON",
  "NOT_ALLOWED",
] as const;
export type SignInProblem = (typeof signInProblems)[number];

/** What a POST of a SAML identity provider proved, or why it proved nothing. */
export type SignInAnswer =
  | {
      claims: Record<string, unknown> & { iss: string; sub: string };
      /** When the provider authenticated the person, in milliseconds; null when it did not say. */
      authenticatedAt: number | null;
    }
  | { problem: SignInProblem; detail: string | null };

/** The outcome of a test: what the identity provider said, and whether it matches. */
export interface SignInTest {
  problem: SignInProblem | null;
  /** Names and values of the claims, in the provider's order. */
  claims: { name: string; value: string }[];
  /** The provider's error, if it named one. */
  detail: string | null;
}

/** What membership of a directory's group means here. */
export const groupMappingKinds = ["DEPARTMENT", "LABEL", "ADMINISTRATORS"] as const;
export type GroupMappingKind = (typeof groupMappingKinds)[number];

/** What an attribute of a directory can decide about a person (decision 2.34). */
export const attributeTargets = ["LOCATION", "DEPARTMENT", "LABEL"] as const;
export type AttributeTarget = (typeof attributeTargets)[number];

/** The attributes that can decide it; those of an address are of the primary one, else of the first. */
export const mappableAttributes = [
  "department",
  "division",
  "costCenter",
  "organization",
  "title",
  "userType",
  "country",
  "region",
  "locality",
] as const;
export type MappableAttribute = (typeof mappableAttributes)[number];

/** The extension of SCIM's users for companies (RFC 7643, 4.3). */
export const enterpriseUserSchema = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

/** Departments on their page, by whether someone approves. */
export const approverFilters = ["any", "none"] as const;
