import type { Role } from "@/server/access/roles";
import { roleAllows, type Scope } from "@/server/access/scopes";

/** A scope in plain words: the name of its checkbox, and what it lets a key do. */
export interface ScopeWords {
  scope: Scope;
  label: string;
  what: string;
  /** For the summary: what is read or changed. */
  thing: string;
}

export interface ScopeGroup {
  title: string;
  scopes: readonly ScopeWords[];
}

type Resource = Scope extends infer S ? (S extends `${infer R}:read` ? R : never) : never;

const group = (resource: Resource, title: string, sees: string, changes: string): ScopeGroup => {
  const thing = title.toLowerCase();
  return {
    title,
    scopes: [
      { scope: `${resource}:read`, label: `Read ${thing}`, what: sees, thing },
      { scope: `${resource}:write`, label: `Change ${thing}`, what: changes, thing },
    ],
  };
};

/** Every scope, by resource. */
export const scopeGroups: readonly ScopeGroup[] = [
  group(
    "leaves",
    "Leaves",
    "see leave requests, their status and balances",
    "request, edit, approve, deny and cancel leave",
  ),
  group(
    "users",
    "Users",
    "see people, their e-mail addresses and where they belong",
    "add and change people, activate and deactivate them",
  ),
  group(
    "holidays",
    "Holidays",
    "see public holidays; also needed to show them with users",
    "add, change and delete public holidays",
  ),
  group(
    "departments",
    "Departments",
    "see departments and who approves in them",
    "add, change and delete departments",
  ),
  group(
    "locations",
    "Locations",
    "see locations, their time zone and work week",
    "add, change and delete locations",
  ),
  group("labels", "Labels", "see labels and how many people have them", "add, change and delete labels"),
  group("leave-types", "Leave types", "see leave types and their policies", "add and change leave types"),
  group(
    "notifications",
    "Notifications",
    "see scheduled notifications and reports",
    "add, change and delete scheduled notifications and reports",
  ),
  group(
    "webhooks",
    "Webhooks",
    "see webhooks and their deliveries",
    "add, change and delete webhooks; each event also needs the read scope of its subject",
  ),
  {
    title: "Acting for others",
    scopes: [
      {
        scope: "users:act-on-behalf",
        label: "Act on behalf of others",
        what: "lets the key act as people you manage",
        thing: "acting for people you manage",
      },
    ],
  },
];

const wordsByScope = new Map(
  scopeGroups.flatMap(({ scopes }) => scopes).map((words) => [words.scope, words] as const),
);

/** The words of one scope; one that this program no longer knows is shown by its string. */
export const scopeWords = (scope: Scope): ScopeWords =>
  wordsByScope.get(scope) ?? { scope, label: scope, what: "no longer in use", thing: scope };

const people: Record<Role, string> = {
  ADMIN: "Administrators",
  LOCATION_ADMIN: "Location admins",
  APPROVER: "Approvers",
  USER: "Users without a role",
};

/** Why a role may not grant a scope, or null when it may. */
export function refusalOf(role: Role, { scope, label }: ScopeWords): string | null {
  if (roleAllows(role, scope)) return null;
  return `${people[role]} cannot ${label.charAt(0).toLowerCase()}${label.slice(1)}.`;
}

/** The read scope that a write scope usually goes with. */
export function readScopeOf(scope: Scope): Scope | null {
  const [resource, verb] = scope.split(":");
  return verb === "write" ? (`${resource}:read` as Scope) : null;
}
