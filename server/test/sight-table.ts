import type { CastMember, TestRole } from "./factories";

/** The active people of a test workspace. */
export const activeMembers = [
  "admin",
  "locationAdmin",
  "approver",
  "user",
  "northSeller",
  "platformer",
] as const satisfies readonly CastMember[];

const everybody = activeMembers;
/** Of the location north, which the location admin manages. */
const north = ["admin", "locationAdmin", "northSeller", "platformer"] as const;

/**
 * Whom each role of a test workspace sees in the app, by the workspace's setting (decision 11). Administrators reach everybody; the
 * approver belongs to south and engineering and approves sales; the user belongs to south and sales.
 */
export const sightTable = {
  SELF: {
    admin: everybody,
    locationAdmin: north,
    approver: ["approver", "user", "northSeller"],
    user: ["user"],
  },
  DEPARTMENT: {
    admin: everybody,
    locationAdmin: [...north, "approver"],
    approver: ["admin", "locationAdmin", "approver", "user", "northSeller"],
    user: ["user", "northSeller"],
  },
  LOCATION: {
    admin: everybody,
    locationAdmin: north,
    approver: ["approver", "user", "northSeller"],
    user: ["approver", "user"],
  },
  WORKSPACE: { admin: everybody, locationAdmin: everybody, approver: everybody, user: everybody },
} as const satisfies Record<string, Record<TestRole, readonly CastMember[]>>;

const own = { user: ["user"], approver: ["approver", "user", "northSeller"] } as const;

/**
 * Of whose leave each role knows a private type, whatever the setting (decision 5): while it waits, of those whose leave they may decide;
 * else of those whom they manage, and nobody manages a person whose role is stronger.
 */
export const privateTypeTable = {
  OPEN: { admin: everybody, locationAdmin: north, ...own },
  APPROVED: { admin: everybody, locationAdmin: ["locationAdmin", "northSeller", "platformer"], ...own },
} as const satisfies Record<string, Record<TestRole, readonly CastMember[]>>;
