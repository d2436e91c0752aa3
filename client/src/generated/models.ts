// Made by `npm run client` from the endpoint records and the error catalogue.

export interface DepartmentCreate {
  name: string;
  /** True makes this the default. You can't unset the default: make another one the default instead. */
  isDefault?: boolean;
  parentId?: string | null;
  /** Replaces the whole list. */
  approvers?: ({
    userId: string;
    /** Level 2 decides after level 1. Needs the Complete plan. */
    level?: 1 | 2;
  })[];
}

/** Fields you don't send keep their value. */
export interface DepartmentPatch {
  name?: string;
  /** True makes this the default. You can't unset the default: make another one the default instead. */
  isDefault?: boolean;
  parentId?: string | null;
  /** Replaces the whole list. */
  approvers?: ({
    userId: string;
    /** Level 2 decides after level 1. Needs the Complete plan. */
    level?: 1 | 2;
  })[];
}

export interface LocationCreate {
  name: string;
  /** An IANA time zone. Offsets such as +01:00 aren't accepted. */
  timezone: string;
  /** True makes this the default. You can't unset the default: make another one the default instead. */
  isDefault?: boolean;
  /** First day of the accounting year. Defaults to `01-01`. */
  yearStart?: string;
  /** Defaults to 1 (Monday). */
  firstDayOfWeek?: number;
  /** Defaults to Monday to Friday. */
  workWeek?: number[];
  /** Defaults to 8. */
  hoursPerDay?: number;
  /** Defaults to `ACCOUNTING_YEAR`. */
  quotaReset?: "ACCOUNTING_YEAR" | "EMPLOYMENT_DATE";
  /** Of carried-over days, where the policy has no `carryExpiry`. Null (the default) means they don't expire. */
  rolloverExpiry?: RolloverExpiryInput | null;
  /** Null (the default) where no payroll is run. */
  payPeriod?: PayPeriodInput | null;
}

export type RolloverExpiryInput = {
  type: "DATE";
  monthDay: string;
} | {
  type: "DAYS_AFTER_RESET";
  days: number;
};

/** The days that are paid together: months that end on a day (31 is the last one of each month), weeks that end on a weekday, or two weeks that end on this date and every 14 days. */
export type PayPeriodInput = {
  type: "MONTHLY";
  endsOn: number;
} | {
  type: "WEEKLY";
  /** 0 is Sunday, 6 is Saturday. */
  endsOn: number;
} | {
  type: "FORTNIGHTLY";
  endsOn: string;
};

/** Fields you don't send keep their value. */
export interface LocationPatch {
  name?: string;
  /** An IANA time zone. Offsets such as +01:00 aren't accepted. */
  timezone?: string;
  /** True makes this the default. You can't unset the default: make another one the default instead. */
  isDefault?: boolean;
  /** First day of the accounting year. Defaults to `01-01`. */
  yearStart?: string;
  /** Defaults to 1 (Monday). */
  firstDayOfWeek?: number;
  /** Defaults to Monday to Friday. */
  workWeek?: number[];
  /** Defaults to 8. */
  hoursPerDay?: number;
  /** Defaults to `ACCOUNTING_YEAR`. */
  quotaReset?: "ACCOUNTING_YEAR" | "EMPLOYMENT_DATE";
  /** Of carried-over days, where the policy has no `carryExpiry`. Null (the default) means they don't expire. */
  rolloverExpiry?: RolloverExpiryInput | null;
  /** Null (the default) where no payroll is run. */
  payPeriod?: PayPeriodInput | null;
}

export interface LabelCreate {
  name: string;
  color: string;
}

/** Fields you don't send keep their value. */
export interface LabelPatch {
  name?: string;
  color?: string;
}

export interface HolidayCreate {
  locationId: string;
  date: string;
  name: string;
  /** Defaults to false. */
  isHalfDay?: boolean;
}

/** Fields you don't send keep their value. */
export interface HolidayPatch {
  locationId?: string;
  date?: string;
  name?: string;
  /** Defaults to false. */
  isHalfDay?: boolean;
}

export interface ClosingRequest {
  /** The last day to close. It must be over. */
  through: string;
}

export interface ReopeningRequest {
  /** The last day that stays closed. Null opens all days. */
  through: string | null;
  /** Why. The audit log keeps it. */
  reason: string;
}

export interface HolidayImport {
  locationId: string;
  holidays: ({
    date: string;
    name: string;
    /** Defaults to false. */
    isHalfDay?: boolean;
  })[];
}

/** `endDate` must not be before `startDate`. `managedLocationIds` is required with the role LOCATION_ADMIN, `approvedDepartmentIds` with APPROVER. Neither is accepted with another role. */
export interface UserCreate {
  name: string;
  email: string;
  /** Defaults to the workspace's default location. */
  locationId?: string;
  /** Defaults to the workspace's default department. */
  departmentId?: string;
  /** Names or IDs. Replaces the whole list. */
  labels?: string[];
  /** Their manager, an active user. Decides on their leave in place of the department's level 1; null for the department. */
  approverId?: string | null;
  employeeId?: string | null;
  /** First day of employment. */
  startDate?: string | null;
  /** Last day of employment. */
  endDate?: string | null;
  /** Only returned by an export of personal data. */
  birthday?: string | null;
  /** Only administrators can set this. `USER` removes all locations managed and departments approved. `LOCATION_ADMIN` requires managedLocationIds, `APPROVER` approvedDepartmentIds. */
  role?: "USER" | "APPROVER" | "LOCATION_ADMIN" | "ADMIN";
  /** The locations a LOCATION_ADMIN manages. */
  managedLocationIds?: string[];
  /** The departments an APPROVER approves for. New ones are added at level 1. */
  approvedDepartmentIds?: string[];
}

/** Fields you don't send keep their value. `endDate` must not be before `startDate`. `managedLocationIds` is required with the role LOCATION_ADMIN, `approvedDepartmentIds` with APPROVER. Neither is accepted with another role. */
export interface UserPatch {
  name?: string;
  email?: string;
  /** Defaults to the workspace's default location. */
  locationId?: string;
  /** Defaults to the workspace's default department. */
  departmentId?: string;
  /** Names or IDs. Replaces the whole list. */
  labels?: string[];
  /** Their manager, an active user. Decides on their leave in place of the department's level 1; null for the department. */
  approverId?: string | null;
  employeeId?: string | null;
  /** First day of employment. */
  startDate?: string | null;
  /** Last day of employment. */
  endDate?: string | null;
  /** Only returned by an export of personal data. */
  birthday?: string | null;
  /** Only administrators can set this. `USER` removes all locations managed and departments approved. `LOCATION_ADMIN` requires managedLocationIds, `APPROVER` approvedDepartmentIds. */
  role?: "USER" | "APPROVER" | "LOCATION_ADMIN" | "ADMIN";
  /** The locations a LOCATION_ADMIN manages. */
  managedLocationIds?: string[];
  /** The departments an APPROVER approves for. New ones are added at level 1. */
  approvedDepartmentIds?: string[];
}

export interface HandOver {
  /** The new manager; null for none. */
  approverId: string | null;
}

export interface UsersUpdate {
  userIds: string[];
  change: UsersChange;
}

/** Fields you don't send keep their value. */
export interface UsersChange {
  locationId?: string;
  departmentId?: string;
  /** Their manager; null for none. */
  approverId?: string | null;
  /** Names or IDs. Added to the labels they have. */
  addLabels?: string[];
  /** Names or IDs. */
  removeLabels?: string[];
  /** Ends their access, as deactivating a single user does. */
  deactivate?: true;
}

export interface UserImport {
  /** `all` imports nothing unless every row is valid. `valid` imports the valid rows. `check` imports nothing and says what is wrong. */
  mode: "all" | "valid" | "check";
  rows: unknown[];
  /** Name or ID. Of the yearlyDays and daysLeft of rows without a leaveType. Defaults to the leave type with a yearly quota, if there is only one. */
  leaveType?: string;
  /** Of the balance adjustments for yearlyDays and daysLeft. The users and those who manage them can read it. Defaults to `Imported`. */
  note?: string;
  /** Emails everyone who is added a link to choose a password, once the import is done. Without it, no one is notified. */
  invite?: {
    /** Of the invitations and later emails. */
    language: "en" | "de" | "es" | "fr" | "pt";
  };
  /** Locations, departments or labels that the imported rows name and that don't exist are created with them, up to 100 of each. Locations get the settings, leave policies and public holidays of the default location. Only for administrators; a key needs the scope `locations:write`, `departments:write` or `labels:write`. Without it, such rows fail. */
  create?: ("locations" | "departments" | "labels")[];
}

/** `endDate` must not be before `startDate`. `managedLocationIds` is required with the role LOCATION_ADMIN, `approvedDepartmentIds` with APPROVER. Neither is accepted with another role. */
export interface UserInvite {
  name: string;
  email: string;
  /** Defaults to the workspace's default location. */
  locationId?: string;
  /** Defaults to the workspace's default department. */
  departmentId?: string;
  /** Names or IDs. Replaces the whole list. */
  labels?: string[];
  /** Their manager, an active user. Decides on their leave in place of the department's level 1; null for the department. */
  approverId?: string | null;
  employeeId?: string | null;
  /** First day of employment. */
  startDate?: string | null;
  /** Last day of employment. */
  endDate?: string | null;
  /** Only returned by an export of personal data. */
  birthday?: string | null;
  /** Only administrators can set this. `USER` removes all locations managed and departments approved. `LOCATION_ADMIN` requires managedLocationIds, `APPROVER` approvedDepartmentIds. */
  role?: "USER" | "APPROVER" | "LOCATION_ADMIN" | "ADMIN";
  /** The locations a LOCATION_ADMIN manages. */
  managedLocationIds?: string[];
  /** The departments an APPROVER approves for. New ones are added at level 1. */
  approvedDepartmentIds?: string[];
  /** Of the invitation and later emails. Defaults to `en`. */
  language?: "en" | "de" | "es" | "fr" | "pt";
}

export interface UsersInvitation {
  userIds: string[];
  /** Of the invitations and later emails. Defaults to `en`. */
  language?: "en" | "de" | "es" | "fr" | "pt";
}

export interface LeaveTypeCreate {
  name: string;
  /** Its names in languages of the pages. Readers of any other language see `name`. Replaces all of them; defaults to none. In each language, no two leave types read the same. */
  names?: {
    en?: string;
    de?: string;
    es?: string;
    fr?: string;
    pt?: string;
  };
  color: string;
  /** Defaults to true. */
  isActive?: boolean;
  /** Defaults to true. */
  isRequestable?: boolean;
  /** Leave types are listed by position. Defaults to last. */
  position?: number;
  /** Defaults to `OUT_OF_OFFICE`. */
  calendarStatus?: "OUT_OF_OFFICE" | "BUSY" | "TENTATIVE" | "WORKING_ELSEWHERE" | "FREE";
  /** Defaults to false. */
  isPrivate?: boolean;
  /** Defaults to false. A type can't have both. */
  interrupts?: boolean;
  /** Defaults to false. A type can't have both. */
  interruptible?: boolean;
  /** Defaults to false. */
  approversSeeFiles?: boolean;
  /** Defaults to `DAYS`. A change shows the same amounts in another unit. */
  unit?: "DAYS" | "HOURS";
  /** Its number or name in payroll, as payroll runs have it. Defaults to null. */
  wageCode?: string | null;
  /** Whether payroll runs list it: its leave, what is left of it to leavers, and its corrections. A change is for runs from then on. Defaults to true. */
  isInPayroll?: boolean;
  /** One per location. Policies for other locations don't change. */
  policies?: LeavePolicyInput[];
}

/** Rules you don't send keep their value. `rolloverMaximum` is required if `rollover` is LIMITED, and not accepted otherwise. */
export interface LeavePolicyInput {
  locationId: string;
  /** Defaults to true. The short form of `approvalLevels`: false is 0. */
  approvalRequired?: boolean;
  /** Defaults to 2: both levels of the department, where it has both. */
  approvalLevels?: number;
  /** Defaults to `DEPARTMENT`. */
  decidedBy?: "DEPARTMENT" | "LOCATION_ADMINS" | "ADMINS";
  /** Defaults to false. */
  changesNeedConsent?: boolean;
  /** Defaults to false. */
  allowNegativeBalance?: boolean;
  /** Defaults to false. */
  unlimited?: boolean;
  /** Days. Defaults to 0. */
  yearlyQuota?: number;
  /** Defaults to `NONE`. Anything else needs the Complete plan. */
  accrual?: "NONE" | "MONTHLY" | "SEMIMONTHLY" | "BIWEEKLY" | "WEEKLY";
  /** Whether each period's share is given on its first day (`START`) or its last (`END`). Without effect if `accrual` is `NONE`. Defaults to `START`. */
  accrualTiming?: "START" | "END";
  /** What the accounting year gives in which someone starts: the quota pro rata `BY_DAY`, a twelfth for each month worked whole (`BY_MONTH`), the `FULL` quota, or twelfths until all of it is given `AFTER_MONTHS` of employment. Defaults to `BY_DAY`. */
  firstYear?: "BY_DAY" | "BY_MONTH" | "FULL" | "AFTER_MONTHS";
  /** Months of employment. Required if `firstYear` is `AFTER_MONTHS`, not accepted otherwise. */
  firstYearMonths?: number | null;
  /** Rounds the quota of a year that isn't worked whole: to the nearest half day (`HALF`) or day (`WHOLE`), or `UP` to a whole day. Defaults to `NONE`. */
  quotaRounding?: "NONE" | "HALF" | "WHOLE" | "UP";
  /** Higher quotas in place of `yearlyQuota`, for users who have been employed for so many months by their `startDate`. A user's own quota replaces them. Each must be later and give more than the one before. Replaces all steps; defaults to none. */
  tenureSteps?: ({
    afterMonths: number;
    quota: number;
  })[];
  /** Whether a step counts from the accounting year after the day on which it's reached (`NEXT_YEAR`; a year that begins on that day counts), or from that day on, pro rata (`DAY`). Defaults to `NEXT_YEAR`. */
  tenureFrom?: "NEXT_YEAR" | "DAY";
  /** Extra days a year for users with a label, also beside a quota of their own. Several labels add up. They count for every year, as long as the user has the label. Replaces all labels; defaults to none. */
  labelDays?: ({
    labelId: string;
    days: number;
  })[];
  /** The percent of the hours worked that people earn beside `yearlyQuota`, such as 12.07: on the last day of each reported period, by the user's average day then. Null for none. Defaults to null. Needs the Complete plan. */
  hoursWorkedRate?: number | null;
  /** Days at which accrual stops: a share is given only as far as the balance on its day, without later leave and without carried-over days that expire, stays within the cap. It goes on below it. Null for no cap. Not accepted if `accrual` is `NONE` and `hoursWorkedRate` null. */
  accrualCap?: number | null;
  /** Defaults to `NONE`. */
  rollover?: "NONE" | "LIMITED" | "ALL";
  /** Days. Required if rollover is `LIMITED`, not accepted otherwise. */
  rolloverMaximum?: number | null;
  /** When carried-over days expire, in place of the location's `rolloverExpiry`: `NEVER`, on a day of the year (`DATE`), so many days after the reset, or so many `MONTHS` after the first day of the accounting year that they're carried into, also beyond that year. Null for as at the location. Defaults to null. */
  carryExpiry?: CarryExpiryInput | null;
  /** Whether leave uses carried-over days before the days of the year (`FIRST`), or only once it exceeds what the year has given by the day they expire (`LAST`). Defaults to `FIRST`. */
  carryUse?: "FIRST" | "LAST";
  /** Whether people get a mail about three months, a month and a week before days lapse (`SENT`), and whether days lapse only after such a mail (`REQUIRED`): without it they're carried over. Defaults to `NONE`. */
  lapseNotices?: "NONE" | "SENT" | "REQUIRED";
  /** Whether people may ask for credits, such as time in lieu, themselves. Those who manage them can always grant some. Defaults to false. */
  creditsRequestable?: boolean;
  /** How many days after `earnedOn` a credit can be used, if nothing else is said. Null if it never expires. Defaults to null. */
  creditValidDays?: number | null;
  /** Defaults to `FULL_DAY`. Hourly durations need the Complete plan. */
  shortestDuration?: "FULL_DAY" | "HALF_DAY" | "HOUR" | "HALF_HOUR" | "QUARTER_HOUR";
  /** Defaults to false. */
  reasonRequired?: boolean;
  /** Defaults to `WORKING_DAYS`. Leave that is already booked keeps its days. */
  countMode?: "WORKING_DAYS" | "CALENDAR_DAYS" | "MONDAY_TO_SATURDAY";
}

