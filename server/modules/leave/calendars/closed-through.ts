import { sql } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";

/** The last closed day of a person: of their location, or of one that they brought along. A column of a query on both tables. */
export const closedThroughField = sql<
  string | null
>`greatest(${locations.closedThrough}, ${users.closedThrough})::text`;

/**
 * The closed days of a person who moves: those of the location that they leave stay closed for them. A value of an update of `users`, which
 * has locked the person; their location is still the old one in it.
 */
export const broughtAlong = (workspaceId: string) => sql<string | null>`greatest(users.closed_through,
  (select old.closed_through from ${locations} old
    where old.workspace_id = ${workspaceId}::uuid and old.id = users.location_id))`;
