import { type Role, roles } from "@/drizzle/schema/values";
import { roleAllows } from "@/server/access/scopes";
import type { Endpoint } from "@/server/transport/endpoint";

/** What a key of an owner with this role may do with an operation. */
export interface RoleRow {
  role: Role;
  /** False: the role cannot grant the scope, or is always refused. */
  isAllowed: boolean;
  /** What the call sees or touches. */
  reach: string;
}

type Words = Partial<Record<Role, string>>;

const everywhere: Words = { ADMIN: "The whole workspace." };
const people: Words = {
  ...everywhere,
  LOCATION_ADMIN: "People in the locations they manage.",
  APPROVER: "People in the departments they approve for.",
  USER: "Only themselves.",
};
const peopleAndOwn: Words = {
  ...people,
  LOCATION_ADMIN: "People in the locations they manage, and themselves.",
  APPROVER: "People in the departments they approve for, and themselves.",
};
const everyRole = (words: string): Words => Object.fromEntries(roles.map((role) => [role, words]));
const theirs = (things: string): Words => ({
  ADMIN: `Every ${things} in the workspace.`,
  LOCATION_ADMIN: `Their own ${things}s.`,
  APPROVER: `Their own ${things}s.`,
  USER: `Their own ${things}s.`,
});
const managedPeople: Words = {
  ADMIN: "The whole workspace.",
  LOCATION_ADMIN: "People in the locations they manage, except themselves and those with a higher role.",
};
const leaveDeciders: Words = {
  ADMIN: "Every leave in the workspace.",
  LOCATION_ADMIN: "Leave of people in the locations they manage, unless only administrators decide it.",
  APPROVER:
    "Leave of people in the departments they approve for, unless their manager or another role decides it. Their own only if no one else can approve it.",
};

const creditDeciders: Words = {
  ADMIN: "Every credit in the workspace. Their own only if no one else can approve it.",
  LOCATION_ADMIN:
    "Credits of people in the locations they manage, unless only administrators decide leave of the type.",
  APPROVER:
    "Credits of people in the departments they approve for, unless their manager or another role decides leave of the type. Their own only if no one else can approve it.",
};

const filesOfLeave: Words = {
  ADMIN: "Every leave in the workspace.",
  LOCATION_ADMIN:
    "Their own leave, and that of people in the locations they manage, except those with a higher role.",
  APPROVER: "Their own leave, and that of people they approve for, where the leave type shows them files.",
  USER: "Their own leave.",
};

const eventsOfPeople: Words = {
  ADMIN: "Events for the whole workspace.",
  LOCATION_ADMIN: "Events about people in the locations they manage.",
  APPROVER: "Events about people in the departments they approve for.",
  USER: "Events about themselves and their own leave.",
};

/** By tag: what reads return, and what writes affect. */
const byTag: Record<string, { read: Words; write: Words }> = {
  Departments: {
    read: {
      ...everywhere,
      LOCATION_ADMIN: "Departments with an active member in a location they manage.",
    },
    write: everywhere,
  },
  Locations: {
    read: { ...everywhere, LOCATION_ADMIN: "The locations they manage." },
    write: everywhere,
  },
  Labels: {
    read: {
      ...everywhere,
      LOCATION_ADMIN: "Every label. `userCount` only counts people in their locations.",
    },
    write: everywhere,
  },
  Holidays: {
    read: {
      ...everywhere,
      LOCATION_ADMIN: "Holidays of the locations they manage.",
      APPROVER: "Holidays of the locations of people they approve for.",
      USER: "Holidays of their own location.",
    },
    write: { ...everywhere, LOCATION_ADMIN: "Holidays of the locations they manage." },
  },
  "Leave types": {
    read: {
      ADMIN: "Every leave type, with policies for every location.",
      LOCATION_ADMIN: "Every leave type, with policies for the locations they manage.",
      APPROVER: "Every leave type, with policies for the locations of people they approve for.",
      USER: "Every leave type, with policies for their own location.",
    },
    write: everywhere,
  },
  Users: {
    read: people,
    write: {
      ADMIN: "The whole workspace. Only administrators can change roles.",
      LOCATION_ADMIN: "People in the locations they manage, except those with a higher role.",
    },
  },
  Leaves: { read: people, write: peopleAndOwn },
  "Leave rules": {
    read: {
      ADMIN: "Every rule.",
      LOCATION_ADMIN: "Rules of the locations they manage, and those of every location.",
      APPROVER: "Rules that concern them.",
      USER: "Rules that concern them.",
    },
    write: {
      ADMIN: "Every rule.",
      LOCATION_ADMIN: "Rules whose locations are all ones that they manage.",
    },
  },
  "Leave files": { read: filesOfLeave, write: filesOfLeave },
  "Company leave": {
    read: {
      ADMIN: "Every company leave.",
      LOCATION_ADMIN: "Company leave of locations they manage only.",
    },
    write: {
      ADMIN: "The whole workspace.",
      LOCATION_ADMIN: "Company leave of locations they manage only.",
    },
  },
  Payroll: {
    read: {
      ADMIN: "Every payroll run.",
      LOCATION_ADMIN: "Payroll runs of locations they manage, with everyone in them, and every template.",
    },
    write: {
      ADMIN: "The whole workspace.",
      LOCATION_ADMIN: "Payroll runs of locations they manage.",
    },
  },
  Delegations: {
    read: {
      ADMIN: "Every delegation.",
      LOCATION_ADMIN: "Those of approvers in the locations they manage, and those that name them.",
      APPROVER: "Their own, and those that name them.",
      USER: "Those that name them.",
    },
    write: {
      ADMIN: "Those of every approver.",
      LOCATION_ADMIN: "Those of approvers in the locations they manage, and their own.",
      APPROVER: "Their own.",
    },
  },
  Notifications: { read: theirs("notification"), write: theirs("notification") },
  "Scheduled reports": {
    read: {
      ADMIN: "Every report.",
      LOCATION_ADMIN: "Reports limited to locations they manage.",
    },
    write: {
      ADMIN: "Every report.",
      LOCATION_ADMIN: "Reports limited to locations they manage.",
    },
  },
  Webhooks: { read: theirs("webhook"), write: theirs("webhook") },
  Me: { read: everyRole("The key and its owner."), write: {} },
  Operations: { read: everyRole("Operations of any key with the same owner."), write: {} },
};