export type CarryExpiryInput = {
  type: "DATE";
  monthDay: string;
} | {
  type: "DAYS_AFTER_RESET";
  days: number;
} | {
  type: "NEVER";
} | {
  type: "MONTHS";
  months: number;
};

/** Fields you don't send keep their value. */
export interface LeaveTypePatch {
  name?: string;
  /** Its names in languages of the pages. Readers of any other language see `name`. Replaces all of them; defaults to none. In each language, no two leave types read the same. */
  names?: {
    en?: string;
    de?: string;
    es?: string;
    fr?: string;
    pt?: string;
  };
  color?: string;
  /** Defaults to true. */
  isActive?: boolean;
  /** Defaults to true. */
  isRequestable?: boolean;
  /** Leave types are listed by position. Defaults to last. */
  position?: number;
  /** Defaults to `OUT_OF_OFFICE`. */
  calendarStatus?: "OUT_OF_OFFICE" | "BUSY" | "TENTATIVE" | "WORKING_ELSEWHERE" | "FREE";
  /** Defaults to false. */
  isPrivate?: boolean;
  /** Defaults to false. A type can't have both. */
  interrupts?: boolean;
  /** Defaults to false. A type can't have both. */
  interruptible?: boolean;
  /** Defaults to false. */
  approversSeeFiles?: boolean;
  /** Defaults to `DAYS`. A change shows the same amounts in another unit. */
  unit?: "DAYS" | "HOURS";
  /** Its number or name in payroll, as payroll runs have it. Defaults to null. */
  wageCode?: string | null;
  /** Whether payroll runs list it: its leave, what is left of it to leavers, and its corrections. A change is for runs from then on. Defaults to true. */
  isInPayroll?: boolean;
  /** One per location. Policies for other locations don't change. */
  policies?: LeavePolicyInput[];
}

export interface LeavePoliciesPreview {
  /** One per location, as in an update of the leave type. */
  policies: LeavePolicyInput[];
}

/** `endDate` must not be before `startDate`. Hours and minutes are only for a part day (`isFullDayLeave` false), where `startHour` and `endHour` are required and the end must be after the start. */
export interface LeaveCreate {
  /** The person taking leave. Defaults to the acting user. Leave you add for someone you manage is approved right away. */
  userId?: string;
  leaveTypeId: string;
  startDate: string;
  /** The last day of leave, inclusive. Must not be before startDate. */
  endDate: string;
  /** False for a part day: startHour and endHour are then required, and apply to each day. The end must be after the start. */
  isFullDayLeave?: boolean;
  /** Only for a part day. */
  startHour?: number;
  /** Only for a part day. */
  startMinute?: number;
  /** Only for a part day. 24 is midnight, with endMinute 0. */
  endHour?: number;
  /** Only for a part day. */
  endMinute?: number;
  /** `AFTERNOON`: the first day counts from noon on. Only for full days. Leave of one day has one part, which both fields name: `MORNING` or `AFTERNOON`. */
  startPart?: "FULL_DAY" | "MORNING" | "AFTERNOON";
  /** `MORNING`: the last day counts until noon. Only for full days. */
  endPart?: "FULL_DAY" | "MORNING" | "AFTERNOON";
  /** Up to 2,000 characters. */
  reason?: string | null;
  /** Goes ahead in spite of leave rules that refuse. For those who manage the person; noted with the leave. */
  overrideReason?: string;
  /** From the preview. If the leave rules have changed since, the answer is a CONFLICT. */
  rulesVersion?: string;
}

/** Fields you don't send keep their value. The result must follow the same rules as a new leave: `endDate` must not be before `startDate`, and hours and minutes are only for a part day. */
export interface LeavePatch {
  leaveTypeId?: string;
  startDate?: string;
  /** The last day of leave, inclusive. Must not be before startDate. */
  endDate?: string;
  /** False for a part day: startHour and endHour are then required, and apply to each day. The end must be after the start. */
  isFullDayLeave?: boolean;
  /** Only for a part day. */
  startHour?: number;
  /** Only for a part day. */
  startMinute?: number;
  /** Only for a part day. 24 is midnight, with endMinute 0. */
  endHour?: number;
  /** Only for a part day. */
  endMinute?: number;
  /** `AFTERNOON`: the first day counts from noon on. Only for full days. Leave of one day has one part, which both fields name: `MORNING` or `AFTERNOON`. */
  startPart?: "FULL_DAY" | "MORNING" | "AFTERNOON";
  /** `MORNING`: the last day counts until noon. Only for full days. */
  endPart?: "FULL_DAY" | "MORNING" | "AFTERNOON";
  /** Up to 2,000 characters. */
  reason?: string | null;
  /** Goes ahead in spite of leave rules that refuse. For those who manage the person; noted with the leave. */
  overrideReason?: string;
  /** From the preview. If the leave rules have changed since, the answer is a CONFLICT. */
  rulesVersion?: string;
}

/** A new leave, or `leaveId` with the fields that would change. `endDate` must not be before `startDate`. Hours and minutes are only for a part day (`isFullDayLeave` false), where `startHour` and `endHour` are required and the end must be after the start. */
export type LeavePreviewRequest = {
  /** The person taking leave. Defaults to the acting user. Leave you add for someone you manage is approved right away. */
  userId?: string;
  leaveTypeId?: string;
  startDate?: string;
  /** The last day of leave, inclusive. Must not be before startDate. */
  endDate?: string;
  /** False for a part day: startHour and endHour are then required, and apply to each day. The end must be after the start. */
  isFullDayLeave?: boolean;
  /** Only for a part day. */
  startHour?: number;
  /** Only for a part day. */
  startMinute?: number;
  /** Only for a part day. 24 is midnight, with endMinute 0. */
  endHour?: number;
  /** Only for a part day. */
  endMinute?: number;
  /** `AFTERNOON`: the first day counts from noon on. Only for full days. Leave of one day has one part, which both fields name: `MORNING` or `AFTERNOON`. */
  startPart?: "FULL_DAY" | "MORNING" | "AFTERNOON";
  /** `MORNING`: the last day counts until noon. Only for full days. */
  endPart?: "FULL_DAY" | "MORNING" | "AFTERNOON";
  /** Up to 2,000 characters. */
  reason?: string | null;
  /** A leave to change. Fields you don't send keep their value. */
  leaveId?: string;
};

export interface LeaveApproval {
  /** Goes ahead in spite of leave rules that refuse. For those who manage the person; noted with the leave. */
  overrideReason?: string;
}

export interface LeaveDecision {
  /** Up to 2,000 characters. */
  reason?: string | null;
}

export interface LeaveImport {
  /** `all` imports nothing unless every row is valid. `valid` imports the valid rows. `check` imports nothing and says what is wrong. */
  mode: "all" | "valid" | "check";
  rows: unknown[];
}

export interface LeaveCertificateAsk {
  /** The last day to hand it in. Defaults to the days of the PROOF rule, or three, from today, or from the leave's first day if that is later. */
  dueOn?: string;
}

/** Fields you don't send keep their value. */
export interface LeaveCertificatePatch {
  /** The last day to hand it in, today or later. */
  dueOn?: string;
  /** True if you have it, on paper for example. */
  isReceived?: boolean;
}

/** `endDate` must not be before `startDate`, and less than 366 days after it. */
export interface CompanyLeaveCreate {
  /** What people read: it's also the reason of their leave. Must not look like HTML or script. */
  name: string;
  leaveTypeId: string;
  startDate: string;
  /** The last day, inclusive. At most 366 days in all. */
  endDate: string;
  /** `AFTERNOON`: from noon of the first day on. On one day there is one part, which either field may say: `MORNING` or `AFTERNOON`. */
  startPart?: "FULL_DAY" | "MORNING" | "AFTERNOON";
  /** `MORNING`: until noon of the last day. */
  endPart?: "FULL_DAY" | "MORNING" | "AFTERNOON";
  /** Only people at these locations. Leave empty for all. */
  locationIds?: string[];
  /** Only people of these departments and those below them. Leave empty for all. */
  departmentIds?: string[];
  /** Only people with one of these labels. Leave empty for all. */
  labelIds?: string[];
  /** People with one of these labels are left out. */
  exemptLabelIds?: string[];
}

/** `endDate` must not be before `startDate`, and less than 366 days after it. */
export interface CompanyLeavePreviewRequest {
  /** Changes nothing. Must not look like HTML or script. */
  name?: string;
  leaveTypeId: string;
  startDate: string;
  /** The last day, inclusive. At most 366 days in all. */
  endDate: string;
  /** `AFTERNOON`: from noon of the first day on. On one day there is one part, which either field may say: `MORNING` or `AFTERNOON`. */
  startPart?: "FULL_DAY" | "MORNING" | "AFTERNOON";
  /** `MORNING`: until noon of the last day. */
  endPart?: "FULL_DAY" | "MORNING" | "AFTERNOON";
  /** Only people at these locations. Leave empty for all. */
  locationIds?: string[];
  /** Only people of these departments and those below them. Leave empty for all. */
  departmentIds?: string[];
  /** Only people with one of these labels. Leave empty for all. */
  labelIds?: string[];
  /** People with one of these labels are left out. */
  exemptLabelIds?: string[];
  /** Only people with one of these outcomes in `users`. */
  outcome?: ("BOOKED" | "PARTLY_BOOKED" | "LACKS_BALANCE" | "AWAY" | "NOT_WORKING" | "NOT_POSSIBLE")[];
  /** The most people in `users`. */
  limit?: number;
  /** The people to skip, in order of names. */
  offset?: number;
}

/** `endDate` must not be before `startDate`, and less than 366 days after it. */
export interface DelegationCreate {
  /** The approver. Defaults to the acting user. */
  userId?: string;
  /** Who decides in the approver's place. */
  standInId: string;
  /** One of the approver's departments. Null, or left out, means all of them. */
  departmentId?: string | null;
  /** The first day, in the approver's time zone. Must not be past. */
  startDate: string;
  /** The last day, inclusive. At most 366 days in all. */
  endDate: string;
}

export interface LeaveRuleCreate {
  name: string;
  kind: "NOTICE" | "BACKDATE" | "AHEAD" | "BLACKOUT" | "MAX_AWAY" | "LENGTH" | "WAITING" | "BALANCE_FLOOR" | "PROOF";
  /** By kind. NOTICE: `days`, `unit` (CALENDAR_DAYS or WORKING_DAYS), `steps` (`{ from, days }`: from so many working days on). BACKDATE, AHEAD: `days`. BLACKOUT: `ranges` (`{ from, to, isYearly }`). MAX_AWAY: `group` (DEPARTMENT, LOCATION or LABEL), `count` or `percent`, `countsOpen`, `ignoredLeaveTypeIds`. LENGTH: `least` and `most` working days at a stretch. WAITING: `days` or `months`. BALANCE_FLOOR: `days`. PROOF: `longerThan` and `withinDays`. */
  parameters: {
    days?: number;
    months?: number;
    unit?: "CALENDAR_DAYS" | "WORKING_DAYS";
    steps?: ({
      from: number;
      days: number;
    })[];
    ranges?: ({
      from: string;
      to: string;
      isYearly?: boolean;
    })[];
    group?: "DEPARTMENT" | "LOCATION" | "LABEL";
    count?: number;
    percent?: number;
    countsOpen?: boolean;
    ignoredLeaveTypeIds?: string[];
    least?: number;
    most?: number;
    longerThan?: number;
    withinDays?: number;
  };
  /** `BLOCK` refuses leave, `WARN` notes it with the leave. A PROOF never blocks. */
  effect: "BLOCK" | "WARN";
  /** Who it's for. Empty for everyone. */
  locationIds?: string[];
  /** With the departments below them. Empty for everyone. */
  departmentIds?: string[];
  /** Empty for everyone. */
  labelIds?: string[];
  /** Empty for all. */
  leaveTypeIds?: string[];
  /** People with one of these labels are exempt. */
  exemptLabelIds?: string[];
  /** The first of the leave's days that it concerns. */
  fromDate?: string | null;
  /** The last of the leave's days that it concerns. */
  toDate?: string | null;
  isEnabled?: boolean;
}

/** Fields you don't send keep their value. The kind can't change: create another rule. */
export interface LeaveRulePatch {
  name?: string;
  /** By kind. NOTICE: `days`, `unit` (CALENDAR_DAYS or WORKING_DAYS), `steps` (`{ from, days }`: from so many working days on). BACKDATE, AHEAD: `days`. BLACKOUT: `ranges` (`{ from, to, isYearly }`). MAX_AWAY: `group` (DEPARTMENT, LOCATION or LABEL), `count` or `percent`, `countsOpen`, `ignoredLeaveTypeIds`. LENGTH: `least` and `most` working days at a stretch. WAITING: `days` or `months`. BALANCE_FLOOR: `days`. PROOF: `longerThan` and `withinDays`. */
  parameters?: {
    days?: number;
    months?: number;
    unit?: "CALENDAR_DAYS" | "WORKING_DAYS";
    steps?: ({
      from: number;
      days: number;
    })[];
    ranges?: ({
      from: string;
      to: string;
      isYearly?: boolean;
    })[];
    group?: "DEPARTMENT" | "LOCATION" | "LABEL";
    count?: number;
    percent?: number;
    countsOpen?: boolean;
    ignoredLeaveTypeIds?: string[];
    least?: number;
    most?: number;
    longerThan?: number;
    withinDays?: number;
  };
  /** `BLOCK` refuses leave, `WARN` notes it with the leave. A PROOF never blocks. */
  effect?: "BLOCK" | "WARN";
  /** Who it's for. Empty for everyone. */
  locationIds?: string[];
  /** With the departments below them. Empty for everyone. */
  departmentIds?: string[];
  /** Empty for everyone. */
  labelIds?: string[];
  /** Empty for all. */
  leaveTypeIds?: string[];
  /** People with one of these labels are exempt. */
  exemptLabelIds?: string[];
  /** The first of the leave's days that it concerns. */
  fromDate?: string | null;
  /** The last of the leave's days that it concerns. */
  toDate?: string | null;
  isEnabled?: boolean;
}

export type BalanceAdjustmentCreate = OpeningCreate | AdjustmentCreate | CorrectionCreate | QuotaCreate | CarryExpiryCreate | ReversalCreate;

/** Days brought along, such as from the system used before, in place of what would be carried over into that accounting year. 0 if there are none. */
export interface OpeningCreate {
  kind: "OPENING";
  leaveTypeId: string;
  /** Working days. Below zero for days that are owed. */
  days: number;
  /** The day from which it counts. */
  effectiveDate: string;
  /** Why. The user and those who manage them can read it. */
  note: string;
}

/** Days given or taken away. */
export interface AdjustmentCreate {
  kind: "ADJUSTMENT";
  leaveTypeId: string;
  /** Working days. Below zero takes days away. */
  days: number;
  /** The day from which it counts. */
  effectiveDate: string;
  /** Why. The user and those who manage them can read it. */
  note: string;
}

/** Days of closed days that were counted wrongly, given or taken away in the open period. It counts as an adjustment. */
export interface CorrectionCreate {
  kind: "CORRECTION";
  leaveTypeId: string;
  /** Working days. Below zero takes days away. */
  days: number;
  /** The open day from which it counts. */
  effectiveDate: string;
  /** Why. The user and those who manage them can read it. */
  note: string;
  /** The first of the closed days that it corrects. */
  correctsFrom: string;
  /** The last of them. */
  correctsTo: string;
}

/** The user's own yearly quota, from an accounting year on. */
export interface QuotaCreate {
  kind: "QUOTA";
  leaveTypeId: string;
  /** Working days for a whole accounting year, in place of the policy's yearly quota. */
  days: number;
  /** A day in the first accounting year for which it counts. */
  effectiveDate: string;
  /** Why. The user and those who manage them can read it. */
  note: string;
}

/** The user's own expiry of the days carried into an accounting year, such as after parental leave. It gives no days. */
export interface CarryExpiryCreate {
  kind: "CARRY_EXPIRY";
  leaveTypeId: string;
  /** A day in the accounting year into which the days are carried. */
  effectiveDate: string;
  /** The last day to use them, later than without this. Null if they never expire. */
  expiresOn: string | null;
  /** Why. The user and those who manage them can read it. */
  note: string;
}

/** Takes back an adjustment, as if it had never been made. */
export interface ReversalCreate {
  kind: "REVERSAL";
  /** Each adjustment can be reversed once. */
  reverses: string;
  /** Why. The user and those who manage them can read it. */
  note: string;
}

export interface OpeningImport {
  /** `all` imports nothing unless every row is valid. `valid` imports the valid rows. `check` imports nothing and says what is wrong. */
  mode: "all" | "valid" | "check";
  rows: unknown[];
}

