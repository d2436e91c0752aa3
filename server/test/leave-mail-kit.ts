import { eq } from "drizzle-orm";
import { decisionLinks, leaveNotices } from "@/drizzle/schema/leave-mails";
import type { Mail } from "@/server/kernel/mail/mail";
import type { Services } from "@/server/kernel/services";
import { noticeWork } from "@/server/modules/leave/mail/notice-work";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { Engine } from "@/server/worker/engine";
import type { TestPerson, TestWorkspace } from "./factories";
import { as, days, makeLeaveWorkspace, makePerson } from "./leave-kit";
import { forgetMails, sendMails } from "./mail-kit";
import { type standingClock, testNow } from "./services";

type Mailbox = { sent: Mail[] };

/** A workspace without mails, with the new person Nina, at the time of all tests. */
export async function leaveMailWorkspace(
  services: Services,
  office: Mailbox,
  clock: ReturnType<typeof standingClock>,
): Promise<{ workspace: TestWorkspace; people: TestWorkspace["people"]; nina: TestPerson }> {
  clock.set(testNow);
  const workspace = await makeLeaveWorkspace(services);
  const nina = await makePerson(services, workspace);
  await forgetLeaveMails(services, office);
  return { workspace, people: workspace.people, nina };
}

/** Requests leave from Monday 11 to Friday 15 January 2027, which can be decided until 1 December 2026. */
export const askForLeave = async (services: Services, person: TestPerson, more = {}) =>
  requestLeave(await as(services, person), days(person, "2027-01-11", "2027-01-15", more));

export const addressOf = ({ id }: TestPerson): string => `${id}@example.com`;

/** Writes the due mails about leave. @param processes concurrent workers */
export async function writeLeaveMails(services: Services, processes = 1): Promise<void> {
  const engines = Array.from({ length: processes }, () => new Engine(services, noticeWork()));
  for (const engine of engines) engine.wake();
  await Promise.all(engines.map((engine) => engine.idle()));
  await Promise.all(engines.map((engine) => engine.stop()));
}

/** Writes and sends the due mails, and returns them. */
export async function deliverLeaveMails(services: Services, office: Mailbox): Promise<Mail[]> {
  await writeLeaveMails(services);
  await sendMails(services);
  return office.sent.splice(0);
}

/** Deletes the leftovers of earlier tests. */
export async function forgetLeaveMails(services: Services, office?: Mailbox): Promise<void> {
  await services.db.delete(leaveNotices);
  await services.db.delete(decisionLinks);
  await forgetMails(services);
  office?.sent.splice(0);
}

/** The secret of the link in a mail. */
export function tokenOf({ text }: Mail): string {
  const [, token] = /\/decide\/([0-9A-Za-z]+)/.exec(text) ?? [];
  if (!token) throw new Error(`There is no link in: ${text}`);
  return token;
}

/** The links of a leave. */
export const linksOf = ({ db }: Services, leaveId: string) =>
  db.select().from(decisionLinks).where(eq(decisionLinks.leaveId, leaveId));
