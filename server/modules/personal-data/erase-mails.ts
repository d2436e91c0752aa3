import { and, asc, eq, gt, isNotNull } from "drizzle-orm";
import { mails } from "@/drizzle/schema/mails";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { firstId } from "@/server/kernel/page-token";
import { isAnyOf } from "@/server/kernel/sql-parts";
import { openContent, sealContent } from "@/server/modules/mails/content";
import { type Erasing, type Place, stepOf } from "./walk";

const size = 100;

/** Deletes mails to the person and replaces their name in pending or failed mails to others. */
export const eraseMails: Place = {
  table: mails,
  async look(erasing, position) {
    const whole = scoped(workspaceOf(erasing), mails);
    const rows = await whole
      .select(erasing.db, { id: mails.id, recipient: mails.recipient, content: mails.content })
      .where(gt(mails.id, position?.[0] ?? firstId))
      .orderBy(asc(mails.id))
      .limit(size);
    const isTheirs = ({ recipient }: { recipient: string }) =>
      erasing.mentions.addresses.includes(recipient.toLowerCase());
    const theirs = rows.filter(isTheirs).map(({ id }) => id);
    if (theirs.length > 0) await whole.delete(erasing.db).where(isAnyOf(mails.id, theirs));
    for (const mail of rows)
      if (mail.content && !isTheirs(mail)) await rename(erasing, mail.id, mail.content);
    return stepOf(rows, size);
  },
};

async function rename({ db, services, mentions, workspaceId }: Erasing, id: string, sealed: Buffer) {
  const content = openContent(services.settings, id, sealed);
  if (!content || ![content.text, content.html].some(mentions.isIn)) return;
  const { text, html } = content;
  // The invitation part names only its recipient.
  const renamed = { ...content, text: mentions.without(text), html: mentions.without(html) };
  await scoped(workspaceOf({ workspaceId }), mails)
    .update(db)
    .set({ content: sealContent(services.settings, id, renamed) })
    .where(and(eq(mails.id, id), isNotNull(mails.content)));
}
