import type { Plan, Role, Visibility } from "@/drizzle/schema/values";
import type { Scope } from "./scopes";

/** How the actor came in; decides what is written into the audit line. */
export type Via =
  | { type: "apiKey"; keyId: string; scopes: readonly Scope[] }
  | { type: "legacyKey"; keyId: string }
  | { type: "session"; sessionId: string }
  /** By an app that the person has connected; `scopes` are those of its token. */
  | { type: "grant"; grantId: string; clientId: string; scopes: readonly string[] }
  /** By the link of a mail to them, without signing in. */
  | { type: "mail" }
  /** By the address of a calendar of theirs, which only reads. */
  | { type: "feed"; feedId: string }
  | { type: "operator" };

/** Whose right a verb acts with. */
export interface Actor {
  workspaceId: string;
  /** Null only for the company-wide legacy key and the operator. */
  userId: string | null;
  role: Role;
  /** Locations that the person manages. */
  locationIds: readonly string[];
  /** Departments that the person approves. */
  departmentIds: readonly string[];
  /**
   * Departments in which the person stands in for an approver now (decision 12.7). Asked for in the app alone: what a key reads and
   * does is within reach, which a stand-in does not widen.
   */
  standInDepartmentIds?: readonly string[];
  /** Where the person belongs and what the workspace shows them, where it was read together with them; Sight asks for it elsewhere. */
  own?: { locationId: string; departmentId: string; visibility: Visibility };
  plan: Plan;
  via: Via;
}

/**
 * Whether somebody acts as a person who is signed in, or an app for them: they see by Sight, not by Reach alone (decision 11.1). Who
 * decides from a mail sees what they see signed in, and so does a calendar of theirs.
 */
export const isInApp = ({ via }: Actor): boolean =>
  via.type === "session" || via.type === "grant" || via.type === "mail" || via.type === "feed";