export interface CreditCreate {
  /** Defaults to the acting user. */
  userId?: string;
  /** One that's available at the user's location. */
  leaveTypeId: string;
  /** In `unit`. */
  amount: number;
  /** Defaults to `DAYS`: working days. `HOURS` are counted by the user's working day on `earnedOn`, or their average one if they don't work then. */
  unit?: "DAYS" | "HOURS";
  /** The first day to use it. */
  earnedOn: string;
  /** The last day to use it. Null if it never expires. Defaults to what the policy's `creditValidDays` says, and people who ask for themselves can't set it. */
  expiresOn?: string | null;
  /** Defaults to `TIME_IN_LIEU`. */
  source?: "TIME_IN_LIEU" | "BOUGHT" | "GRANTED";
  /** Why. The user and those who manage them can read it. */
  reason: string;
}

/** Fields you don't send keep their value. */
export interface CreditPatch {
  /** The last day to use it, today or later. Null if it never expires. */
  expiresOn?: string | null;
}

export interface CreditDecision {
  reason?: string;
}

export interface HoursWorkedCreate {
  userId: string;
  /** The first day of the period, such as a Monday. */
  firstDay: string;
  /** The last day of the period, on which its hours give days of leave. It must be over or today. */
  lastDay: string;
  /** The hours worked in the period, at most 24 for each of its days. */
  hours: number;
}

export interface HoursImport {
  /** `all` imports nothing unless every row is valid. `valid` imports the valid rows. `check` imports nothing and says what is wrong. */
  mode: "all" | "valid" | "check";
  rows: unknown[];
}

export interface WorkPatternCreate {
  /** The first day on which it counts. */
  from: string;
  /** Working minutes of each weekday, from Sunday to Saturday: one number each, or two for a cycle of two weeks, of which the first is the week that `from` is in. At least one is above 0. Null means the location's work week from this day on. */
  minutes: number[][] | null;
}

export interface WorkPatternsSet {
  userIds: string[];
  pattern: WorkPatternCreate;
  /** `valid` sets the pattern of the users who can have it. `check` changes nothing and says what would. Defaults to `valid`. */
  mode?: "valid" | "check";
}

export interface WebhookCreate {
  /** An absolute https URL on a publicly reachable host. Anything else returns WEBHOOK_URL_INVALID. */
  url: string;
  /** The event types to subscribe to. An empty list or an unknown type returns WEBHOOK_EVENTS_INVALID. The owner's role and the key's scopes must allow each one. You can't subscribe to `webhook.test`. */
  events: ("leave.requested" | "leave.approved" | "leave.denied" | "leave.updated" | "leave.cancelled" | "leave.deleted" | "leave.expired" | "user.created" | "user.updated" | "user.deactivated")[];
  description?: string | null;
}

/** Fields you don't send keep their value. */
export interface WebhookPatch {
  /** An absolute https URL on a publicly reachable host. Anything else returns WEBHOOK_URL_INVALID. */
  url?: string;
  /** The event types to subscribe to. An empty list or an unknown type returns WEBHOOK_EVENTS_INVALID. The owner's role and the key's scopes must allow each one. You can't subscribe to `webhook.test`. */
  events?: ("leave.requested" | "leave.approved" | "leave.denied" | "leave.updated" | "leave.cancelled" | "leave.deleted" | "leave.expired" | "user.created" | "user.updated" | "user.deactivated")[];
  description?: string | null;
}

export interface SecretRotation {
  /** How long the previous secret keeps working. 0 ends it right away. */
  overlapSeconds?: number;
}

export interface WebhookResume {
  /** Which held events to send: all, none, or those since a timestamp. */
  replay?: "all" | "none" | string;
}

export type NotificationCreate = DailyNotificationCreate | WeeklyNotificationCreate | BirthdayNotificationCreate;

export interface DailyNotificationCreate {
  frequency: "DAILY";
  /** Must not look like HTML or script. */
  name: string;
  /** An IANA time zone. Offsets such as +01:00 aren't accepted. */
  timezone: string;
  /** In `timezone`, not UTC. */
  hour: number;
  minute: number;
  locale?: "en" | "de" | "es" | "fr" | "pt";
  /** Leave empty to include everyone. */
  locationIds?: string[];
  /** Leave empty to include everyone. */
  departmentIds?: string[];
  /** Leave empty to include everyone. */
  labelIds?: string[];
  destinations: DestinationInput[];
  sendOnDays: number[];
  groupBy: "TEAM" | "LOCATION" | "LABEL" | "LEAVE_TYPE" | "NONE";
  sendEmpty: boolean;
  /** New DAILY and WEEKLY notifications are always enabled. To pause one, update it. */
  enabled?: true;
}

/** For email, one or more email addresses, without channelName and msGroup. For slack and microsoft, exactly one channel ID. msGroup is only for microsoft. */
export type DestinationInput = {
  platform: "email";
  addresses: string[];
} | {
  platform: "slack";
  addresses: string[];
  /** The channel's name, as people see it. */
  channelName?: string;
} | {
  platform: "microsoft";
  addresses: string[];
  /** The ID of the team the channel belongs to. */
  msGroup?: string;
  /** The channel's name, as people see it. */
  channelName?: string;
};

export interface WeeklyNotificationCreate {
  frequency: "WEEKLY";
  /** Must not look like HTML or script. */
  name: string;
  /** An IANA time zone. Offsets such as +01:00 aren't accepted. */
  timezone: string;
  /** In `timezone`, not UTC. */
  hour: number;
  minute: number;
  locale?: "en" | "de" | "es" | "fr" | "pt";
  /** Leave empty to include everyone. */
  locationIds?: string[];
  /** Leave empty to include everyone. */
  departmentIds?: string[];
  /** Leave empty to include everyone. */
  labelIds?: string[];
  destinations: DestinationInput[];
  /** 0 is Sunday, 6 is Saturday. */
  firstDayOfWeek: number;
  /** The day it's sent. 0 is Sunday, 6 is Saturday. */
  day: number;
  /** True for the week it's sent in, false for the next week. */
  currentWeek: boolean;
  groupBy: "TEAM" | "LOCATION" | "LABEL" | "LEAVE_TYPE" | "NONE";
  sendEmpty: boolean;
  /** New DAILY and WEEKLY notifications are always enabled. To pause one, update it. */
  enabled?: true;
}

export interface BirthdayNotificationCreate {
  frequency: "BIRTHDAY";
  /** Must not look like HTML or script. */
  name: string;
  /** An IANA time zone. Offsets such as +01:00 aren't accepted. */
  timezone: string;
  /** In `timezone`, not UTC. */
  hour: number;
  minute: number;
  locale?: "en" | "de" | "es" | "fr" | "pt";
  /** Leave empty to include everyone. */
  locationIds?: string[];
  /** Leave empty to include everyone. */
  departmentIds?: string[];
  /** Leave empty to include everyone. */
  labelIds?: string[];
  destinations: BirthdayDestinationInput[];
  /** If false, a birthday on a day off is announced on the last working day before it. */
  sendOnNonWorkingDays: boolean;
  enabled?: boolean;
}

/** For email, one or more email addresses, without channelName and msGroup. For slack and microsoft, exactly one channel ID. msGroup is only for microsoft. channelName is required for slack and microsoft. */
export type BirthdayDestinationInput = {
  platform: "email";
  addresses: string[];
} | {
  platform: "slack";
  addresses: string[];
  /** The channel's name, as people see it. */
  channelName: string;
} | {
  platform: "microsoft";
  addresses: string[];
  /** The ID of the team the channel belongs to. */
  msGroup?: string;
  /** The channel's name, as people see it. */
  channelName: string;
};

/** Fields you don't send keep their value; lists replace the whole list. The result must be valid for its frequency. Fields that belong to another frequency are ignored. */
export interface NotificationPatch {
  frequency?: "DAILY" | "WEEKLY" | "BIRTHDAY";
  /** Must not look like HTML or script. */
  name?: string;
  /** An IANA time zone. Offsets such as +01:00 aren't accepted. */
  timezone?: string;
  /** In `timezone`, not UTC. */
  hour?: number;
  minute?: number;
  locale?: "en" | "de" | "es" | "fr" | "pt";
  locationIds?: string[];
  departmentIds?: string[];
  labelIds?: string[];
  destinations?: ({
    platform: "email";
    addresses: string[];
  } | {
    platform: "slack";
    addresses: string[];
    /** The channel's name, as people see it. */
    channelName?: string;
  } | {
    platform: "microsoft";
    addresses: string[];
    /** The ID of the team the channel belongs to. */
    msGroup?: string;
    /** The channel's name, as people see it. */
    channelName?: string;
  })[];
  /** If false, a birthday on a day off is announced on the last working day before it. */
  sendOnNonWorkingDays?: boolean;
  /** 0 is Sunday, 6 is Saturday. */
  firstDayOfWeek?: number;
  /** The day it's sent. 0 is Sunday, 6 is Saturday. */
  day?: number;
  /** True for the week it's sent in, false for the next week. */
  currentWeek?: boolean;
  groupBy?: "TEAM" | "LOCATION" | "LABEL" | "LEAVE_TYPE" | "NONE";
  sendEmpty?: boolean;
  sendOnDays?: number[];
  /** False pauses, true resumes it. */
  enabled?: boolean;
}

export type ScheduledReportCreate = DailyScheduledReportCreate | WeeklyScheduledReportCreate | MonthlyScheduledReportCreate;

export interface DailyScheduledReportCreate {
  frequency: "DAILY";
  /** Must not look like HTML or script. */
  name: string;
  /** `PAYROLL_RUN` makes a payroll run of the pay period that is over, once for each period, and sends its file. It needs exactly one location, no departments or labels, the format CSV or XLSX, and, for an API key, the scope `payroll-runs:write`. */
  reportType: "LEAVE_REQUESTS" | "LEAVE_BALANCES" | "WHO_IS_AWAY" | "PAYROLL_RUN";
  /** An IANA time zone. Offsets such as +01:00 aren't accepted. */
  timezone: string;
  /** In `timezone`, not UTC. */
  hour: number;
  minute: number;
  format: "CSV" | "CSV_SEMICOLON" | "XLSX";
  /** Only for PAYROLL_RUN. Null (the default) for the usual columns. */
  payrollTemplateId?: string | null;
  /** Email addresses, each only once (case-insensitive). Everyone gets a separate email. */
  recipients: string[];
  /** Leave empty to include everyone. */
  locationIds?: string[];
  /** Leave empty to include everyone. */
  departmentIds?: string[];
  /** Leave empty to include everyone. */
  labelIds?: string[];
  enabled?: boolean;
  sendOnDays: number[];
}

export interface WeeklyScheduledReportCreate {
  frequency: "WEEKLY";
  /** Must not look like HTML or script. */
  name: string;
  /** `PAYROLL_RUN` makes a payroll run of the pay period that is over, once for each period, and sends its file. It needs exactly one location, no departments or labels, the format CSV or XLSX, and, for an API key, the scope `payroll-runs:write`. */
  reportType: "LEAVE_REQUESTS" | "LEAVE_BALANCES" | "WHO_IS_AWAY" | "PAYROLL_RUN";
  /** An IANA time zone. Offsets such as +01:00 aren't accepted. */
  timezone: string;
  /** In `timezone`, not UTC. */
  hour: number;
  minute: number;
  format: "CSV" | "CSV_SEMICOLON" | "XLSX";
  /** Only for PAYROLL_RUN. Null (the default) for the usual columns. */
  payrollTemplateId?: string | null;
  /** Email addresses, each only once (case-insensitive). Everyone gets a separate email. */
  recipients: string[];
  /** Leave empty to include everyone. */
  locationIds?: string[];
  /** Leave empty to include everyone. */
  departmentIds?: string[];
  /** Leave empty to include everyone. */
  labelIds?: string[];
  enabled?: boolean;
  /** The day it's sent. 0 is Sunday, 6 is Saturday. */
  day: number;
}

export interface MonthlyScheduledReportCreate {
  frequency: "MONTHLY";
  /** Must not look like HTML or script. */
  name: string;
  /** `PAYROLL_RUN` makes a payroll run of the pay period that is over, once for each period, and sends its file. It needs exactly one location, no departments or labels, the format CSV or XLSX, and, for an API key, the scope `payroll-runs:write`. */
  reportType: "LEAVE_REQUESTS" | "LEAVE_BALANCES" | "WHO_IS_AWAY" | "PAYROLL_RUN";
  /** An IANA time zone. Offsets such as +01:00 aren't accepted. */
  timezone: string;
  /** In `timezone`, not UTC. */
  hour: number;
  minute: number;
  format: "CSV" | "CSV_SEMICOLON" | "XLSX";
  /** Only for PAYROLL_RUN. Null (the default) for the usual columns. */
  payrollTemplateId?: string | null;
  /** Email addresses, each only once (case-insensitive). Everyone gets a separate email. */
  recipients: string[];
  /** Leave empty to include everyone. */
  locationIds?: string[];
  /** Leave empty to include everyone. */
  departmentIds?: string[];
  /** Leave empty to include everyone. */
  labelIds?: string[];
  enabled?: boolean;
  /** 1 to 28, or LAST for the last day of the month. */
  dayOfMonth: number | "LAST";
}

/** Fields you don't send keep their value; lists replace the whole list. The result must be valid for its frequency. Fields that belong to another frequency are ignored. */
export interface ScheduledReportPatch {
  frequency?: "DAILY" | "WEEKLY" | "MONTHLY";
  /** Must not look like HTML or script. */
  name?: string;
  /** `PAYROLL_RUN` makes a payroll run of the pay period that is over, once for each period, and sends its file. It needs exactly one location, no departments or labels, the format CSV or XLSX, and, for an API key, the scope `payroll-runs:write`. */
  reportType?: "LEAVE_REQUESTS" | "LEAVE_BALANCES" | "WHO_IS_AWAY" | "PAYROLL_RUN";
  /** An IANA time zone. Offsets such as +01:00 aren't accepted. */
  timezone?: string;
  /** In `timezone`, not UTC. */
  hour?: number;
  minute?: number;
  format?: "CSV" | "CSV_SEMICOLON" | "XLSX";
  payrollTemplateId?: string | null;
  /** Email addresses, each only once (case-insensitive). Everyone gets a separate email. */
  recipients?: string[];
  locationIds?: string[];
  departmentIds?: string[];
  labelIds?: string[];
  enabled?: boolean;
  /** 1 to 28, or LAST for the last day of the month. */
  dayOfMonth?: number | "LAST";
  /** The day it's sent. 0 is Sunday, 6 is Saturday. */
  day?: number;
  sendOnDays?: number[];
}

export interface PayrollRunCreate {
  /** It has to have a `payPeriod`. */
  locationId: string;
  /** A day of the pay period. Defaults to the last pay period that is over. */
  date?: string;
  /** Null (the default) for a CSV file with the usual columns. */
  templateId?: string | null;
}

export interface PayrollTemplateCreate {
  name: string;
  /** In the order of the file. */
  columns: PayrollColumnInput[];
  /** The kind of file: text, or a workbook whose dates and numbers are typed. */
  format?: "CSV" | "XLSX";
  /** Between the cells of a CSV file. */
  separator?: "COMMA" | "SEMICOLON";
  /** The decimal sign of a CSV file. A number that holds the separator is quoted. */
  decimal?: "POINT" | "COMMA";
  /** Of a CSV file. `UTF_8` begins with a byte order mark. In `WINDOWS_1252`, characters that it doesn't have become question marks. */
  encoding?: "UTF_8" | "WINDOWS_1252";
  /** `ISO` is 2026-11-30, `DAY_DOTS` 30.11.2026, `DAY_SLASHES` 30/11/2026, `MONTH_SLASHES` 11/30/2026, `DIGITS` 20261130. */
  dateForm?: "ISO" | "DAY_DOTS" | "DAY_SLASHES" | "MONTH_SLASHES" | "DIGITS";
  /** Whether a CSV file begins with the titles. A workbook always does. */
  hasHeader?: boolean;
  /** What the file calls leave types, in place of their own `wageCode`. A code of one location stands before that of all locations. */
  codes?: PayrollCodeInput[];
}

export interface PayrollColumnInput {
  field: "EMPLOYEE_ID" | "NAME" | "EMAIL" | "LOCATION" | "DEPARTMENT" | "KIND" | "WAGE_CODE" | "LEAVE_TYPE" | "DAYS" | "HOURS" | "FIRST_DAY" | "LAST_DAY" | "PERIOD_START" | "PERIOD_END" | "NOTE";
  title: string;
}

export interface PayrollCodeInput {
  leaveTypeId: string;
  /** Null for all locations without a code of their own. */
  locationId?: string | null;
  wageCode: string;
}

