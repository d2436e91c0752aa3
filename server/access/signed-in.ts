import type { PageLanguage, Plan } from "@/drizzle/schema/values";
import type { Actor } from "./actor";

/** The user of a live session, as passed to pages and tRPC. Ids are bare UUIDs. */
export interface SignedIn {
  actor: Actor & { userId: string };
  user: { id: string; name: string; email: string };
  workspace: { name: string; plan: Plan; openApiEnabled: boolean };
  sessionId: string;
  /** Of the pages, as the user has set it. */
  language?: PageLanguage | null;
}
