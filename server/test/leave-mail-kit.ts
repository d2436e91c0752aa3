import { eq } from "drizzle-orm";
import { decisionLinks, leaveNotices } from "@/drizzle/schema/leave-mails";
import type { Mail } from "@/server/kernel/mail";
import type { Services } from "@/server/kernel/services";
import { onWake } from "@/server/kernel/wake";
import { leaveMailsWake } from "@/server/modules/leave-mail/note-leave-events";
import { noticeWork } from "@/server/modules/leave-mail/notice-work";
import { Engine } from "@/server/worker/engine";
import { forgetMails, sendMails } from "./mail-kit";

// What a change wakes would write behind a test's back.
onWake(leaveMailsWake, () => undefined);

/** Writes the mails about leave that are due. @param processes at once */
export async function writeLeaveMails(services: Services, processes = 1): Promise<void> {
  const engines = Array.from({ length: processes }, () => new Engine(services, noticeWork()));
  for (const engine of engines) engine.wake();
  await Promise.all(engines.map((engine) => engine.idle()));
  await Promise.all(engines.map((engine) => engine.stop()));
}

/** Writes and sends what is due, and gives what was sent. */
export async function deliverLeaveMails(services: Services, office: { sent: Mail[] }): Promise<Mail[]> {
  await writeLeaveMails(services);
  await sendMails(services);
  return office.sent.splice(0);
}

/** Forgets what earlier tests left. */
export async function forgetLeaveMails(services: Services, office?: { sent: Mail[] }): Promise<void> {
  await services.db.delete(leaveNotices);
  await services.db.delete(decisionLinks);
  await forgetMails(services);
  office?.sent.splice(0);
}

/** The secret of the link that a mail carries. */
export function tokenOf({ text }: Mail): string {
  const [, token] = /\/decide\/([0-9A-Za-z]+)/.exec(text) ?? [];
  if (!token) throw new Error(`There is no link in: ${text}`);
  return token;
}

/** The links of a leave. */
export const linksOf = ({ db }: Services, leaveId: string) =>
  db.select().from(decisionLinks).where(eq(decisionLinks.leaveId, leaveId));
