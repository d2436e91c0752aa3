import { and, eq } from "drizzle-orm";
import { mailPreferences } from "@/drizzle/schema/leave-mails";
import { users } from "@/drizzle/schema/people";
import type { NotificationLocale } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { mailLanguageOf } from "@/server/modules/people/people/mail-language";
import type { MailSwitch, PushSwitch } from "./schema";

/** The recipient of a mail. */
export interface Recipient {
  userId: string;
  name: string;
  email: string;
  locale: NotificationLocale;
  /** The recipient's switches. */
  wants: Record<MailSwitch | PushSwitch, boolean>;
}

/** Active users with the language and switches of their mails, by id; others are absent. */
export async function findRecipients(
  ctx: Ctx,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Recipient>> {
  const workspace = workspaceOf(ctx.actor);
  const rows = await scoped(workspace, users)
    .select(ctx.db, {
      userId: users.id,
      name: users.name,
      email: users.email,
      locale: mailLanguageOf(workspace),
      mail: mailPreferences,
    })
    .leftJoin(mailPreferences, eq(mailPreferences.userId, users.id))
    .where(and(isAnyOf(users.id, userIds), eq(users.status, "ACTIVE")))
    .orderBy(users.id);
  return new Map(
    rows.map(({ mail, ...person }) => {
      const { requests = true, reminders = true, changes = true } = mail ?? {};
      const { pushRequests = true, pushDecisions = true } = mail ?? {};
      const wants = { requests, reminders, changes, pushRequests, pushDecisions };
      return [person.userId, { ...person, wants }];
    }),
  );
}
