import { and, eq, isNotNull, sql } from "drizzle-orm";
import { mails } from "@/drizzle/schema/mails";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/sql-parts";
import { openContent, sealContent } from "@/server/modules/mails/content";
import type { Mentions } from "./mentions";

/** Deletes the mails to somebody, and takes their name out of those to others that wait or failed. */
export async function eraseMails(tx: Ctx, mentions: Mentions): Promise<void> {
  const { settings } = tx.services;
  const whole = scoped(workspaceOf(tx.actor), mails);
  await whole.delete(tx.db).where(isAnyOf(sql`lower(${mails.recipient})`, mentions.addresses));
  const unsent = await whole
    .select(tx.db, { id: mails.id, content: mails.content })
    .where(isNotNull(mails.content));
  for (const { id, content: sealed } of unsent) {
    const content = sealed && openContent(settings, id, sealed);
    if (!content || ![content.text, content.html].some(mentions.isIn)) continue;
    const { text, html } = content;
    const renamed = { text: mentions.without(text), html: mentions.without(html) };
    await whole
      .update(tx.db)
      .set({ content: sealContent(settings, id, renamed) })
      .where(and(eq(mails.id, id), isNotNull(mails.content)));
  }
}