/** Fields you don't send keep their value. */
export interface PayrollTemplatePatch {
  name?: string;
  /** In the order of the file. */
  columns?: PayrollColumnInput[];
  format?: "CSV" | "XLSX";
  separator?: "COMMA" | "SEMICOLON";
  decimal?: "POINT" | "COMMA";
  encoding?: "UTF_8" | "WINDOWS_1252";
  dateForm?: "ISO" | "DAY_DOTS" | "DAY_SLASHES" | "MONTH_SLASHES" | "DIGITS";
  hasHeader?: boolean;
  codes?: PayrollCodeInput[];
}

export interface Me {
  /** The key's owner. */
  user: User;
  /** The owner's role. It limits what the key can do. */
  role: "USER" | "APPROVER" | "LOCATION_ADMIN" | "ADMIN";
  key: {
    id: string;
    name: string;
    /** The key's beginning and its last four characters. */
    masked: string;
    createdAt: string;
    /** Null if it never expires. */
    expiresAt: string | null;
  };
  /** The scopes in force: the key's scopes that the owner's role still allows. */
  scopes: ("leaves:read" | "leaves:write" | "leave-files:read" | "leave-files:write" | "users:read" | "users:write" | "holidays:read" | "holidays:write" | "departments:read" | "departments:write" | "locations:read" | "locations:write" | "labels:read" | "labels:write" | "leave-types:read" | "leave-types:write" | "leave-rules:read" | "leave-rules:write" | "notifications:read" | "notifications:write" | "webhooks:read" | "webhooks:write" | "company-leaves:read" | "company-leaves:write" | "credits:read" | "credits:write" | "hours-worked:read" | "hours-worked:write" | "payroll-runs:read" | "payroll-runs:write" | "users:act-on-behalf")[];
  /** The people the key can see. */
  reach: {
    kind: "WORKSPACE" | "LOCATIONS" | "DEPARTMENTS" | "SELF";
    /** Empty unless `kind` is LOCATIONS. */
    locationIds: string[];
    /** Empty unless `kind` is DEPARTMENTS. */
    departmentIds: string[];
    /** The same in a sentence. */
    description: string;
  };
  /** The same as in the RateLimit-Policy and RateLimit headers. */
  limits: {
    rate: {
      /** The most requests at once. */
      limit: number;
      /** What's left after this request. */
      remaining: number;
      resetSeconds: number;
      /** The time in which all of them come back. */
      windowSeconds: number;
    };
    quota: {
      /** The most requests in a UTC calendar month. */
      limit: number;
      /** What's left after this request. */
      remaining: number;
      resetSeconds: number;
      resetsAt: string;
    };
  };
}

export interface User {
  id: string;
  name: string;
  email: string;
  isAdmin: boolean;
  locationId: string;
  departmentId: string;
  /** Names. */
  labels: string[];
  status: "ACTIVE" | "INACTIVE" | "DELETED";
  /** Their manager, who decides on their leave in place of the department's level 1. */
  approverId: string | null;
  employeeId: string | null;
  startDate: string | null;
  endDate: string | null;
  /** When anything of this record last changed, its labels included. */
  updatedAt: string;
}

export interface ErrorDetails {
  fields?: FieldFault[];
  requiredScopes?: string[];
  [name: string]: unknown;
}

export interface FieldFault {
  path: string;
  message: string;
}

export interface Department {
  id: string;
  name: string;
  isDefault: boolean;
  createdAt: string;
}

export interface DepartmentDetail {
  id: string;
  name: string;
  isDefault: boolean;
  createdAt: string;
  parentId: string | null;
  approvers: DepartmentApprover[];
}

export interface DepartmentApprover {
  userId: string;
  level: 1 | 2;
}

export interface AcceptedOperation {
  id: string;
  status: "PENDING" | "SUCCEEDED" | "FAILED";
  url: string;
}

export interface Location {
  id: string;
  name: string;
  /** IANA name. */
  timezone: string;
  isDefault: boolean;
  createdAt: string;
}

export interface LocationDetail {
  id: string;
  name: string;
  /** IANA name. */
  timezone: string;
  isDefault: boolean;
  createdAt: string;
  /** `MM-DD`. */
  yearStart: string;
  /** 0 is Sunday, 6 is Saturday. */
  firstDayOfWeek: number;
  workWeek: number[];
  hoursPerDay: number;
  quotaReset: "ACCOUNTING_YEAR" | "EMPLOYMENT_DATE";
  rolloverExpiry: RolloverExpiry | null;
  /** Null where no payroll is run. */
  payPeriod: PayPeriod | null;
  /** The last day that is closed: nothing in the days up to it changes any more. Null while all days are open. */
  closedThrough: string | null;
}

/** When carried-over days expire. */
export type RolloverExpiry = {
  type: "DATE";
  /** `MM-DD`. */
  monthDay: string;
} | {
  type: "DAYS_AFTER_RESET";
  days: number;
};

/** The days that are paid together: months that end on a day (31 is the last one of each month), weeks that end on a weekday, or two weeks that end on this date and every 14 days. */
export type PayPeriod = {
  type: "MONTHLY";
  endsOn: number;
} | {
  type: "WEEKLY";
  /** 0 is Sunday, 6 is Saturday. */
  endsOn: number;
} | {
  type: "FORTNIGHTLY";
  endsOn: string;
};

export interface Label {
  id: string;
  name: string;
  /** Six hex digits, without `#`. */
  color: string;
  /** Active users the key can see. */
  userCount: number;
}

export interface Holiday {
  id: string;
  locationId: string;
  date: string;
  name: string;
  isHalfDay: boolean;
}

export interface ClosingPreview {
  /** The last day that is closed now. Null while all days are open. */
  closedThrough: string | null;
  through: string;
  /** Approved leave with days that would be closed. */
  leaveCount: number;
  leaveTypes: ({
    leaveTypeId: string;
    name: string;
    /** Working days that would be closed. */
    days: number;
  })[];
  /** Requests of leave, changes that wait for consent, and requested credits in days that would be closed. Nothing is closed while there are any. */
  waitingCount: number;
  /** The earliest 100 leaves of them. */
  waitingLeaves: ({
    leaveId: string;
    userId: string;
    userName: string;
    startDate: string;
    endDate: string;
  })[];
  /** The earliest 100 credits of them. */
  waitingCredits: ({
    creditId: string;
    userId: string;
    userName: string;
    days: number;
    earnedOn: string;
  })[];
}

export interface HolidayImportResult {
  /** Holidays that were added. */
  addedCount: number;
  /** Days that already had a holiday and keep it. */
  presentCount: number;
}

export interface HolidayPreview {
  /** Open and approved leaves that take fewer days than before. */
  gainCount: number;
  /** Open and approved leaves that take more days than before. */
  lossCount: number;
  /** The first 100 of them, by start date, of people within reach. */
  recountedLeaves: ({
    leaveId: string;
    userId: string;
    leaveTypeId: string;
    startDate: string;
    endDate: string;
    workingDaysBefore: number;
    workingDaysAfter: number;
  })[];
  /** Balances that wouldn't cover the leave. With any of them, the change is refused. */
  shortfallCount: number;
  /** Those of them that are of people within reach. */
  shortfalls: ({
    userId: string;
    name: string;
    leaveTypeId: string;
    missing: number;
  })[];
}

export interface HolidayProposals {
  /** Every country with known holidays. */
  countries: ({
    code: string;
    name: string;
  })[];
  /** The country's states. Empty if its holidays are the same everywhere. */
  states: ({
    code: string;
    name: string;
  })[];
  /** The state's regions. Empty if its holidays are the same everywhere. */
  regions: ({
    code: string;
    name: string;
  })[];
  /** What people in the country speak. */
  languages: string[];
  proposals: ({
    date: string;
    name: string;
    isHalfDay: boolean;
    /** `PUBLIC`: nearly everyone is off. `BANK`: some are, such as banks. `OPTIONAL`: people can choose it. */
    kind: "PUBLIC" | "BANK" | "OPTIONAL";
    /** The day that's off instead, because this one falls on a weekend. */
    replacedBy: string | null;
    /** The date follows the moon and can still move by a day. */
    mayMove: boolean;
    /** The holiday that the location already has on this day. */
    presentName: string | null;
  })[];
}

export interface ExpandedUser {
  id: string;
  name: string;
  email: string;
  isAdmin: boolean;
  locationId: string;
  departmentId: string;
  /** Names. */
  labels: string[];
  status: "ACTIVE" | "INACTIVE" | "DELETED";
  /** Their manager, who decides on their leave in place of the department's level 1. */
  approverId: string | null;
  employeeId: string | null;
  startDate: string | null;
  endDate: string | null;
  /** When anything of this record last changed, its labels included. */
  updatedAt: string;
  /** Included with `expand=location`. */
  location?: Location;
  /** Included with `expand=department`. */
  department?: Department;
  /** Included with `expand=approver`. Null if there's none or the key can't see them. */
  approver?: User | null;
  /** The holidays of the user's location. Included with `expand=holidays`. */
  holidays?: HolidayYear[];
}

export interface HolidayYear {
  year: number;
  holidays: ({
    id: string;
    name: string;
    date: string;
  })[];
}

export interface HandedOver {
  /** How many users have the new manager. */
  changedCount: number;
}

export interface PersonalData {
  userId: string;
  exportedAt: string;
  sections: ({
    /** What the rows are, such as `leaves`. */
    name: string;
    /** Whether there are older rows that the export leaves out. */
    isCut: boolean;
    rows: Record<string, unknown>[];
  })[];
}

export interface UsersInvitationResult {
  sentCount: number;
  /** Users who have signed in already, or were just invited. */
  skippedCount: number;
  failedCount: number;
  users: ({
    id: string;
    status: "sent" | "skipped" | "failed";
    /** Why no invitation was sent. */
    code: "SIGNED_IN" | "JUST_INVITED" | "INACTIVE" | "NOT_FOUND" | "HIGHER_ROLE" | "REACHES_FURTHER" | "DELETED" | null;
  })[];
}

export interface LeaveType {
  id: string;
  /** For readers whose language isn't in `names`. */
  name: string;
  /** Its names in languages of the pages. Pages, emails and feeds use them. */
  names: {
    en?: string;
    de?: string;
    es?: string;
    fr?: string;
    pt?: string;
  };
  /** Six hex digits, without `#`. */
  color: string;
  isActive: boolean;
  /** Whether people may ask for it. If not, those who manage them add it, or company leave books it. */
  isRequestable: boolean;
  position: number;
  calendarStatus: "OUT_OF_OFFICE" | "BUSY" | "TENTATIVE" | "WORKING_ELSEWHERE" | "FREE";
  /** Shown as "Away" to everyone except people who manage the person. */
  isPrivate: boolean;
  /** Approved leave of this type gives the days of interruptible leave at the same time back, such as sick days in a vacation. */
  interrupts: boolean;
  /** Leave of this type may be at the same time as interrupting leave, and gets its days back. */
  interruptible: boolean;
  /** Whether approvers see the files of leave they approve for. Only the person, administrators and their location admins do otherwise. */
  approversSeeFiles: boolean;
  /** How people read its amounts. Every number of days stays in days; with `HOURS`, the same amount in hours is beside it, by the working hours of the person. */
  unit: "DAYS" | "HOURS";
}

export interface LeaveTypeDetail {
  id: string;
  /** For readers whose language isn't in `names`. */
  name: string;
  /** Its names in languages of the pages. Pages, emails and feeds use them. */
  names: {
    en?: string;
    de?: string;
    es?: string;
    fr?: string;
    pt?: string;
  };
  /** Six hex digits, without `#`. */
  color: string;
  isActive: boolean;
  /** Whether people may ask for it. If not, those who manage them add it, or company leave books it. */
  isRequestable: boolean;
  position: number;
  calendarStatus: "OUT_OF_OFFICE" | "BUSY" | "TENTATIVE" | "WORKING_ELSEWHERE" | "FREE";
  /** Shown as "Away" to everyone except people who manage the person. */
  isPrivate: boolean;
  /** Approved leave of this type gives the days of interruptible leave at the same time back, such as sick days in a vacation. */
  interrupts: boolean;
  /** Leave of this type may be at the same time as interrupting leave, and gets its days back. */
  interruptible: boolean;
  /** Whether approvers see the files of leave they approve for. Only the person, administrators and their location admins do otherwise. */
  approversSeeFiles: boolean;
  /** How people read its amounts. Every number of days stays in days; with `HOURS`, the same amount in hours is beside it, by the working hours of the person. */
  unit: "DAYS" | "HOURS";
  /** Its number or name in payroll, as payroll runs have it. */
  wageCode: string | null;
  /** Whether payroll runs list it: its leave, what is left of it to leavers, and its corrections. A change is for runs from then on. */
  isInPayroll: boolean;
  policies: LeavePolicy[];
}

/** A leave type's rules for one location. */
export interface LeavePolicy {
  locationId: string;
  /** Whether `approvalLevels` is above 0. */
  approvalRequired: boolean;
  /** How many levels of the department approve. 2 counts where the department has approvers at both, and needs the Complete plan. */
  approvalLevels: number;
  /** Who decides: the person's manager and department, the admins of their location, or the administrators. */
  decidedBy: "DEPARTMENT" | "LOCATION_ADMINS" | "ADMINS";
  /** Whether people need an approver's consent to cancel or change their approved leave. */
  changesNeedConsent: boolean;
  allowNegativeBalance: boolean;
  unlimited: boolean;
  /** Days. */
  yearlyQuota: number;
  accrual: "NONE" | "MONTHLY" | "SEMIMONTHLY" | "BIWEEKLY" | "WEEKLY";
  /** Whether each period's share is given on its first day (`START`) or its last (`END`). Without effect if `accrual` is `NONE`. */
  accrualTiming: "START" | "END";
  /** What the accounting year gives in which someone starts: the quota pro rata `BY_DAY`, a twelfth for each month worked whole (`BY_MONTH`), the `FULL` quota, or twelfths until all of it is given `AFTER_MONTHS` of employment. */
  firstYear: "BY_DAY" | "BY_MONTH" | "FULL" | "AFTER_MONTHS";
  /** Months of employment. Only set if `firstYear` is `AFTER_MONTHS`. */
  firstYearMonths: number | null;
  /** Rounds the quota of a year that isn't worked whole: to the nearest half day (`HALF`) or day (`WHOLE`), or `UP` to a whole day. */
  quotaRounding: "NONE" | "HALF" | "WHOLE" | "UP";
  /** Higher quotas in place of `yearlyQuota`, for users who have been employed for so many months by their `startDate`. A user's own quota replaces them. */
  tenureSteps: ({
    afterMonths: number;
    quota: number;
  })[];
  /** Whether a step counts from the accounting year after the day on which it's reached (`NEXT_YEAR`; a year that begins on that day counts), or from that day on, pro rata (`DAY`). */
  tenureFrom: "NEXT_YEAR" | "DAY";
  /** Extra days a year for users with a label, also beside a quota of their own. Several labels add up. They count for every year, as long as the user has the label. A deleted label stays, without effect. */
  labelDays: ({
    labelId: string;
    days: number;
  })[];
  /** The percent of the hours worked that people earn beside `yearlyQuota`, such as 12.07: on the last day of each reported period, by the user's average day then. Null for none. */
  hoursWorkedRate: number | null;
  /** Days at which accrual stops: a share is given only as far as the balance on its day, without later leave and without carried-over days that expire, stays within the cap. It goes on below it. Null for no cap. */
  accrualCap: number | null;
  rollover: "NONE" | "LIMITED" | "ALL";
  /** Days. Only set if rollover is `LIMITED`. */
  rolloverMaximum: number | null;
  /** When carried-over days expire, in place of the location's `rolloverExpiry`: `NEVER`, on a day of the year (`DATE`), so many days after the reset, or so many `MONTHS` after the first day of the accounting year that they're carried into, also beyond that year. Null for as at the location. */
  carryExpiry: CarryExpiry | null;
  /** Whether leave uses carried-over days before the days of the year (`FIRST`), or only once it exceeds what the year has given by the day they expire (`LAST`). */
  carryUse: "FIRST" | "LAST";
  /** Whether people get a mail about three months, a month and a week before days lapse (`SENT`), and whether days lapse only after such a mail (`REQUIRED`): without it they're carried over. */
  lapseNotices: "NONE" | "SENT" | "REQUIRED";
  /** Whether people may ask for credits, such as time in lieu, themselves. Those who manage them can always grant some. */
  creditsRequestable: boolean;
  /** How many days after `earnedOn` a credit can be used, if nothing else is said. Null if it never expires. */
  creditValidDays: number | null;
  shortestDuration: "FULL_DAY" | "HALF_DAY" | "HOUR" | "HALF_HOUR" | "QUARTER_HOUR";
  reasonRequired: boolean;
  /** The days of a leave that count: `WORKING_DAYS`, `CALENDAR_DAYS` (each day, also public holidays), or `MONDAY_TO_SATURDAY` (each of these days that isn't a public holiday, from the first day that would be worked to the day before work is taken up again). */
  countMode: "WORKING_DAYS" | "CALENDAR_DAYS" | "MONDAY_TO_SATURDAY";
}

