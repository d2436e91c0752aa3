import type { Role } from "@/drizzle/schema/values";

/** Resources with a `:read` and a `:write` scope (decision 4.4). */
export const scopeResources = [
  "leaves",
  "leave-files",
  "users",
  "holidays",
  "departments",
  "locations",
  "labels",
  "leave-types",
  "leave-rules",
  "notifications",
  "webhooks",
  "company-leaves",
  "credits",
  "hours-worked",
  "payroll-runs",
] as const;
export type ScopeResource = (typeof scopeResources)[number];

export type Scope = `${ScopeResource}:${"read" | "write"}` | "users:act-on-behalf";

/** Every scope that a key can have. */
export const scopes: readonly Scope[] = [
  ...scopeResources.flatMap((resource): Scope[] => [`${resource}:read`, `${resource}:write`]),
  "users:act-on-behalf",
];

/** Whether a key with these scopes changes nothing. */
export const onlyReads = (given: readonly Scope[]): boolean =>
  given.every((scope) => scope.endsWith(":read"));

export const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text);

const locationAdminLacks: readonly Scope[] = [
  "departments:write",
  "locations:write",
  "leave-types:write",
  "labels:write",
];

const userScopes: readonly Scope[] = [
  "leaves:read",
  "leaves:write",
  "leave-files:read",
  "leave-files:write",
  "leave-types:read",
  "leave-rules:read",
  "credits:read",
  "credits:write",
  "hours-worked:read",
  "users:read",
  "holidays:read",
  "notifications:read",
  "notifications:write",
  "webhooks:read",
  "webhooks:write",
];

/** Scopes that a role may grant to its keys (decision 4.4). */
export const roleScopes: Readonly<Record<Role, readonly Scope[]>> = {
  ADMIN: scopes,
  LOCATION_ADMIN: scopes.filter((scope) => !locationAdminLacks.includes(scope)),
  APPROVER: [...userScopes, "users:act-on-behalf"],
  USER: userScopes,
};

/** Scopes that a role may grant, but that its keys cannot use: a USER cannot create a notification (decision 4.4). */
export const isOfNoUse = (role: Role, scope: Scope): boolean =>
  role === "USER" && scope === "notifications:write";

export const roleAllows = (role: Role, scope: Scope): boolean => roleScopes[role].includes(scope);
