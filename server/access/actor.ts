import type { Plan, Role, Visibility } from "@/drizzle/schema/values";
import type { Scope } from "./scopes";

/** How the actor authenticated; determines what the audit log records. */
export type Via =
  | { type: "apiKey"; keyId: string; scopes: readonly Scope[] }
  | { type: "legacyKey"; keyId: string }
  | { type: "session"; sessionId: string }
  /** An OAuth app that the user connected; `scopes` are those of its token. */
  | { type: "grant"; grantId: string; clientId: string; scopes: readonly string[] }
  /** A link in a mail to the user, without sign-in. */
  | { type: "mail" }
  /** The address of one of the user's calendar feeds; read-only. */
  | { type: "feed"; feedId: string }
  /** The company's directory, by SCIM. */
  | { type: "directory"; connectionId: string }
  | { type: "operator" };

/** The identity whose rights a verb uses. */
export interface Actor {
  workspaceId: string;
  /** Null only for the company-wide legacy key, the directory and the operator. */
  userId: string | null;
  role: Role;
  /** Locations that the actor manages. */
  locationIds: readonly string[];
  /** Departments whose leave the actor approves. */
  departmentIds: readonly string[];
  /**
   * Departments where the actor was named to decide: as a stand-in now (decision 12.7), or as the manager of someone (decision 7.16).
   * Loaded only in the app: a key reads and writes within reach, which this does not widen.
   */
  namedDepartmentIds?: readonly string[];
  /** The user's location, department and the workspace's visibility, if loaded with the actor; otherwise `loadSight` queries them. */
  own?: { locationId: string; departmentId: string; visibility: Visibility };
  plan: Plan;
  via: Via;
}

/**
 * Whether the actor is a signed-in user, or an app on a user's behalf: both see by Sight, not by Reach alone (decision 11.1). A decision
 * from a mail and a calendar feed see what the user sees when signed in.
 */
export const isInApp = ({ via }: Actor): boolean =>
  via.type === "session" || via.type === "grant" || via.type === "mail" || via.type === "feed";