export type CarryExpiry = {
  type: "DATE";
  /** `MM-DD`. */
  monthDay: string;
} | {
  type: "DAYS_AFTER_RESET";
  days: number;
} | {
  type: "NEVER";
} | {
  type: "MONTHS";
  months: number;
};

export interface LeavePolicyEffect {
  /** Active users in these locations. */
  peopleCount: number;
  /** Their open and approved leave of this type that isn't over yet. */
  comingLeaveCount: number;
  /** Users whose open or approved leave would no longer be covered. An update is refused unless it's 0. */
  overdrawnCount: number;
  /** Up to 20 of them, those who miss the most days first. */
  overdrawn: ({
    userId: string;
    name: string;
    locationId: string;
    /** On the worst day. */
    missingDays: number;
  })[];
  /** What each policy with a quota gives someone who starts in the middle of the year. */
  examples: ({
    locationId: string;
    startDate: string;
    /** The quota of the accounting year that contains `startDate`. */
    firstYearDays: number;
    /** The quota of the year after. */
    nextYearDays: number;
    /** The accounting years after that whose quota differs from the year before. */
    later: ({
      yearStart: string;
      days: number;
    })[];
    /** The first year's quota of those who start with each month of the current accounting year. */
    byMonth: ({
      startDate: string;
      days: number;
    })[];
    /** The quotas of these two years for someone with a label that gives days. */
    byLabel: ({
      labelId: string;
      firstYearDays: number;
      nextYearDays: number;
    })[];
    /** What is carried over of days left at the end of the current year. Null if nothing is. */
    carried: {
      yearEnd: string;
      daysLeft: number;
      days: number;
      /** Null if they never expire. */
      expiresAt: string | null;
    } | null;
    /** What `hoursWorkedRate` gives in a year of 52 of the location's weeks, in days and in hours of its day. Null without a rate. */
    worked: {
      hoursPerWeek: number;
      days: number;
      hours: number;
    } | null;
  })[];
}

export interface ExpandedLeave {
  id: string;
  userId: string;
  approverId: string | null;
  autoApproved: boolean;
  durationCalendarDays: number;
  durationWorkingDays: number;
  /** The same in hours, by the person's working hours on each of its days, if the leave type's `unit` is `HOURS`. Null otherwise, and where the leave type is hidden. */
  durationHours: number | null;
  startDate: string;
  endDate: string;
  isFullDayLeave: boolean;
  startHour: number;
  startMinute: number;
  endHour: number;
  endMinute: number;
  /** `AFTERNOON`: the first day counts from noon on. Leave of one day has one part, which both fields name: `MORNING` or `AFTERNOON`. `FULL_DAY` for a part day. */
  startPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
  /** `MORNING`: the last day counts until noon. */
  endPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
  /** Null if the leave type is private, unless it's the key owner's own leave, or they manage the person or can decide the leave. `reason` and an expanded `leaveType` are then null too. */
  leaveTypeId: string | null;
  /** The user's location when the leave was requested. */
  locationId: string;
  /** The user's department when the leave was requested. */
  departmentId: string;
  status: "OPEN" | "APPROVED" | "DENIED" | "CANCELLED" | "EXPIRED" | "DELETED";
  reason: string | null;
  statusReason: string | null;
  approvedLevel: number;
  /** When the person asked to cancel this approved leave, while that waits for an approver's consent. Null otherwise. */
  cancellationRequestedAt: string | null;
  /** When the person asked to change this approved leave, while that waits for an approver's consent. Null otherwise. */
  changeRequestedAt: string | null;
  /** What the person asked for, while `changeRequestedAt` is set: until an approver agrees, the leave stays as it is. Null where leaveTypeId is null. */
  requestedChange: RequestedChange | null;
  /** The company leave that booked it. Null for other leave, and where leaveTypeId is null. */
  companyLeaveId: string | null;
  createdAt: string;
  /** When anything of this record last changed. */
  updatedAt: string;
  /** Included with `expand=user`. */
  user?: User | null;
  /** Included with `expand=approver`. Null if there's no approver or the key can't see them. */
  approver?: User | null;
  /** Included with `expand=leaveType`. Null if `leaveTypeId` is null. */
  leaveType?: LeaveType | null;
}

export interface RequestedChange {
  startDate: string;
  endDate: string;
  isFullDayLeave: boolean;
  startHour: number;
  startMinute: number;
  endHour: number;
  endMinute: number;
  startPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
  endPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
  leaveTypeId: string;
  /** As counted when it was asked. */
  durationWorkingDays: number;
}

export interface Leave {
  id: string;
  userId: string;
  approverId: string | null;
  autoApproved: boolean;
  durationCalendarDays: number;
  durationWorkingDays: number;
  /** The same in hours, by the person's working hours on each of its days, if the leave type's `unit` is `HOURS`. Null otherwise, and where the leave type is hidden. */
  durationHours: number | null;
  startDate: string;
  endDate: string;
  isFullDayLeave: boolean;
  startHour: number;
  startMinute: number;
  endHour: number;
  endMinute: number;
  /** `AFTERNOON`: the first day counts from noon on. Leave of one day has one part, which both fields name: `MORNING` or `AFTERNOON`. `FULL_DAY` for a part day. */
  startPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
  /** `MORNING`: the last day counts until noon. */
  endPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
  /** Null if the leave type is private, unless it's the key owner's own leave, or they manage the person or can decide the leave. `reason` and an expanded `leaveType` are then null too. */
  leaveTypeId: string | null;
  /** The user's location when the leave was requested. */
  locationId: string;
  /** The user's department when the leave was requested. */
  departmentId: string;
  status: "OPEN" | "APPROVED" | "DENIED" | "CANCELLED" | "EXPIRED" | "DELETED";
  reason: string | null;
  statusReason: string | null;
  approvedLevel: number;
  /** When the person asked to cancel this approved leave, while that waits for an approver's consent. Null otherwise. */
  cancellationRequestedAt: string | null;
  /** When the person asked to change this approved leave, while that waits for an approver's consent. Null otherwise. */
  changeRequestedAt: string | null;
  /** What the person asked for, while `changeRequestedAt` is set: until an approver agrees, the leave stays as it is. Null where leaveTypeId is null. */
  requestedChange: RequestedChange | null;
  /** The company leave that booked it. Null for other leave, and where leaveTypeId is null. */
  companyLeaveId: string | null;
  createdAt: string;
  /** When anything of this record last changed. */
  updatedAt: string;
}

export interface LeaveHistoryStep {
  at: string;
  step: "request" | "import" | "book" | "edit" | "recount" | "approve" | "deny" | "cancel" | "expire" | "remind" | "delete" | "end" | "askCancel" | "withdrawCancel" | "consent" | "refuse" | "lapse" | "askChange" | "withdrawChange" | "agreeChange" | "refuseChange" | "lapseChange" | "question" | "answer";
  /** Null if no one did it, or if it isn't known. */
  by: {
    id: string;
    /** Null for people the key can't see. */
    name: string | null;
  } | null;
  /** The approver, if a stand-in decided in their place. */
  standsInFor: {
    id: string;
    /** Null for people the key can't see. */
    name: string | null;
  } | null;
  /** Decided with the link in an email. */
  isByMail: boolean;
  /** The level of this approval. Null for other steps. */
  level: number | null;
  /** The new status. Null if it didn't change. */
  status: "OPEN" | "APPROVED" | "DENIED" | "CANCELLED" | "EXPIRED" | "DELETED" | null;
  /** The dates and times before and after. Null if they didn't change. */
  moved: {
    from: {
      startDate: string;
      endDate: string;
      isFullDayLeave: boolean;
      startHour: number;
      startMinute: number;
      endHour: number;
      endMinute: number;
      startPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
      endPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
    };
    to: {
      startDate: string;
      endDate: string;
      isFullDayLeave: boolean;
      startHour: number;
      startMinute: number;
      endHour: number;
      endMinute: number;
      startPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
      endPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
    };
  } | null;
  /** Working days before and after a changed working pattern or public holiday. Null for other steps. */
  recounted: {
    from: number;
    to: number;
  } | null;
  /** The time of other leave of the person that changed the working days: it gives days back, or no longer does. Null for other causes and steps. */
  interruption: {
    startDate: string;
    endDate: string;
  } | null;
  /** The public holidays that changed the working days. Null for other causes and steps. */
  cause: string | null;
  /** The leave's `statusReason`, at the step it belongs to. */
  reason: string | null;
  /** The leave rules that it broke at this step. */
  rules: LeaveRuleMark[];
}

export interface LeaveRuleMark {
  ruleId: string;
  kind: "NOTICE" | "BACKDATE" | "AHEAD" | "BLACKOUT" | "MAX_AWAY" | "LENGTH" | "WAITING" | "BALANCE_FLOOR" | "PROOF";
  name: string;
  effect: "BLOCK" | "WARN";
  /** The rule in English. */
  sentence: string;
  /** The leave's days that break it, up to 366. */
  days: string[];
  /** Numbers and dates of the verdict, by kind. `earliest` is the first day on which such leave could begin, of NOTICE, BACKDATE and WAITING. */
  facts: Record<string, unknown>;
  /** Why someone went ahead; null for a warning. */
  overrideReason: string | null;
  overriddenBy: {
    id: string;
    name: string | null;
  } | null;
  createdAt: string;
}

export interface LeavePreview {
  /** The leave that would change; null for a new one. */
  leaveId: string | null;
  userId: string;
  durationCalendarDays: number;
  /** Working days, with up to three decimals. */
  durationWorkingDays: number;
  /** The same in hours, by the person's working hours on each of its days, if the leave type's `unit` is `HOURS`. Null otherwise, and where the leave type is hidden. */
  durationHours: number | null;
  /** The hours of an average working day of the user today, if the leave type's `unit` is `HOURS`: days times this is what people read. Null otherwise. */
  hoursPerDay: number | null;
  /** Each day of the leave. Empty if it's longer than ten years. */
  days: ({
    date: string;
    /** Working days, with up to three decimals. */
    amount: number;
    /** `CALENDAR_DAY` isn't worked or is a public holiday, and counts by the policy's `countMode`. */
    kind: "WORKING_DAY" | "CALENDAR_DAY" | "NON_WORKING_DAY" | "HOLIDAY" | "HALF_DAY_HOLIDAY" | "INTERRUPTED";
    /** The part of `amount` for days after the leave, until work is taken up again. 0 except on the last day with `MONDAY_TO_SATURDAY`. */
    after: number;
    holiday: string | null;
  })[];
  /** For each accounting year. Null if the leave type isn't available. */
  balance: {
    unlimited: boolean;
    /** Working days that the balance lacks; 0 if it's enough. */
    missing: number;
    years: ({
      start: string;
      end: string;
      /** The leave's last day in this accounting year. */
      asOf: string;
      /** Working days, with up to three decimals. */
      remainingBefore: number;
      /** Working days, with up to three decimals. */
      remainingAfter: number;
      /** Carried-over days that the leave uses. */
      carriedOverUsed: number;
    })[];
  } | null;
  /** Who would decide. If a department has no approvers, location admins and administrators decide. Null if the leave type isn't available. */
  approval: {
    required: boolean;
    levels: number;
    approvers: ({
      userId: string;
      /** Null if the key can't see them. */
      name: string | null;
      level: number;
      /** Null if they aren't on leave today. */
      awayUntil: string | null;
      /** The approver whose stand-in they are. Null for an approver. */
      standsInForId: string | null;
    })[];
  } | null;
  /** Other leave of the person at the same time. */
  overlaps: ({
    leaveId: string;
    startDate: string;
    endDate: string;
    startPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
    endPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
    /** The company leave that booked it: ask for the days before and after. Null for other leave. */
    companyLeaveName: string | null;
  })[];
  /** Other leave of the person that gets days back because this leave interrupts it: at once, or once it is approved. */
  interruptedLeaves: ({
    leaveId: string;
    startDate: string;
    endDate: string;
    /** Working days, with up to three decimals. */
    workingDaysBefore: number;
    /** Working days, with up to three decimals. */
    workingDaysAfter: number;
  })[];
  /** Days on which others of the department, as far as the key can see them, have approved leave. */
  colleaguesAway: ({
    date: string;
    count: number;
    users: ({
      userId: string;
      name: string;
    })[];
  })[];
  /** What a request like this would be refused for. Empty if it would be booked. */
  faults: ({
    code: "VALIDATION_ERROR" | "PERIOD_CLOSED" | "CONFLICT" | "LEAVE_NEGATIVE_BALANCE" | "LEAVE_RULE_BROKEN";
    path: string;
    message: string;
  })[];
  /** Every leave rule that it breaks, warnings included. */
  rules: BrokenRule[];
  /** Send it with the request, which is then refused if the rules have changed since. */
  rulesVersion: string;
}

export interface BrokenRule {
  ruleId: string;
  kind: "NOTICE" | "BACKDATE" | "AHEAD" | "BLACKOUT" | "MAX_AWAY" | "LENGTH" | "WAITING" | "BALANCE_FLOOR" | "PROOF";
  name: string;
  effect: "BLOCK" | "WARN";
  /** The rule in English. */
  sentence: string;
  /** The leave's days that break it, up to 366. */
  days: string[];
  /** Numbers and dates of the verdict, by kind. `earliest` is the first day on which such leave could begin, of NOTICE, BACKDATE and WAITING. */
  facts: Record<string, unknown>;
}

export interface LeaveFile {
  id: string;
  leaveId: string;
  /** Without folders and invisible characters, with an ending that fits the type. */
  name: string;
  /** By the file's content, whatever was sent. */
  contentType: "application/pdf" | "image/png" | "image/jpeg" | "image/webp" | "image/heic";
  byteCount: number;
  uploadedById: string | null;
  createdAt: string;
}

export interface LeaveCertificate {
  leaveId: string;
  askedAt: string;
  /** Null if a leave rule asked. */
  askedById: string | null;
  /** The last day to hand it in, at the person's location. */
  dueOn: string;
  /** Whether that day is over and nothing was received. */
  isOverdue: boolean;
  receivedAt: string | null;
  /** Who added the file, or marked it as received. */
  receivedById: string | null;
  /** The file by which it was received. */
  fileId: string | null;
}

