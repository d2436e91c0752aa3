import { catalogue, type ErrorCode } from "@/server/kernel/errors";

/** One refusal that a caller may meet. */
export interface ErrorRow {
  /** Of the catalogue; of v1, the message. */
  code: string;
  status: number;
  /** When it is answered, one sentence for each case. */
  conditions: string[];
  /** What to do about it. */
  resolution: string;
}

const overlap = "The time overlaps another open or approved leave of the person.";
const changedMeanwhile = "The leave was changed at the same moment.";
const notInStatus = "The leave's status does not allow it.";
const isOver = "The leave is over, and the acting user does not manage the person.";
const notTheirs = "Only the person, and those who manage them, may do this.";
const notAnApprover =
  "Only approvers of the person's department, location admins and administrators may decide, and another approver where the leave is one's own.";
const administratorsOnly = "Only administrators may do this.";
const revoked = "The webhook is revoked; that is final.";
const emailTaken = "Another person has this e-mail address.";
const deleted = "The person is deleted.";
const stronger = "The person's role is stronger than the acting user's.";
const lastAdministrator = "The person is the last active administrator.";
const sameName = (what: string): string => `Another ${what} has this name.`;
const isDefault = (what: string): string => `It is the default ${what}: make another one the default first.`;
const reportRoles = "The acting user is neither an administrator nor a location admin.";
const beyondReach = "It would show people beyond the reach of the acting user or of the key's owner.";

const roleDenies = "The acting user's role does not allow it.";
const inOperation = "The operation ends FAILED with this code.";

type Conditions = Partial<Record<ErrorCode, readonly string[]>>;

/** What a shared code means for one operation. */
const byOperation: Record<string, Conditions> = {
  createDepartment: { FORBIDDEN: [administratorsOnly], CONFLICT: [sameName("department")] },
  updateDepartment: {
    FORBIDDEN: [administratorsOnly],
    CONFLICT: [sameName("department"), isDefault("department")],
  },
  deleteDepartment: {
    FORBIDDEN: [administratorsOnly],
    CONFLICT: [isDefault("department"), "It is still in use."],
  },
  createLocation: { FORBIDDEN: [administratorsOnly], CONFLICT: [sameName("location")] },
  updateLocation: {
    FORBIDDEN: [administratorsOnly],
    CONFLICT: [sameName("location"), isDefault("location")],
  },
  deleteLocation: {
    FORBIDDEN: [administratorsOnly],
    CONFLICT: [isDefault("location"), "It is still in use."],
  },
  createLabel: { FORBIDDEN: [administratorsOnly], CONFLICT: [sameName("label")] },
  updateLabel: { FORBIDDEN: [administratorsOnly], CONFLICT: [sameName("label")] },
  deleteLabel: { FORBIDDEN: [administratorsOnly] },
  createHoliday: { CONFLICT: ["The location has a holiday of this name on this day."] },
  updateHoliday: { CONFLICT: ["The location has a holiday of this name on this day."] },
  createLeaveType: { FORBIDDEN: [administratorsOnly], CONFLICT: [sameName("leave type")] },
  updateLeaveType: { FORBIDDEN: [administratorsOnly], CONFLICT: [sameName("leave type")] },
  createUser: { FORBIDDEN: ["Only administrators write roles."], CONFLICT: [emailTaken] },
  updateUser: {
    FORBIDDEN: ["Only administrators write roles.", stronger],
    CONFLICT: [emailTaken, deleted, lastAdministrator],
  },
  activateUser: { FORBIDDEN: [stronger], CONFLICT: ["The person is active already.", deleted] },
  deactivateUser: {
    FORBIDDEN: [stronger],
    CONFLICT: ["The person is inactive already.", deleted, lastAdministrator],
  },
  requestLeave: {
    FORBIDDEN: ["Leave can be added only for people whom the acting user manages."],
    CONFLICT: [overlap],
  },
  editLeave: { FORBIDDEN: [notTheirs], CONFLICT: [overlap, notInStatus, isOver, changedMeanwhile] },
  deleteLeave: { FORBIDDEN: [notTheirs], CONFLICT: [notInStatus, isOver, changedMeanwhile] },
  cancelLeave: { FORBIDDEN: [notTheirs], CONFLICT: [notInStatus, isOver, changedMeanwhile] },
  approveLeave: {
    FORBIDDEN: [notAnApprover],
    CONFLICT: ["The leave is not open.", "It waits for an approver of the other level.", changedMeanwhile],
  },
  denyLeave: { FORBIDDEN: [notAnApprover], CONFLICT: ["The leave is not open.", changedMeanwhile] },
  importUsers: { FORBIDDEN: [`${roleDenies} ${inOperation}`] },
  importLeaves: { FORBIDDEN: [`Only those who manage people import leave. ${inOperation}`] },
  updateWebhook: { CONFLICT: [revoked, "The owner is not active."] },
  deleteWebhook: { CONFLICT: ["The webhook is revoked already."] },
  rotateWebhookSecret: {
    CONFLICT: [revoked, "The secret before still signs: wait, or send `overlapSeconds` 0."],
  },
  pauseWebhook: { CONFLICT: ["The webhook is paused already.", revoked] },
  resumeWebhook: { CONFLICT: ["The webhook is not paused.", "Its owner is not active.", revoked] },
  testWebhook: { CONFLICT: [revoked, "It is paused because its owner is not active."] },
  redeliver: { CONFLICT: ["The webhook is paused.", revoked] },
  createNotification: { FORBIDDEN: ["Only approvers and administrators create notifications.", beyondReach] },
  updateNotification: { FORBIDDEN: [beyondReach] },
  listScheduledReports: { FORBIDDEN: [reportRoles] },
  getScheduledReport: { FORBIDDEN: [reportRoles] },
  createScheduledReport: {
    FORBIDDEN: [
      reportRoles,
      "A location admin's report must name locations that they manage, and no others.",
    ],
  },
  updateScheduledReport: {
    FORBIDDEN: [
      reportRoles,
      "A location admin's report must name locations that they manage, and no others.",
    ],
  },
  deleteScheduledReport: { FORBIDDEN: [reportRoles] },
};

/** What every keyed operation answers FORBIDDEN for. */
export const forbiddenEverywhere = [
  "The key's owner is no longer active.",
  "The Open API add-on is off, or the workspace is on the Free plan.",
] as const;

/** A code of an operation, with what it means there. `onBehalf`: the acting user may be another than the key's owner. */
export function errorRowOf(code: ErrorCode, operationId: string, onBehalf: boolean): ErrorRow {
  const [status, , description, resolution] = catalogue[code];
  const own = byOperation[operationId]?.[code] ?? [];
  if (code !== "FORBIDDEN")
    return { code, status, conditions: own.length > 0 ? [...own] : [description], resolution };
  const ownOrRole = own.length === 0 && onBehalf ? [roleDenies] : own;
  return { code, status, conditions: [...ownOrRole, ...forbiddenEverywhere], resolution };
}