/** Exceptions of operations to their tag. */
const byOperation: Record<string, Words> = {
  listHolidayProposals: { ...everywhere, LOCATION_ADMIN: "The locations they manage." },
  listBalances: peopleAndOwn,
  listLeaveHistory: peopleAndOwn,
  explainBalance: peopleAndOwn,
  listBalanceAdjustments: peopleAndOwn,
  adjustBalance: managedPeople,
  listCredits: people,
  getCredit: peopleAndOwn,
  createCredit: {
    ADMIN: "Everyone in the workspace. Their own waits for a decision.",
    LOCATION_ADMIN:
      "People in the locations they manage, except those with a higher role. Their own waits for a decision.",
    APPROVER: "Their own, which waits for a decision.",
    USER: "Their own, which waits for a decision.",
  },
  updateCredit: managedPeople,
  approveCredit: creditDeciders,
  denyCredit: creditDeciders,
  cancelCredit: {
    ADMIN: "Every credit in the workspace.",
    LOCATION_ADMIN:
      "Credits of people in the locations they manage, except those with a higher role, and their own while it waits.",
    APPROVER: "Their own while it waits.",
    USER: "Their own while it waits.",
  },
  listHoursWorked: people,
  getHoursWorked: peopleAndOwn,
  reportHoursWorked: managedPeople,
  importHoursWorked: managedPeople,
  deleteHoursWorked: managedPeople,
  importOpeningBalances: managedPeople,
  listWorkPatterns: peopleAndOwn,
  ...Object.fromEntries(
    [
      "createWorkPattern",
      "previewWorkPattern",
      "setWorkPatterns",
      "previewWorkPatternDeletion",
      "deleteWorkPattern",
    ].map((id) => [id, managedPeople]),
  ),
  deletePayrollRun: everywhere,
  createPayrollTemplate: everywhere,
  updatePayrollTemplate: everywhere,
  deletePayrollTemplate: everywhere,
  approveLeave: leaveDeciders,
  denyLeave: leaveDeciders,
  remindApprovers: everyRole("Their own leave."),
  withdrawCancellation: everyRole("Their own leave."),
  withdrawChange: everyRole("Their own leave."),
  listLeavesToDecide: { ...leaveDeciders, USER: "Nothing: they decide no leave." },
  listDecisionContexts: { ...leaveDeciders, USER: "Nothing: they decide no leave." },
  endDelegation: {
    ADMIN: "Those of every approver.",
    LOCATION_ADMIN: "Those of approvers in the locations they manage, and their own.",
    APPROVER: "Their own.",
    USER: "Their own, from when they were an approver.",
  },
  importLeaves: { ...people, USER: "" },
  createNotification: {
    ADMIN: "Messages can include everyone in the workspace.",
    LOCATION_ADMIN: "Messages can include people in the locations they manage.",
    APPROVER: "Messages can include people in the departments they approve for.",
  },
  createWebhook: eventsOfPeople,
  listEvents: eventsOfPeople,
};

/** For each role, strongest first, whether a key of such an owner may call the operation, and its reach. */
export function rolesOf({ operationId, tag, method, scope }: Endpoint): RoleRow[] {
  if (scope === "public") return [];
  const words = byOperation[operationId] ?? byTag[tag]?.[method === "GET" ? "read" : "write"];
  return [...roles].reverse().map((role) => {
    const reach = words?.[role] ?? "";
    return { role, isAllowed: reach !== "" && (scope === "any" || roleAllows(role, scope)), reach };
  });
}
