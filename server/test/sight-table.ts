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
/** The people of the location north, which the location admin manages. */
const north = ["admin", "locationAdmin", "northSeller", "platformer"] as const;

/**
 * The people that each role of a test workspace sees in the app, by the workspace's setting (decision 11). Administrators reach everyone;
 * the approver belongs to south and engineering and approves sales; the user belongs to south and sales.
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
 * The people whose private leave types each role knows, for every setting (decision 5): for open leave, those whose leave the role may
 * decide; otherwise those it manages. No one manages a person with a stronger role.
 */
export const privateTypeTable = {
  OPEN: { admin: everybody, locationAdmin: north, ...own },
  APPROVED: { admin: everybody, locationAdmin: ["locationAdmin", "northSeller", "platformer"], ...own },
} as const satisfies Record<string, Record<TestRole, readonly CastMember[]>>;
