import { and, eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { NotificationLocale } from "@/drizzle/schema/values";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { mailLanguageOf } from "@/server/modules/people/people/mail-language";

/** Where and in which language a person is written to. */
export interface Mailbox {
  email: string;
  language: NotificationLocale;
}

/** The person's mailbox; null when they may not sign in (decision 2.1). */
export async function findMailbox(
  db: Db,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<Mailbox | null> {
  const workspace = workspaceOf({ workspaceId });
  const [found] = await scoped(workspace, users)
    .select(db, { email: users.email, language: mailLanguageOf(workspace) })
    .where(and(eq(users.id, userId), eq(users.status, "ACTIVE")));
  return found ?? null;
}