export interface CompanyLeave {
  id: string;
  name: string;
  leaveTypeId: string;
  startDate: string;
  endDate: string;
  /** `AFTERNOON`: from noon of the first day on. Of one day, both fields name its part. */
  startPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
  /** `MORNING`: until noon of the last day. */
  endPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
  locationIds: string[];
  departmentIds: string[];
  labelIds: string[];
  exemptLabelIds: string[];
  /** BOOKING and UNDOING while an operation works: poll until it's BOOKED or UNDONE. */
  status: "BOOKING" | "BOOKED" | "UNDOING" | "UNDONE";
  /** The operation ended early after repeated errors. Book or undo again to go on where it stopped. */
  isStopped: boolean;
  counts: CompanyLeaveCounts;
  /** People that the booking hasn't come to yet. */
  pendingCount: number;
  /** People whose leave an undo has cancelled. */
  cancelledCount: number;
  /** People whose leave an undo has kept, because it had changed. */
  keptCount: number;
  createdById: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface CompanyLeaveCounts {
  BOOKED: number;
  PARTLY_BOOKED: number;
  LACKS_BALANCE: number;
  AWAY: number;
  NOT_WORKING: number;
  NOT_POSSIBLE: number;
}

export interface CompanyLeaveDetails {
  id: string;
  name: string;
  leaveTypeId: string;
  startDate: string;
  endDate: string;
  /** `AFTERNOON`: from noon of the first day on. Of one day, both fields name its part. */
  startPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
  /** `MORNING`: until noon of the last day. */
  endPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
  locationIds: string[];
  departmentIds: string[];
  labelIds: string[];
  exemptLabelIds: string[];
  /** BOOKING and UNDOING while an operation works: poll until it's BOOKED or UNDONE. */
  status: "BOOKING" | "BOOKED" | "UNDOING" | "UNDONE";
  /** The operation ended early after repeated errors. Book or undo again to go on where it stopped. */
  isStopped: boolean;
  counts: CompanyLeaveCounts;
  /** People that the booking hasn't come to yet. */
  pendingCount: number;
  /** People whose leave an undo has cancelled. */
  cancelledCount: number;
  /** People whose leave an undo has kept, because it had changed. */
  keptCount: number;
  createdById: string | null;
  createdAt: string;
  updatedAt: string;
  /** People it's for by now who weren't when it was last booked, because they joined or moved. 0 once it's over or undone. */
  joinedCount: number;
}

export interface CompanyLeavePerson {
  userId: string;
  name: string;
  /** Why leave isn't possible: the leave type isn't available at their location, they aren't employed on these days, they are no longer active, or another rule refuses it. Null for other outcomes. */
  obstacle: "NOT_AVAILABLE" | "NOT_EMPLOYED" | "NOT_ACTIVE" | "PERIOD_CLOSED" | "REFUSED" | null;
  /** Working days that the balance lacks. Null if it's enough. */
  missing: number | null;
  /** Days with other leave. */
  away: ({
    startDate: string;
    endDate: string;
  })[];
  /** Null until the booking has come to them. */
  outcome: "BOOKED" | "PARTLY_BOOKED" | "LACKS_BALANCE" | "AWAY" | "NOT_WORKING" | "NOT_POSSIBLE" | null;
  /** Their leave, as it was booked. */
  booked: ({
    startDate: string;
    endDate: string;
    /** `AFTERNOON`: from noon of the first day on. Of one day, both fields name its part. */
    startPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
    /** `MORNING`: until noon of the last day. */
    endPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
    leaveId: string;
  })[];
  /** CANCELLED: an undo cancelled all their leave of it. KEPT: some of it had changed since, and was kept. Null if it isn't undone. */
  undo: "CANCELLED" | "KEPT" | null;
}

export interface CompanyLeavePreview {
  /** The people it's for. */
  userCount: number;
  counts: CompanyLeaveCounts;
  /** By name. */
  users: ({
    userId: string;
    name: string;
    /** Why leave isn't possible: the leave type isn't available at their location, they aren't employed on these days, they are no longer active, or another rule refuses it. Null for other outcomes. */
    obstacle: "NOT_AVAILABLE" | "NOT_EMPLOYED" | "NOT_ACTIVE" | "PERIOD_CLOSED" | "REFUSED" | null;
    /** Working days that the balance lacks. Null if it's enough. */
    missing: number | null;
    /** Days with other leave. */
    away: ({
      startDate: string;
      endDate: string;
    })[];
    /** BOOKED: all of the days. PARTLY_BOOKED: there is other leave on some of them, the rest is booked. LACKS_BALANCE, AWAY (other leave on all of them), NOT_WORKING (no working day among them) and NOT_POSSIBLE (see `obstacle`): nothing is booked. */
    outcome: "BOOKED" | "PARTLY_BOOKED" | "LACKS_BALANCE" | "AWAY" | "NOT_WORKING" | "NOT_POSSIBLE";
    /** The leave that would be booked. */
    booked: ({
      startDate: string;
      endDate: string;
      /** `AFTERNOON`: from noon of the first day on. Of one day, both fields name its part. */
      startPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
      /** `MORNING`: until noon of the last day. */
      endPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
    })[];
    /** Working days that would be booked. */
    workingDays: number;
  })[];
}

export interface LeaveToDecide {
  leave: Leave;
  user: {
    id: string;
    name: string;
    departmentId: string;
    departmentName: string;
  };
  /** CANCELLATION: approved leave that the person asks to cancel. Approving cancels it, denying keeps it. CHANGE: approved leave that the person asks to change, as its `requestedChange` says. Approving changes it, denying keeps it as it is. */
  asks: "LEAVE" | "CANCELLATION" | "CHANGE";
  /** The last day for the decision. After it, the leave expires, or stays if it was to be cancelled. */
  deadline: string;
  /** The level that decides next. */
  level: number;
  /** How many levels have to approve. */
  levels: number;
  /** What to look at before you approve. None of it forbids the approval. */
  warnings: ({
    code: "TEAM_AWAY";
    /** The first day on which most are away. */
    date: string;
    /** How many would be away, the person included. */
    awayCount: number;
    teamSize: number;
  } | {
    code: "NEGATIVE_BALANCE";
    /** Working days, with up to three decimals. */
    missing: number;
  })[];
  /** The leave rules that it breaks by the facts of now. To approve in spite of a BLOCK, send `overrideReason`. */
  rules: BrokenRule[];
}

export interface DecisionContext {
  leaveId: string;
  userId: string;
  /** The level that decides next. */
  level: number;
  /** How many levels have to approve. */
  levels: number;
  /** The department's approvers who can decide this leave. Location admins and administrators can, too. */
  approvers: ({
    userId: string;
    /** Null if the key can't see them. */
    name: string | null;
    level: number;
    /** Null if they aren't on leave today. */
    awayUntil: string | null;
    /** The approver whose stand-in they are. Null for an approver. */
    standsInForId: string | null;
  })[];
  team: {
    startDate: string;
    /** From a week before the leave to a week after it. */
    endDate: string;
    /** Active users of the department, as far as the key can see them. */
    size: number;
    /** Open and approved leave of colleagues in these days. */
    leaves: ({
      user: {
        id: string;
        name: string;
      };
      startDate: string;
      endDate: string;
      isFullDayLeave: boolean;
      startHour: number;
      startMinute: number;
      endHour: number;
      endMinute: number;
      /** `AFTERNOON`: on its first day from noon on. */
      startPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
      /** `MORNING`: on its last day until noon. Leave of one day has one part, which both name. */
      endPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
      status: "OPEN" | "APPROVED";
      /** Null if the leave type is private and the key's owner doesn't manage the person. */
      leaveTypeId: string | null;
    })[];
  };
  /** Holidays on days of the leave that would be worked. */
  holidays: ({
    date: string;
    name: string;
    isHalfDay: boolean;
  })[];
  /** Without and with this leave; for a change of approved leave, as it is and as it would become. Null if the leave type isn't available any more. */
  balance: {
    unlimited: boolean;
    years: ({
      start: string;
      end: string;
      /** The leave's last day in this accounting year. */
      asOf: string;
      /** Working days, with up to three decimals. */
      remainingBefore: number;
      /** Working days, with up to three decimals. */
      remainingAfter: number;
    })[];
  } | null;
  /** The same in hours, by the person's working hours on each of its days, if the leave type's `unit` is `HOURS`. Null otherwise, and where the leave type is hidden. */
  durationHours: number | null;
  /** The hours of an average working day of the user today, if the leave type's `unit` is `HOURS`: days times this is what people read. Null otherwise. */
  hoursPerDay: number | null;
  /** Other leave of the person that gets days back once this leave is approved, because it interrupts it. */
  interruptedLeaves: ({
    leaveId: string;
    startDate: string;
    endDate: string;
    /** Working days, with up to three decimals. */
    returnedDays: number;
  })[];
  /** The user's own open and approved leave of the last 365 days, the latest first. */
  history: ({
    leaveId: string;
    /** Working days, with up to three decimals. */
    durationWorkingDays: number;
    startDate: string;
    endDate: string;
    isFullDayLeave: boolean;
    startHour: number;
    startMinute: number;
    endHour: number;
    endMinute: number;
    /** `AFTERNOON`: on its first day from noon on. */
    startPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
    /** `MORNING`: on its last day until noon. Leave of one day has one part, which both name. */
    endPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
    status: "OPEN" | "APPROVED";
    /** Null if the leave type is private and the key's owner doesn't manage the person. */
    leaveTypeId: string | null;
  })[];
  /** What to look at before you approve. None of it forbids the approval. */
  warnings: ({
    code: "TEAM_AWAY";
    /** The first day on which most are away. */
    date: string;
    /** How many would be away, the person included. */
    awayCount: number;
    teamSize: number;
  } | {
    code: "NEGATIVE_BALANCE";
    /** Working days, with up to three decimals. */
    missing: number;
  })[];
  /** The leave rules that it breaks by the facts of now. To approve in spite of a BLOCK, send `overrideReason`. */
  rules: BrokenRule[];
}

export interface Absence {
  /** Null if the key can't read the leave. */
  leaveId: string | null;
  user: {
    id: string;
    name: string;
    departmentId: string;
    locationId: string;
  };
  startDate: string;
  endDate: string;
  isFullDayLeave: boolean;
  startHour: number;
  startMinute: number;
  endHour: number;
  endMinute: number;
  /** `AFTERNOON`: on its first day from noon on. */
  startPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
  /** `MORNING`: on its last day until noon. Leave of one day has one part, which both name. */
  endPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
  status: "OPEN" | "APPROVED";
  /** Null if the leave type is private and the key's owner doesn't manage the person. */
  leaveTypeId: string | null;
  /** The days of this leave on which it says that the person is away: all of them, but those on which other leave interrupts it. */
  awayOn: ({
    startDate: string;
    endDate: string;
  })[];
}

export interface Delegation {
  id: string;
  /** The approver. */
  userId: string;
  standInId: string;
  /** Null means all the approver's departments. */
  departmentId: string | null;
  startDate: string;
  endDate: string;
  status: "UPCOMING" | "ACTIVE" | "ENDED";
  /** Set if it was ended early. */
  endedAt: string | null;
  createdById: string | null;
  createdAt: string;
}

export interface LeaveRule {
  id: string;
  name: string;
  kind: "NOTICE" | "BACKDATE" | "AHEAD" | "BLACKOUT" | "MAX_AWAY" | "LENGTH" | "WAITING" | "BALANCE_FLOOR" | "PROOF";
  /** By kind. NOTICE: `days`, `unit` (CALENDAR_DAYS or WORKING_DAYS), `steps` (`{ from, days }`: from so many working days on). BACKDATE, AHEAD: `days`. BLACKOUT: `ranges` (`{ from, to, isYearly }`). MAX_AWAY: `group` (DEPARTMENT, LOCATION or LABEL), `count` or `percent`, `countsOpen`, `ignoredLeaveTypeIds`. LENGTH: `least` and `most` working days at a stretch. WAITING: `days` or `months`. BALANCE_FLOOR: `days`. PROOF: `longerThan` and `withinDays`. */
  parameters: Record<string, unknown>;
  /** `BLOCK` refuses leave, `WARN` notes it with the leave. A PROOF never blocks. */
  effect: "BLOCK" | "WARN";
  /** The rule in English. */
  sentence: string;
  locationIds: string[];
  departmentIds: string[];
  labelIds: string[];
  leaveTypeIds: string[];
  exemptLabelIds: string[];
  fromDate: string | null;
  toDate: string | null;
  isEnabled: boolean;
  version: number;
  createdAt: string;
  updatedAt: string;
}

export interface LeaveRulePreview {
  /** The rule in English. */
  sentence: string;
  /** Open and approved leave from today on that breaks the rule. It stays as it is. */
  comingCount: number;
  /** Leave that began in the 365 days before today and breaks the rule. */
  pastYearCount: number;
  /** Up to 100 of the coming leave, by start date. */
  coming: BreakingLeave[];
  /** Up to 100 of the last year, the latest first. */
  pastYear: BreakingLeave[];
}

export interface BreakingLeave {
  leaveId: string;
  userId: string;
  /** Null for people the key can't see. */
  userName: string | null;
  /** Null when the leave type is private and the key can't see it. */
  leaveTypeId: string | null;
  startDate: string;
  endDate: string;
  /** The leave's days that break it, up to 366. */
  days: string[];
  /** Numbers and dates of the verdict, by kind. `earliest` is the first day on which such leave could begin, of NOTICE, BACKDATE and WAITING. */
  facts: Record<string, unknown>;
}

export interface WallchartRow {
  user: {
    id: string;
    name: string;
    departmentId: string;
    locationId: string;
  };
  /** The days that aren't in the location's work week. Holidays aren't included. */
  nonWorkingDays: string[];
  /** The location's holidays. Included with `expand=holidays`. */
  holidays?: ({
    date: string;
    name: string;
    isHalfDay: boolean;
  })[];
  /** Sorted by start date. */
  absences: ({
    /** Null if the key can't read the leave. */
    leaveId: string | null;
    startDate: string;
    endDate: string;
    isFullDayLeave: boolean;
    startHour: number;
    startMinute: number;
    endHour: number;
    endMinute: number;
    /** `AFTERNOON`: on its first day from noon on. */
    startPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
    /** `MORNING`: on its last day until noon. Leave of one day has one part, which both name. */
    endPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
    status: "OPEN" | "APPROVED";
    /** Null if the leave type is private and the key's owner doesn't manage the person. */
    leaveTypeId: string | null;
  })[];
}

export interface WallchartCount {
  date: string;
  /** How many of them have approved leave. A part day counts as well. */
  awayCount: number;
  /** How many others have open leave. */
  pendingCount: number;
  /** How many people match `departments`, `locations` and `labels`, and work on this day: it's in their location's work week and isn't a full-day holiday. */
  userCount: number;
}

export interface UserBalances {
  userId: string;
  asOf: string;
  /** One for each leave type available at the user's location. */
  balances: Balance[];
}

export interface Balance {
  /** Null if the leave type is private, unless the key's owner is this user or manages them. */
  leaveTypeId: string | null;
  /** The accounting year that contains `asOf`. */
  year: {
    start: string;
    end: string;
  };
  unlimited: boolean;
  /** The allowance for the year with extra days by label, pro rata in the first and last year of employment, and what hours worked have given in it. */
  quota: number;
  /** The part of the allowance earned by `asOf`, without what a cap held back. All of it if the policy doesn't accrue. */
  accrued: number;
  /** Days given beside the policy by `asOf`; below zero if days were taken away. */
  adjusted: number;
  /** Days of credits begun by `asOf`: those that leave uses, and those that haven't expired. */
  credited: number;
  /** The credits with an expiry that may be used on `asOf`, the first to expire first. Empty if `leaveTypeId` is null. */
  credits: ({
    id: string;
    /** Working days, with up to three decimals. */
    days: number;
    /** The part that leave uses, approved or not. */
    used: number;
    earnedOn: string;
    expiresOn: string;
  })[];
  /** Days carried over from the previous year, without expired ones. */
  carriedOver: number;
  /** The last day to use carried-over days: the first expiry of some that would be unused. */
  carriedOverExpiresAt: string | null;
  /** Approved leave up to and including `asOf`. */
  taken: number;
  /** Approved leave after `asOf`. */
  scheduled: number;
  /** Leave waiting for approval. */
  pending: number;
  /** accrued + adjusted + credited + carriedOver - taken - scheduled - pending. Null if unlimited. */
  remaining: number | null;
  /** The hours of an average working day of the user today, if the leave type's `unit` is `HOURS`: days times this is what people read. Null otherwise. */
  hoursPerDay: number | null;
  /** `remaining` times `hoursPerDay`, to hundredths. Null if one of them is. */
  remainingHours: number | null;
}

export interface BalanceExplanationLine {
  date: string;
  /** CARRIED_OVER from the year before; CREDITED by a credit; EXPIRED of one of them; GRANTED at once or ACCRUED step by step; WORKED by hours worked; TENURE days of a step of employment reached within the year; EXTRA days by label; ADJUSTED by an administrator, CORRECTED for closed days; TAKEN, SCHEDULED and PENDING leave; RETURNED days of it, because other leave interrupts it. */
  kind: "CARRIED_OVER" | "CREDITED" | "GRANTED" | "ACCRUED" | "WORKED" | "TENURE" | "EXTRA" | "EXPIRED" | "ADJUSTED" | "CORRECTED" | "TAKEN" | "SCHEDULED" | "PENDING" | "RETURNED";
  /** Below zero if it takes days away. */
  days: number;
  /** The same in hours, by the balance's `hoursPerDay`. Null if that is. */
  hours: number | null;
  /** On the last line it's the balance's `remaining`. Null if unlimited. */
  balanceAfter: number | null;
  /** The same in hours. Null if `hours` or `balanceAfter` is. */
  balanceAfterHours: number | null;
  leaveId: string | null;
  creditId: string | null;
  /** Why the balance was adjusted or credited. Null unless the key's owner is this user or manages them. */
  note: string | null;
  /** Of CARRIED_OVER and CREDITED days the last day to use them. Null if they never expire, and for other lines. */
  expiresOn: string | null;
  /** Of WORKED days the hours worked that give them. Null for other lines. */
  hoursWorked: number | null;
  /** The percent of these hours that the policy gives. Null for other lines. */
  hoursWorkedRate: number | null;
}

export interface BalanceAdjustment {
  id: string;
  userId: string;
  leaveTypeId: string;
  kind: "OPENING" | "ADJUSTMENT" | "CORRECTION" | "QUOTA" | "CARRY_EXPIRY" | "REVERSAL";
  /** Null for a CARRY_EXPIRY and a REVERSAL. */
  days: number | null;
  /** For a QUOTA and a CARRY_EXPIRY the first day of the accounting year. For a REVERSAL that of what it reverses. */
  effectiveDate: string;
  /** Of a CORRECTION the first of the closed days that it corrects, else null. */
  correctsFrom: string | null;
  /** The last of them. */
  correctsTo: string | null;
  /** Of a CARRY_EXPIRY the last day to use the days carried into that year; null if they never expire. Else null. */
  expiresOn: string | null;
  /** Null unless the key's owner is this user or manages them. */
  note: string | null;
  reverses: string | null;
  /** Null as long as it counts. */
  reversedBy: string | null;
  createdById: string | null;
  createdAt: string;
}

export interface Credit {
  id: string;
  userId: string;
  /** Null if the leave type is private, unless the key's owner is this user or manages them. */
  leaveTypeId: string | null;
  days: number;
  earnedOn: string;
  /** The last day to use it. Null if it never expires. */
  expiresOn: string | null;
  source: "TIME_IN_LIEU" | "BOUGHT" | "GRANTED";
  /** `OPEN` waits for a decision. Only `APPROVED` credits are part of a balance. */
  status: "OPEN" | "APPROVED" | "DENIED" | "CANCELLED";
  /** Null unless the key's owner is this user or manages them. */
  reason: string | null;
  /** Why it was denied or cancelled. Null unless the key's owner is this user or manages them. */
  decisionReason: string | null;
  createdById: string | null;
  /** Who approved, denied or cancelled it. */
  decidedById: string | null;
  decidedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface HoursWorked {
  id: string;
  userId: string;
  firstDay: string;
  lastDay: string;
  hours: number;
  /** The hours of the user's average working day on `lastDay`, as it was when the hours were reported: hours are days by it. */
  hoursPerDay: number;
  source: "API" | "IMPORT" | "PAGE";
  createdById: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface WorkPattern {
  id: string;
  userId: string;
  from: string;
  /** The first day of the cycle's first week. */
  cycleStart: string;
  /** Working minutes of each weekday, from Sunday to Saturday, in each week of the cycle. Null means the location's work week. */
  minutes: number[][] | null;
  createdById: string | null;
  createdAt: string;
}

export interface CreatedWorkPattern {
  id: string;
  userId: string;
  from: string;
  /** The first day of the cycle's first week. */
  cycleStart: string;
  /** Working minutes of each weekday, from Sunday to Saturday, in each week of the cycle. Null means the location's work week. */
  minutes: number[][] | null;
  createdById: string | null;
  createdAt: string;
  /** Open and approved leave, current or future, that takes other days. */
  recountedLeaves: RecountedLeave[];
}

export interface RecountedLeave {
  leaveId: string;
  leaveTypeId: string;
  startDate: string;
  endDate: string;
  status: "OPEN" | "APPROVED" | "DENIED" | "CANCELLED" | "EXPIRED" | "DELETED";
  workingDaysBefore: number;
  /** 0 where no working day is left. */
  workingDaysAfter: number;
}

export interface WorkPatternPreview {
  /** Open and approved leave, current or future, that takes other days. */
  recountedLeaves: RecountedLeave[];
  /** Balances that wouldn't cover the leave. With any of them, the change is refused. */
  shortfalls: ({
    leaveTypeId: string;
    missing: number;
  })[];
}

export interface WebhookItem {
  webhookId: string;
  url: string;
  description: string | null;
  events: ("leave.requested" | "leave.approved" | "leave.denied" | "leave.updated" | "leave.cancelled" | "leave.deleted" | "leave.expired" | "user.created" | "user.updated" | "user.deactivated")[];
  status: "active" | "paused" | "revoked";
  pausedReason: "manual" | "delivery_failures" | "endpoint_gone" | "key_revoked" | "owner_inactive" | null;
  pausedAt: string | null;
  revokedAt: string | null;
  revocationReason: "deleted" | "owner_deleted" | "app_disconnected" | "endpoint_gone" | null;
  ownerId: string;
  secretPrefix: string;
  createdAt: string;
  updatedAt: string;
}

export interface WebhookWithSecret {
  webhookId: string;
  url: string;
  description: string | null;
  events: ("leave.requested" | "leave.approved" | "leave.denied" | "leave.updated" | "leave.cancelled" | "leave.deleted" | "leave.expired" | "user.created" | "user.updated" | "user.deactivated")[];
  status: "active" | "paused" | "revoked";
  pausedReason: "manual" | "delivery_failures" | "endpoint_gone" | "key_revoked" | "owner_inactive" | null;
  pausedAt: string | null;
  revokedAt: string | null;
  revocationReason: "deleted" | "owner_deleted" | "app_disconnected" | "endpoint_gone" | null;
  ownerId: string;
  secretPrefix: string;
  createdAt: string;
  updatedAt: string;
  lastDelivery: LastDelivery | null;
  /** `whsec_` followed by base64. Only returned here. */
  secret: string;
}

export interface LastDelivery {
  id: string;
  eventType: "leave.requested" | "leave.approved" | "leave.denied" | "leave.updated" | "leave.cancelled" | "leave.deleted" | "leave.expired" | "user.created" | "user.updated" | "user.deactivated" | "webhook.test";
  status: "pending" | "succeeded" | "failed" | "held" | "cancelled";
  httpStatus: number | null;
  attempts: number;
  attemptedAt: string | null;
  nextAttemptAt: string | null;
  durationMs: number | null;
  error: "HTTP_STATUS" | "REDIRECT" | "TIMEOUT" | "DNS" | "BLOCKED_ADDRESS" | "CONNECT" | "TLS" | "RESET" | "RESPONSE_TOO_LARGE" | "INVALID_RESPONSE" | "OUT_OF_REACH" | "NOT_REPLAYED" | "WEBHOOK_REVOKED" | null;
}

export interface Event {
  /** The `webhook-id`: the same for every webhook. */
  id: string;
  type: "leave.requested" | "leave.approved" | "leave.denied" | "leave.updated" | "leave.cancelled" | "leave.deleted" | "leave.expired" | "user.created" | "user.updated" | "user.deactivated";
  /** When it happened. */
  timestamp: string;
  data: EventLeave | EventUser;
}

export interface EventLeave {
  id: string;
  userId: string;
  approverId: string | null;
  autoApproved: boolean;
  durationCalendarDays: number;
  durationWorkingDays: number;
  startDate: string;
  endDate: string;
  isFullDayLeave: boolean;
  startHour: number;
  startMinute: number;
  endHour: number;
  endMinute: number;
  /** `AFTERNOON`: the first day counts from noon on. Leave of one day has one part, which both fields name: `MORNING` or `AFTERNOON`. `FULL_DAY` for a part day. */
  startPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
  /** `MORNING`: the last day counts until noon. */
  endPart: "FULL_DAY" | "MORNING" | "AFTERNOON";
  /** Null if the leave type is private, unless it's the key owner's own leave, or they manage the person or can decide the leave. `reason` and an expanded `leaveType` are then null too. */
  leaveTypeId: string | null;
  /** The user's location when the leave was requested. */
  locationId: string;
  /** The user's department when the leave was requested. */
  departmentId: string;
  status: "OPEN" | "APPROVED" | "DENIED" | "CANCELLED" | "EXPIRED" | "DELETED";
  approvedLevel: number;
  /** When the person asked to cancel this approved leave, while that waits for an approver's consent. Null otherwise. */
  cancellationRequestedAt: string | null;
  /** When the person asked to change this approved leave, while that waits for an approver's consent. Null otherwise. */
  changeRequestedAt: string | null;
  /** What the person asked for, while `changeRequestedAt` is set: until an approver agrees, the leave stays as it is. Null where leaveTypeId is null. */
  requestedChange: RequestedChange | null;
  /** The company leave that booked it. Null for other leave, and where leaveTypeId is null. */
  companyLeaveId: string | null;
  createdAt: string;
  user: EventPerson | null;
  /** Null if there's no approver or the key can't see them. */
  approver: EventPerson | null;
  /** Null if `leaveTypeId` is null. */
  leaveType: LeaveType | null;
  /** Null for a new leave. */
  previousStatus: "OPEN" | "APPROVED" | "DENIED" | "CANCELLED" | "EXPIRED" | "DELETED" | null;
}

export interface EventPerson {
  id: string;
  name: string;
  email: string;
  isAdmin: boolean;
  locationId: string;
  departmentId: string;
  /** Names. */
  labels: string[];
  status: "ACTIVE" | "INACTIVE" | "DELETED";
  /** Their manager, who decides on their leave in place of the department's level 1. */
  approverId: string | null;
  employeeId: string | null;
  startDate: string | null;
  endDate: string | null;
}

export interface EventUser {
  id: string;
  name: string;
  email: string;
  isAdmin: boolean;
  locationId: string;
  departmentId: string;
  /** Names. */
  labels: string[];
  status: "ACTIVE" | "INACTIVE" | "DELETED";
  /** Their manager, who decides on their leave in place of the department's level 1. */
  approverId: string | null;
  employeeId: string | null;
  startDate: string | null;
  endDate: string | null;
  /** Null for a new user. */
  previousStatus: "ACTIVE" | "INACTIVE" | "DELETED" | null;
}

export interface Webhook {
  webhookId: string;
  url: string;
  description: string | null;
  events: ("leave.requested" | "leave.approved" | "leave.denied" | "leave.updated" | "leave.cancelled" | "leave.deleted" | "leave.expired" | "user.created" | "user.updated" | "user.deactivated")[];
  status: "active" | "paused" | "revoked";
  pausedReason: "manual" | "delivery_failures" | "endpoint_gone" | "key_revoked" | "owner_inactive" | null;
  pausedAt: string | null;
  revokedAt: string | null;
  revocationReason: "deleted" | "owner_deleted" | "app_disconnected" | "endpoint_gone" | null;
  ownerId: string;
  secretPrefix: string;
  createdAt: string;
  updatedAt: string;
  lastDelivery: LastDelivery | null;
}

export interface Delivery {
  id: string;
  eventType: "leave.requested" | "leave.approved" | "leave.denied" | "leave.updated" | "leave.cancelled" | "leave.deleted" | "leave.expired" | "user.created" | "user.updated" | "user.deactivated" | "webhook.test";
  status: "pending" | "succeeded" | "failed" | "held" | "cancelled";
  httpStatus: number | null;
  attempts: number;
  attemptedAt: string | null;
  nextAttemptAt: string | null;
  durationMs: number | null;
  error: "HTTP_STATUS" | "REDIRECT" | "TIMEOUT" | "DNS" | "BLOCKED_ADDRESS" | "CONNECT" | "TLS" | "RESET" | "RESPONSE_TOO_LARGE" | "INVALID_RESPONSE" | "OUT_OF_REACH" | "NOT_REPLAYED" | "WEBHOOK_REVOKED" | null;
  webhookId: string;
  /** The `webhook-id`. Stays the same for retries and redeliveries. */
  messageId: string;
  redeliveryOf: string | null;
  createdAt: string;
  completedAt: string | null;
}

export interface DeliveryDetail {
  id: string;
  eventType: "leave.requested" | "leave.approved" | "leave.denied" | "leave.updated" | "leave.cancelled" | "leave.deleted" | "leave.expired" | "user.created" | "user.updated" | "user.deactivated" | "webhook.test";
  status: "pending" | "succeeded" | "failed" | "held" | "cancelled";
  httpStatus: number | null;
  attempts: number;
  attemptedAt: string | null;
  nextAttemptAt: string | null;
  durationMs: number | null;
  error: "HTTP_STATUS" | "REDIRECT" | "TIMEOUT" | "DNS" | "BLOCKED_ADDRESS" | "CONNECT" | "TLS" | "RESET" | "RESPONSE_TOO_LARGE" | "INVALID_RESPONSE" | "OUT_OF_REACH" | "NOT_REPLAYED" | "WEBHOOK_REVOKED" | null;
  webhookId: string;
  /** The `webhook-id`. Stays the same for retries and redeliveries. */
  messageId: string;
  redeliveryOf: string | null;
  createdAt: string;
  completedAt: string | null;
  /** The exact JSON that's signed and sent. */
  requestBody: string | null;
  attemptLog: DeliveryAttempt[];
}

export interface DeliveryAttempt {
  number: number;
  attemptedAt: string;
  durationMs: number;
  url: string;
  requestHeaders: Record<string, string>;
  httpStatus: number | null;
  error: "HTTP_STATUS" | "REDIRECT" | "TIMEOUT" | "DNS" | "BLOCKED_ADDRESS" | "CONNECT" | "TLS" | "RESET" | "RESPONSE_TOO_LARGE" | "INVALID_RESPONSE" | "OUT_OF_REACH" | "NOT_REPLAYED" | "WEBHOOK_REVOKED" | null;
  /** A description of the error. */
  message: string | null;
  responseHeaders: Record<string, string> | null;
  /** At most 16 KiB. */
  responseBody: string | null;
}

export type Notification = DailyNotification | WeeklyNotification | BirthdayNotification;

export interface DailyNotification {
  frequency: "DAILY";
  id: string;
  name: string;
  enabled: boolean;
  ownerId: string;
  timezone: string;
  hour: number;
  minute: number;
  locale: "en" | "de" | "es" | "fr" | "pt";
  locationIds: string[];
  departmentIds: string[];
  labelIds: string[];
  destinations: Destination[];
  sendOnDays: number[];
  groupBy: "TEAM" | "LOCATION" | "LABEL" | "LEAVE_TYPE" | "NONE";
  sendEmpty: boolean;
}

export interface Destination {
  platform: "email" | "microsoft" | "slack";
  addresses: string[];
  channelName?: string;
  msGroup?: string;
}

export interface WeeklyNotification {
  frequency: "WEEKLY";
  id: string;
  name: string;
  enabled: boolean;
  ownerId: string;
  timezone: string;
  hour: number;
  minute: number;
  locale: "en" | "de" | "es" | "fr" | "pt";
  locationIds: string[];
  departmentIds: string[];
  labelIds: string[];
  destinations: Destination[];
  /** 0 is Sunday, 6 is Saturday. */
  firstDayOfWeek: number;
  /** 0 is Sunday, 6 is Saturday. */
  day: number;
  currentWeek: boolean;
  groupBy: "TEAM" | "LOCATION" | "LABEL" | "LEAVE_TYPE" | "NONE";
  sendEmpty: boolean;
}

export interface BirthdayNotification {
  frequency: "BIRTHDAY";
  id: string;
  name: string;
  enabled: boolean;
  ownerId: string;
  timezone: string;
  hour: number;
  minute: number;
  locale: "en" | "de" | "es" | "fr" | "pt";
  locationIds: string[];
  departmentIds: string[];
  labelIds: string[];
  destinations: Destination[];
  sendOnNonWorkingDays: boolean;
}

export interface NotificationOccurrence {
  id: string;
  /** The day it's for, in the schedule's time zone. */
  localDate: string;
  scheduledFor: string;
  /** When the first message was sent. */
  sentAt: string | null;
  status: "pending" | "sending" | "sent" | "partly_sent" | "failed" | "skipped";
  isLate: boolean;
  /** Null unless `status` is skipped. */
  skipReason: "too_late" | "nobody" | "paused" | "owner_gone" | null;
  /** A test is sent by hand. */
  kind: "scheduled" | "test";
  destinations: ({
    /** An email address, or the ID of a channel. */
    address: string;
    status: "pending" | "sent" | "failed";
    sentAt: string | null;
    /** An earlier attempt ended without an answer, so the message may have arrived twice. */
    mayBeDuplicate: boolean;
    /** Why the last attempt failed. */
    error: "NOT_CONNECTED" | "REFUSED" | "UNAUTHORIZED" | "RATE_LIMITED" | "UNAVAILABLE" | "INVALID_RESPONSE" | "UNKNOWN_OUTCOME" | null;
    /** What the mail server or platform said. */
    errorDetail: string | null;
    /** The index in the notification's `destinations`. */
    position: number;
    platform: "email" | "microsoft" | "slack";
    channelName: string | null;
    attempts: number;
    attemptedAt: string | null;
    nextAttemptAt: string | null;
  })[];
}

export type ScheduledReport = DailyScheduledReport | WeeklyScheduledReport | MonthlyScheduledReport;

export interface DailyScheduledReport {
  id: string;
  name: string;
  reportType: "LEAVE_REQUESTS" | "LEAVE_BALANCES" | "WHO_IS_AWAY" | "PAYROLL_RUN";
  timezone: string;
  hour: number;
  minute: number;
  format: "CSV" | "CSV_SEMICOLON" | "XLSX";
  /** Only for PAYROLL_RUN. Null (the default) for the usual columns. */
  payrollTemplateId: string | null;
  recipients: string[];
  locationIds: string[];
  departmentIds: string[];
  labelIds: string[];
  ownerId: string;
  enabled: boolean;
  /** Null until it's sent for the first time. */
  lastSentAt: string | null;
  /** Null while paused. */
  nextSendAt: string | null;
  createdAt: string;
  updatedAt: string;
  frequency: "DAILY";
  sendOnDays: number[];
}

export interface WeeklyScheduledReport {
  id: string;
  name: string;
  reportType: "LEAVE_REQUESTS" | "LEAVE_BALANCES" | "WHO_IS_AWAY" | "PAYROLL_RUN";
  timezone: string;
  hour: number;
  minute: number;
  format: "CSV" | "CSV_SEMICOLON" | "XLSX";
  /** Only for PAYROLL_RUN. Null (the default) for the usual columns. */
  payrollTemplateId: string | null;
  recipients: string[];
  locationIds: string[];
  departmentIds: string[];
  labelIds: string[];
  ownerId: string;
  enabled: boolean;
  /** Null until it's sent for the first time. */
  lastSentAt: string | null;
  /** Null while paused. */
  nextSendAt: string | null;
  createdAt: string;
  updatedAt: string;
  frequency: "WEEKLY";
  /** The day it's sent. 0 is Sunday, 6 is Saturday. */
  day: number;
}

export interface MonthlyScheduledReport {
  id: string;
  name: string;
  reportType: "LEAVE_REQUESTS" | "LEAVE_BALANCES" | "WHO_IS_AWAY" | "PAYROLL_RUN";
  timezone: string;
  hour: number;
  minute: number;
  format: "CSV" | "CSV_SEMICOLON" | "XLSX";
  /** Only for PAYROLL_RUN. Null (the default) for the usual columns. */
  payrollTemplateId: string | null;
  recipients: string[];
  locationIds: string[];
  departmentIds: string[];
  labelIds: string[];
  ownerId: string;
  enabled: boolean;
  /** Null until it's sent for the first time. */
  lastSentAt: string | null;
  /** Null while paused. */
  nextSendAt: string | null;
  createdAt: string;
  updatedAt: string;
  frequency: "MONTHLY";
  /** 1 to 28, or LAST for the last day of the month. */
  dayOfMonth: number | "LAST";
}

export interface ReportOccurrence {
  id: string;
  /** The day it's for, in the schedule's time zone. */
  localDate: string;
  scheduledFor: string;
  /** When the first message was sent. */
  sentAt: string | null;
  status: "pending" | "sent" | "partly_sent" | "failed" | "skipped";
  isLate: boolean;
  /** Null unless `status` is skipped. */
  skipReason: "too_late" | "paused" | "owner_gone" | "plan" | "no_pay_period" | "already_made" | null;
  /** Rows in the file, without the heading. */
  rowCount: number | null;
  nextAttemptAt: string | null;
  recipients: ({
    /** An email address, or the ID of a channel. */
    address: string;
    status: "pending" | "sent" | "failed";
    sentAt: string | null;
    /** An earlier attempt ended without an answer, so the message may have arrived twice. */
    mayBeDuplicate: boolean;
    /** Why the last attempt failed. */
    error: "NOT_CONNECTED" | "REFUSED" | "UNAUTHORIZED" | "RATE_LIMITED" | "UNAVAILABLE" | "INVALID_RESPONSE" | "UNKNOWN_OUTCOME" | null;
    /** What the mail server or platform said. */
    errorDetail: string | null;
  })[];
}

export interface PayrollRun {
  id: string;
  locationId: string;
  /** At the time of the run. */
  locationName: string;
  startDate: string;
  /** The last day of the pay period, inclusive. */
  endDate: string;
  /** Counts the runs of the same pay period of the location. */
  number: number;
  /** The template as it was at the time. */
  template: PayrollLayout;
  createdById: string | null;
  /** The scheduled report that made it, which may be deleted since. */
  scheduledReportId: string | null;
  createdAt: string;
}

/** A column: what it holds, and its title. */
export interface PayrollColumn {
  field: "EMPLOYEE_ID" | "NAME" | "EMAIL" | "LOCATION" | "DEPARTMENT" | "KIND" | "WAGE_CODE" | "LEAVE_TYPE" | "DAYS" | "HOURS" | "FIRST_DAY" | "LAST_DAY" | "PERIOD_START" | "PERIOD_END" | "NOTE";
  title: string;
}

export interface PayrollLayout {
  name: string;
  columns: PayrollColumn[];
  /** The kind of file: text, or a workbook whose dates and numbers are typed. */
  format: "CSV" | "XLSX";
  /** Between the cells of a CSV file. */
  separator: "COMMA" | "SEMICOLON";
  /** The decimal sign of a CSV file. A number that holds the separator is quoted. */
  decimal: "POINT" | "COMMA";
  /** Of a CSV file. `UTF_8` begins with a byte order mark. In `WINDOWS_1252`, characters that it doesn't have become question marks. */
  encoding: "UTF_8" | "WINDOWS_1252";
  /** `ISO` is 2026-11-30, `DAY_DOTS` 30.11.2026, `DAY_SLASHES` 30/11/2026, `MONTH_SLASHES` 11/30/2026, `DIGITS` 20261130. */
  dateForm: "ISO" | "DAY_DOTS" | "DAY_SLASHES" | "MONTH_SLASHES" | "DIGITS";
  /** Whether a CSV file begins with the titles. A workbook always does. */
  hasHeader: boolean;
}

export interface PayrollRunDetails {
  id: string;
  locationId: string;
  /** At the time of the run. */
  locationName: string;
  startDate: string;
  /** The last day of the pay period, inclusive. */
  endDate: string;
  /** Counts the runs of the same pay period of the location. */
  number: number;
  /** The template as it was at the time. */
  template: PayrollLayout;
  createdById: string | null;
  /** The scheduled report that made it, which may be deleted since. */
  scheduledReportId: string | null;
  createdAt: string;
  lineCount: number;
  /** How many characters became question marks, because the file's encoding doesn't have them. */
  replacedCharacterCount: number;
  /** By kind and leave type. */
  totals: PayrollTotal[];
}

export interface PayrollTotal {
  kind: "LEAVE" | "CORRECTION" | "BALANCE";
  leaveTypeId: string;
  leaveTypeName: string;
  wageCode: string | null;
  lineCount: number;
  userCount: number;
  days: number;
  hours: number;
}

export interface PayrollLine {
  /** `LEAVE`: approved leave, cut at the pay period. `CORRECTION`: of days that are closed. `BALANCE`: what is left on the last day of someone who leaves in the period. */
  kind: "LEAVE" | "CORRECTION" | "BALANCE";
  userId: string;
  employeeId: string | null;
  name: string;
  /** Null once the user is erased. */
  email: string | null;
  department: string;
  leaveTypeId: string;
  leaveTypeName: string;
  wageCode: string | null;
  /** The leave may be deleted since. */
  leaveId: string | null;
  days: number;
  hours: number;
  firstDay: string;
  lastDay: string;
  note: string | null;
}

export interface PayrollTemplate {
  id: string;
  name: string;
  columns: PayrollColumn[];
  /** The kind of file: text, or a workbook whose dates and numbers are typed. */
  format: "CSV" | "XLSX";
  /** Between the cells of a CSV file. */
  separator: "COMMA" | "SEMICOLON";
  /** The decimal sign of a CSV file. A number that holds the separator is quoted. */
  decimal: "POINT" | "COMMA";
  /** Of a CSV file. `UTF_8` begins with a byte order mark. In `WINDOWS_1252`, characters that it doesn't have become question marks. */
  encoding: "UTF_8" | "WINDOWS_1252";
  /** `ISO` is 2026-11-30, `DAY_DOTS` 30.11.2026, `DAY_SLASHES` 30/11/2026, `MONTH_SLASHES` 11/30/2026, `DIGITS` 20261130. */
  dateForm: "ISO" | "DAY_DOTS" | "DAY_SLASHES" | "MONTH_SLASHES" | "DIGITS";
  /** Whether a CSV file begins with the titles. A workbook always does. */
  hasHeader: boolean;
  /** What the file calls leave types, in place of their own `wageCode`. A code of one location stands before that of all locations. Those of a deleted leave type or location stay, without effect. */
  codes: PayrollCode[];
  createdAt: string;
  updatedAt: string;
}

export interface PayrollCode {
  leaveTypeId: string;
  /** Null for all locations without a code of their own. */
  locationId: string | null;
  wageCode: string;
}

export interface OperationItem {
  id: string;
  status: "PENDING" | "SUCCEEDED" | "FAILED";
  url: string;
  createdAt: string;
  /** Null while PENDING. */
  completedAt: string | null;
  /** The progress of an import, an erasure or a company leave, in rows or people. Null for other writes. */
  progress: {
    done: number;
    total: number;
  } | null;
  /** The same `error` a failed request returns. Set once FAILED. */
  error: Record<string, unknown> | null;
}

export interface Operation {
  id: string;
  status: "PENDING" | "SUCCEEDED" | "FAILED";
  url: string;
  createdAt: string;
  /** Null while PENDING. */
  completedAt: string | null;
  /** The progress of an import, an erasure or a company leave, in rows or people. Null for other writes. */
  progress: {
    done: number;
    total: number;
  } | null;
  /** The same `error` a failed request returns. Set once FAILED. */
  error: Record<string, unknown> | null;
  /** The response the write would have returned. Set once SUCCEEDED. */
  result: {
    status: number;
    body: OperationResultBody;
  } | null;
}

/** The response body the write would have returned. */
export type OperationResultBody = {
  data: DepartmentDetail;
} | {
  data: LocationDetail;
} | {
  data: Label;
} | {
  data: Holiday;
} | {
  data: HolidayImportResult;
} | {
  data: User;
} | {
  data: HandedOver;
} | {
  data: UsersUpdateResult;
} | {
  data: UserImportResult;
} | {
  data: Erasure;
} | {
  data: UsersInvitationResult;
} | {
  data: LeaveTypeDetail;
} | {
  data: Leave;
} | {
  data: ImportResult;
} | {
  data: LeaveCertificate;
} | {
  data: CompanyLeave;
} | {
  data: Delegation;
} | {
  data: LeaveRule;
} | {
  data: BalanceAdjustment;
} | {
  data: Credit;
} | {
  data: HoursWorked;
} | {
  data: CreatedWorkPattern;
} | {
  data: WorkPatternsSetResult;
} | {
  data: Notification;
} | {
  data: ScheduledReport;
} | {
  data: PayrollRunDetails;
} | {
  data: PayrollTemplate;
} | null;

export interface UsersUpdateResult {
  changedCount: number;
  /** Users who already were as asked. */
  unchangedCount: number;
  failedCount: number;
  users: ({
    id: string;
    name: string | null;
    status: "changed" | "unchanged" | "failed";
    /** Why the user couldn't be changed. */
    code: "NOT_FOUND" | "HIGHER_ROLE" | "DELETED" | "YOURSELF" | "LAST_ADMINISTRATOR" | "LAST_EMERGENCY_ACCESS" | "PROVISIONED" | "OWN_APPROVER" | "LEAVE_NEGATIVE_BALANCE" | null;
    /** Days of leave that the new location wouldn't cover, for LEAVE_NEGATIVE_BALANCE. */
    missing: number | null;
  })[];
}

export interface UserImportResult {
  mode: "all" | "valid" | "check";
  createdCount: number;
  failedCount: number;
  skippedCount: number;
  rows: ({
    /** Index in `rows`, starting at 0. */
    row: number;
    /** `skipped` means the row is valid, and the mode is `check`, or it is `all` and another row isn't valid. */
    status: "created" | "failed" | "skipped";
    /** ID of the created record. */
    id?: string;
    errors?: ({
      path: string;
      message: string;
    })[];
    /** Leave rules that the row breaks. It is imported in spite of them. */
    brokenRules?: ({
      ruleId: string;
      kind: "NOTICE" | "BACKDATE" | "AHEAD" | "BLACKOUT" | "MAX_AWAY" | "LENGTH" | "WAITING" | "BALANCE_FLOOR" | "PROOF";
      name: string;
      sentence: string;
    })[];
  })[];
  /** Names that `create` created. With mode `check`, names that it would create. */
  created: {
    locations: string[];
    departments: string[];
    labels: string[];
  };
  /** Names in the rows that don't exist. */
  missing: {
    /** `create` would create these. */
    locations: string[];
    /** `create` would create these. */
    departments: string[];
    /** `create` would create these. */
    labels: string[];
  };
  /** The number of users who got their own yearly quota, an opening balance, or a working pattern other than the location's work week. With mode `check`, who would get it. */
  set: {
    yearlyDays: number;
    daysLeft: number;
    workPatterns: number;
  };
}

export interface Erasure {
  userId: string;
  erasedAt: string;
  /** API keys that are revoked. */
  keyCount: number;
  /** Webhooks that are revoked, with the reason `owner_deleted`. */
  webhookCount: number;
  /** Connected apps that are disconnected. */
  appCount: number;
  /** Calendar feeds that end. */
  feedCount: number;
  /** Notifications of theirs that are deleted. */
  notificationCount: number;
  /** Scheduled reports of theirs that are deleted. */
  reportCount: number;
  /** Notifications and reports of others that no longer go to their address. */
  recipientCount: number;
  /** Stand-ins that end, whether they name them or are named by them. */
  delegationCount: number;
  /** Names of the departments that they approved. */
  approvedDepartments: string[];
  /** Names of the locations that they managed. */
  managedLocations: string[];
  /** Requests of others that waited for their decision. */
  waitingCount: number;
  /** Leaves that stay, without a name or reason. */
  leaveCount: number;
}

export interface ImportResult {
  mode: "all" | "valid" | "check";
  createdCount: number;
  failedCount: number;
  skippedCount: number;
  rows: ({
    /** Index in `rows`, starting at 0. */
    row: number;
    /** `skipped` means the row is valid, and the mode is `check`, or it is `all` and another row isn't valid. */
    status: "created" | "failed" | "skipped";
    /** ID of the created record. */
    id?: string;
    errors?: ({
      path: string;
      message: string;
    })[];
    /** Leave rules that the row breaks. It is imported in spite of them. */
    brokenRules?: ({
      ruleId: string;
      kind: "NOTICE" | "BACKDATE" | "AHEAD" | "BLACKOUT" | "MAX_AWAY" | "LENGTH" | "WAITING" | "BALANCE_FLOOR" | "PROOF";
      name: string;
      sentence: string;
    })[];
  })[];
}

export interface WorkPatternsSetResult {
  changedCount: number;
  /** Users who already have this pattern from this day. */
  unchangedCount: number;
  failedCount: number;
  /** Open and approved leave, current or future, that takes other days. */
  recountedLeaveCount: number;
  users: ({
    id: string;
    name: string | null;
    status: "changed" | "unchanged" | "failed";
    /** Why the user couldn't be changed. */
    code: "NOT_FOUND" | "NOT_MANAGED" | "TOO_MANY_PATTERNS" | "LEAVE_NEGATIVE_BALANCE" | null;
    /** Open and approved leave, current or future, that takes other days. */
    recountedLeaveCount: number;
    /** Days of leave that balances wouldn't cover, for LEAVE_NEGATIVE_BALANCE. */
    missing: number | null;
  })[];
}

/** A leave as an event tells it: with its user, approver and leave type, without free text. */
export type LeaveEventData = Omit<ExpandedLeave, "durationHours" | "reason" | "statusReason" | "user" | "approver" | "leaveType"> &
  Required<Pick<ExpandedLeave, "user" | "approver" | "leaveType">> & {
    /** Null when there was none before. */
    previousStatus: ExpandedLeave["status"] | null;
  };

/** A user as an event tells it. */
export type UserEventData = User & {
  /** Null when there was none before. */
  previousStatus: User["status"] | null;
};

interface EventOf<Type extends string, Data> {
  /** The same for every attempt and every webhook: what to remember to do a thing once. */
  id: string;
  type: Type;
  timestamp: string;
  data: Data;
}

/** What a webhook delivers. `type` tells which. */
export type WebhookEvent =
  | EventOf<"leave.requested", LeaveEventData>
  | EventOf<"leave.approved", LeaveEventData>
  | EventOf<"leave.denied", LeaveEventData>
  | EventOf<"leave.updated", LeaveEventData>
  | EventOf<"leave.cancelled", LeaveEventData>
  | EventOf<"leave.deleted", LeaveEventData>
  | EventOf<"leave.expired", LeaveEventData>
  | EventOf<"user.created", UserEventData>
  | EventOf<"user.updated", UserEventData>
  | EventOf<"user.deactivated", UserEventData>
  | EventOf<"webhook.test", { webhookId: string }>;
