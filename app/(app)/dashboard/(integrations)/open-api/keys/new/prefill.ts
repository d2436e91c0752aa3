import type { KeyWords } from "@/app/(app)/dashboard/(integrations)/open-api/keys/scope-words";
import type { Role } from "@/server/access/roles";
import { isOfNoUse, isScope, roleAllows, type Scope } from "@/server/access/scopes";
import type { ApiKeyView } from "@/server/modules/integrations/keys/present";

export interface Prefill {
  name: string;
  description: string;
  scopes: Scope[];
  /** Requested scopes that the role does not allow, and unknown scopes. */
  refused: string[];
  /** Whether a link prefilled anything. */
  byLink: boolean;
}

type Query = Record<string, string | string[] | undefined>;

const one = (value: string | string[] | undefined): string => (typeof value === "string" ? value : "");
const maximumName = 80;

/** Whether the form offers this scope. */
const maySuggest = (role: Role, scope: Scope) => roleAllows(role, scope) && !isOfNoUse(role, scope);

/** Reads `?name=&scopes=a,b`. A link can suggest, never grant. */
export function prefillOf(query: Query, role: Role): Prefill {
  const asked = [
    ...new Set(
      one(query.scopes)
        .split(",")
        .map((word) => word.trim()),
    ),
  ].filter(Boolean);
  const allowed = asked.filter(isScope).filter((scope) => maySuggest(role, scope));
  const name = one(query.name).trim().slice(0, maximumName);
  return {
    name,
    description: "",
    scopes: allowed,
    refused: asked.filter((word) => !(allowed as string[]).includes(word)).slice(0, 20),
    byLink: asked.length > 0 || name !== "",
  };
}

/** The prefill for a key that replaces another. */
export function replacementOf(key: ApiKeyView, role: Role, t: KeyWords): Prefill {
  const named = (name: string) => t("form.replacementName", { name });
  const room = maximumName - named("").length;
  return {
    name: named(key.name.slice(0, room)),
    description: key.description ?? "",
    scopes: key.scopes.filter((scope) => maySuggest(role, scope)),
    refused: key.scopes.filter((scope) => !maySuggest(role, scope)),
    byLink: false,
  };
}
