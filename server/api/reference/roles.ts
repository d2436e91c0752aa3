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
  LOCATION_ADMIN: "The people of the locations that they manage.",
  APPROVER: "The people of the departments that they approve.",
  USER: "Only themselves.",
};
const peopleAndOwn: Words = {
  ...people,
  LOCATION_ADMIN: "The people of the locations that they manage, and themselves.",
  APPROVER: "The people of the departments that they approve, and themselves.",
};
const theirs = (things: string): Words => ({
  ADMIN: `Every ${things} of the workspace.`,
  LOCATION_ADMIN: `Their own ${things}s.`,
  APPROVER: `Their own ${things}s.`,
  USER: `Their own ${things}s.`,
});
const leaveDeciders: Words = {
  ADMIN: "Every leave of the workspace.",
  LOCATION_ADMIN: "The leave of the people of the locations that they manage.",
  APPROVER:
    "The leave of the people of the departments that they approve; their own only where nobody else approves.",
};

/** By tag: what reads show, and what writes touch. */
const byTag: Record<string, { read: Words; write: Words }> = {
  Departments: {
    read: {
      ...everywhere,
      LOCATION_ADMIN: "The departments with an active member in a location that they manage.",
    },
    write: everywhere,
  },
  Locations: {
    read: { ...everywhere, LOCATION_ADMIN: "The locations that they manage." },
    write: everywhere,
  },
  Labels: {
    read: { ...everywhere, LOCATION_ADMIN: "Every label; `userCount` counts the people of their locations." },
    write: everywhere,
  },
  Holidays: {
    read: {
      ...everywhere,
      LOCATION_ADMIN: "The holidays of the locations that they manage.",
      APPROVER: "The holidays of the locations of the people whom they approve.",
      USER: "The holidays of their own location.",
    },
    write: { ...everywhere, LOCATION_ADMIN: "The holidays of the locations that they manage." },
  },
  "Leave types": {
    read: {
      ADMIN: "Every leave type, with the policies of every location.",
      LOCATION_ADMIN: "Every leave type, with the policies of the locations that they manage.",
      APPROVER: "Every leave type, with the policies of the locations of the people whom they approve.",
      USER: "Every leave type, with the policies of their own location.",
    },
    write: everywhere,
  },
  Users: {
    read: people,
    write: {
      ADMIN: "The whole workspace; only administrators write roles.",
      LOCATION_ADMIN: "The people of the locations that they manage, but nobody whose role is stronger.",
    },
  },
  Leaves: { read: people, write: peopleAndOwn },
  Notifications: { read: theirs("notification"), write: theirs("notification") },
  "Scheduled reports": {
    read: {
      ADMIN: "Every report.",
      LOCATION_ADMIN: "The reports that cover only locations which they manage.",
    },
    write: {
      ADMIN: "Every report.",
      LOCATION_ADMIN: "The reports that cover only locations which they manage.",
    },
  },
  Webhooks: { read: theirs("webhook"), write: theirs("webhook") },
};

/** Where an operation differs from the others of its tag. */
const byOperation: Record<string, Words> = {
  listBalances: peopleAndOwn,
  approveLeave: leaveDeciders,
  denyLeave: leaveDeciders,
  importLeaves: { ...people, USER: "" },
  createNotification: {
    ADMIN: "Messages show the whole workspace.",
    LOCATION_ADMIN: "Messages show the people of the locations that they manage.",
    APPROVER: "Messages show the people of the departments that they approve.",
  },
  createWebhook: {
    ADMIN: "Events of the whole workspace.",
    LOCATION_ADMIN: "Events of the people of the locations that they manage.",
    APPROVER: "Events of the people of the departments that they approve.",
    USER: "Events of their own leave and person.",
  },
};

const ownersOperations = "The operations of the key's owner, with any of their keys.";

/** For each role, strongest first, whether a key of such an owner may call, and what it reaches. */
export function rolesOf({ operationId, tag, method, scope }: Endpoint): RoleRow[] {
  if (scope === "public") return [];
  const words = byOperation[operationId] ?? byTag[tag]?.[method === "GET" ? "read" : "write"];
  return [...roles].reverse().map((role) => {
    const reach = scope === "any" ? ownersOperations : (words?.[role] ?? "");
    return { role, isAllowed: reach !== "" && (scope === "any" || roleAllows(role, scope)), reach };
  });
}
