import type { Plan } from "@/drizzle/schema/values";
import type { Actor } from "./actor";

/** The person of a live session, as the pages and tRPC know them. Ids are bare UUIDs. */
export interface SignedIn {
  actor: Actor & { userId: string };
  user: { id: string; name: string; email: string };
  workspace: { name: string; plan: Plan; openApiEnabled: boolean };
  sessionId: string;
}
