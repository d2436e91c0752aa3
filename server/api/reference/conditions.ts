import { catalogue, type ErrorCode } from "@/server/kernel/errors";

/** One error that a caller may get. */
export interface ErrorRow {
  /** The code in the catalogue; in v1, the message. */
  code: string;
  status: number;
  /** Its causes, one sentence each. */
  conditions: string[];
  /** How to fix it. */
  resolution: string;
}

const overlap = "It overlaps another open or approved leave of the same person.";
const changedMeanwhile = "Another request changed this leave at the same time.";
const notInStatus = "The leave's status doesn't allow it.";
const needsConsent = "It's the acting user's own approved leave, whose policy needs consent to change it.";
const isOver = "The leave is already over, and the acting user doesn't manage the person.";
const notTheirs = "Only the person on leave and those who manage them can do this.";
const notAnApprover =
  "Only those who decide this leave can: the person's manager, their department's approvers, stand-ins, location admins, administrators. You can't decide your own leave if someone else can.";
const notADecider =
  "Only those who decide leave of this type of the user can. You can't decide your own credit if someone else can.";
const creditChanged = "Another request changed this credit at the same time.";
const administratorsOnly = "Only administrators can do this.";
const revoked = "The webhook is revoked. This can't be undone.";
const emailTaken = "Another person already has this email address.";
const deleted = "The person was deleted.";
const stronger = "The person's role is higher than the acting user's.";
const lastAdministrator = "The person is the last active administrator.";
const sameName = (what: string): string => `Another ${what} already has this name.`;
const isDefault = (what: string): string => `It's the default ${what}: make another one the default first.`;
const reportRoles = "The acting user isn't an administrator or location admin.";
const beyondReach = "It would show people the acting user or the key's owner can't see.";

const roleDenies = "The acting user's role doesn't allow it.";
const inOperation = "The operation fails with this code.";

type Conditions = Partial<Record<ErrorCode, readonly string[]>>;

