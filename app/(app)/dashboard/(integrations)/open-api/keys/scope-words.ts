import type { useTranslations } from "next-intl";
import type { Role } from "@/server/access/roles";
import {
  isOfNoUse,
  isScope,
  roleAllows,
  type Scope,
  type ScopeResource,
  scopeResources,
} from "@/server/access/scopes";

/** The translations of the area "keys", for server and browser. */
export type KeyWords = ReturnType<typeof useTranslations<"keys">>;

/** A scope in plain words: the label of its checkbox, and what it lets a key do. */
export interface ScopeWords {
  scope: Scope;
  label: string;
  what: string;
  /** For the summary: what is read or changed. */
  thing: string;
}

export interface ScopeGroup {
  resource: ScopeResource | "acting";
  title: string;
  scopes: readonly ScopeWords[];
}

/** The words of one scope. A scope that this version does not know is shown as its raw string. */
export function scopeWords(t: KeyWords, scope: Scope): ScopeWords {
  if (!isScope(scope)) return { scope, label: scope, what: t("scopeGone"), thing: scope };
  return {
    scope,
    label: t(`scopes.${scope}.label`),
    what: t(`scopes.${scope}.what`),
    thing: t(`scopes.${scope}.thing`),
  };
}

/** Every scope, grouped by resource. */
export const scopeGroups = (t: KeyWords): ScopeGroup[] => [
  ...scopeResources.map((resource): ScopeGroup => {
    const scopes = [scopeWords(t, `${resource}:read`), scopeWords(t, `${resource}:write`)];
    return { resource, title: t(`groups.${resource}`), scopes };
  }),
  { resource: "acting", title: t("groups.acting"), scopes: [scopeWords(t, "users:act-on-behalf")] },
];

/** Why a role may not grant a scope; null when it may. */
export function refusalOf(t: KeyWords, role: Role, scope: Scope): string | null {
  if (roleAllows(role, scope)) return null;
  return t("refusal", { people: t(`people.${role}`), act: t(`scopes.${scope}.act`) });
}

/** Why a new key of a role should not have a scope; null when it may. */
export function objectionTo(t: KeyWords, role: Role, scope: Scope): string | null {
  return isOfNoUse(role, scope) ? t("presets.notifications.refusal") : refusalOf(t, role, scope);
}

/** The read scope that usually accompanies a write scope. */
export function readScopeOf(scope: Scope): Scope | null {
  const [resource, verb] = scope.split(":");
  return verb === "write" ? (`${resource}:read` as Scope) : null;
}
