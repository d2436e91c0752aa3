import { type DeliveredType, type EventType, testEvent } from "@/drizzle/schema/values";
import type { Role } from "@/server/access/roles";
import { roleAllows, type Scope } from "@/server/access/scopes";

/** The capability that an event requires (decision 8). */
export const scopeOfEvent = (type: EventType): Scope =>
  type.startsWith("leave.") ? "leaves:read" : "users:read";

/** Whether an owner of this role may receive an event; the test event carries no data. */
export const roleReceives = (role: Role, type: DeliveredType): boolean =>
  type === testEvent || roleAllows(role, scopeOfEvent(type));