/** The meaning of a shared code for one operation. */
const byOperation: Record<string, Conditions> = {
  createDepartment: { FORBIDDEN: [administratorsOnly], CONFLICT: [sameName("department")] },
  updateDepartment: {
    FORBIDDEN: [administratorsOnly],
    CONFLICT: [sameName("department"), isDefault("department")],
  },
  deleteDepartment: {
    FORBIDDEN: [administratorsOnly],
    CONFLICT: [isDefault("department"), "It's still in use."],
  },
  createLocation: { FORBIDDEN: [administratorsOnly], CONFLICT: [sameName("location")] },
  updateLocation: {
    FORBIDDEN: [administratorsOnly],
    CONFLICT: [sameName("location"), isDefault("location")],
  },
  deleteLocation: {
    FORBIDDEN: [administratorsOnly],
    CONFLICT: [isDefault("location"), "It's still in use."],
  },
  createLabel: { FORBIDDEN: [administratorsOnly], CONFLICT: [sameName("label")] },
  updateLabel: { FORBIDDEN: [administratorsOnly], CONFLICT: [sameName("label")] },
  deleteLabel: { FORBIDDEN: [administratorsOnly] },
  addLeaveFile: { CONFLICT: [notInStatus, deleted] },
  deleteLeaveFile: {
    FORBIDDEN: ["Someone else added the file, and the acting user doesn't manage the person."],
  },
  createHoliday: { CONFLICT: ["This location already has a holiday with this name on this day."] },
  updateHoliday: { CONFLICT: ["This location already has a holiday with this name on this day."] },
  createLeaveType: { FORBIDDEN: [administratorsOnly], CONFLICT: [sameName("leave type")] },
  updateLeaveType: { FORBIDDEN: [administratorsOnly], CONFLICT: [sameName("leave type")] },
  previewLeavePolicies: { FORBIDDEN: [administratorsOnly] },
  createUser: { FORBIDDEN: ["Only administrators can change roles."], CONFLICT: [emailTaken] },
  updateUser: {
    FORBIDDEN: ["Only administrators can change roles.", stronger],
    CONFLICT: [emailTaken, deleted, lastAdministrator],
  },
  activateUser: { FORBIDDEN: [stronger], CONFLICT: ["The person is already active.", deleted] },
  deactivateUser: {
    FORBIDDEN: [stronger],
    CONFLICT: ["The person is already inactive.", deleted, lastAdministrator],
  },
  inviteUser: { FORBIDDEN: ["Only administrators can change roles."], CONFLICT: [emailTaken] },
  handOverUsers: { FORBIDDEN: [stronger], CONFLICT: ["The person was deleted."] },
  sendInvitation: {
    FORBIDDEN: [stronger],
    CONFLICT: [
      "The person has signed in before.",
      "The person isn't active.",
      "They were invited less than a minute ago.",
    ],
  },
  requestLeave: {
    FORBIDDEN: ["The acting user can only add leave for people they manage."],
    CONFLICT: [overlap],
  },
  editLeave: {
    FORBIDDEN: [notTheirs],
    CONFLICT: [overlap, notInStatus, isOver, needsConsent, changedMeanwhile],
  },
  deleteLeave: {
    FORBIDDEN: [notTheirs],
    CONFLICT: [
      notInStatus,
      isOver,
      "It's approved and has begun. Its owner can cancel it.",
      needsConsent,
      changedMeanwhile,
    ],
  },
  cancelLeave: {
    FORBIDDEN: [notTheirs],
    CONFLICT: [notInStatus, isOver, "They already asked to cancel it.", changedMeanwhile],
  },
  withdrawCancellation: {
    FORBIDDEN: ["It's someone else's leave."],
    CONFLICT: ["It doesn't wait for consent to cancel it.", changedMeanwhile],
  },
  withdrawChange: {
    FORBIDDEN: ["It's someone else's leave."],
    CONFLICT: ["It doesn't wait for consent to change it.", changedMeanwhile],
  },
  approveLeave: {
    FORBIDDEN: [notAnApprover],
    CONFLICT: [
      "The leave isn't waiting.",
      "It's waiting for an approver of the other level.",
      changedMeanwhile,
    ],
  },
  denyLeave: { FORBIDDEN: [notAnApprover], CONFLICT: ["The leave isn't waiting.", changedMeanwhile] },
  remindApprovers: {
    FORBIDDEN: ["It's someone else's leave."],
    CONFLICT: ["The leave isn't waiting.", "The approvers were already reminded today."],
  },
  createDelegation: {
    FORBIDDEN: [
      "The acting user isn't the approver, and isn't an administrator or location admin who manages them.",
    ],
    CONFLICT: ["The person is already the stand-in for this approver and department on some of these days."],
  },
  adjustBalance: {
    FORBIDDEN: [roleDenies],
    CONFLICT: ["The adjustment is already reversed."],
  },
  reportHoursWorked: {
    FORBIDDEN: [roleDenies],
    CONFLICT: ["Hours of another period are there for some of these days."],
  },
  deleteHoursWorked: { FORBIDDEN: [roleDenies] },
  createCredit: { FORBIDDEN: ["It's for someone else, and the acting user's role doesn't allow it."] },
  updateCredit: {
    FORBIDDEN: [roleDenies],
    CONFLICT: ["The credit is neither OPEN nor APPROVED, or its last day is over.", creditChanged],
  },
  approveCredit: { FORBIDDEN: [notADecider], CONFLICT: ["The credit isn't OPEN.", creditChanged] },
  denyCredit: { FORBIDDEN: [notADecider], CONFLICT: ["The credit isn't OPEN.", creditChanged] },
  cancelCredit: {
    FORBIDDEN: ["It's someone else's credit, or the acting user's own and approved."],
    CONFLICT: ["The credit is neither OPEN nor APPROVED.", creditChanged],
  },
  createWorkPattern: {
    FORBIDDEN: [roleDenies],
    CONFLICT: ["The user has 100 working patterns already."],
  },
  setWorkPatterns: { FORBIDDEN: [`${roleDenies} ${inOperation}`] },
  previewWorkPattern: { FORBIDDEN: [roleDenies] },
  previewWorkPatternDeletion: { FORBIDDEN: [roleDenies] },
  deleteWorkPattern: { FORBIDDEN: [roleDenies] },
  endDelegation: {
    FORBIDDEN: [
      "The acting user isn't the approver, and isn't an administrator or location admin who manages them.",
    ],
    CONFLICT: ["It's already over."],
  },
  updateUsers: { FORBIDDEN: [`${roleDenies} ${inOperation}`] },
  importUsers: {
    FORBIDDEN: [`${roleDenies} ${inOperation}`, "`create` is only for administrators."],
  },
  importOpeningBalances: { FORBIDDEN: [`${roleDenies} ${inOperation}`] },
  importLeaves: { FORBIDDEN: [`Only people who manage others can import leave. ${inOperation}`] },
  updateWebhook: { CONFLICT: [revoked, "The owner isn't active."] },
  deleteWebhook: { CONFLICT: ["The webhook is already revoked."] },
  rotateWebhookSecret: {
    CONFLICT: [revoked, "The previous secret still works. Wait until it ends, or send `overlapSeconds` 0."],
  },
  pauseWebhook: { CONFLICT: ["The webhook is already paused.", revoked] },
  resumeWebhook: { CONFLICT: ["The webhook isn't paused.", "Its owner isn't active.", revoked] },
  testWebhook: { CONFLICT: [revoked, "It's paused because its owner isn't active."] },
  redeliver: { CONFLICT: ["The webhook is paused.", revoked] },
  createNotification: {
    FORBIDDEN: ["Only approvers, location admins and administrators can create notifications.", beyondReach],
  },
  updateNotification: { FORBIDDEN: [beyondReach] },
  listScheduledReports: { FORBIDDEN: [reportRoles] },
  getScheduledReport: { FORBIDDEN: [reportRoles] },
  listReportOccurrences: { FORBIDDEN: [reportRoles] },
  createScheduledReport: {
    FORBIDDEN: [reportRoles, "A location admin's report can only cover locations they manage."],
  },
  updateScheduledReport: {
    FORBIDDEN: [reportRoles, "A location admin's report can only cover locations they manage."],
  },
  deleteScheduledReport: { FORBIDDEN: [reportRoles] },
};

/** Causes of FORBIDDEN for every keyed operation. */
export const forbiddenEverywhere = [
  "The key's owner is no longer active.",
  "The Open API add-on is turned off, or the workspace is on the Free plan.",
] as const;

/** A code of an operation, with its meaning there. `onBehalf`: the acting user may differ from the key's owner. */
export function errorRowOf(code: ErrorCode, operationId: string, onBehalf: boolean): ErrorRow {
  const [status, , description, resolution] = catalogue[code];
  const own = byOperation[operationId]?.[code] ?? [];
  if (code !== "FORBIDDEN")
    return { code, status, conditions: own.length > 0 ? [...own] : [description], resolution };
  const ownOrRole = own.length === 0 && onBehalf ? [roleDenies] : own;
  return { code, status, conditions: [...ownOrRole, ...forbiddenEverywhere], resolution };
}
