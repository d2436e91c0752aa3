import { eq } from "drizzle-orm";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import { jobActor } from "@/server/access/job-actor";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import type { Notice } from "./claim";
import { composeOutcome } from "./compose-outcome";
import { composeRequests } from "./compose-requests";
import { composeUnattended } from "./compose-unattended";
import type { Letter } from "./letter";
import { reminderAt, reminderDays } from "./policy";
import { type LeaveFacts, readLeaveFacts } from "./read-leave-facts";

/** A reminder that will come due. */
export interface Reminder {
  version: number;
  reminderDays: number;
  at: Date;
}

export interface Composed {
  letters: Letter[];
  reminders: Reminder[];
}

const nothing: Composed = { letters: [], reminders: [] };

/** What is to be written because of a notice, by the leave as it is now: what it is no longer about is told by another. */
export async function compose(services: Services, notice: Notice): Promise<Composed> {
  const { workspaceId } = notice;
  const [workspace] = await services.db
    .select({ plan: workspaces.plan })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  if (!workspace) return nothing;
  const ctx = ctxFor(services, jobActor(workspaceId, workspace.plan), newRequestId());
  const facts = await readLeaveFacts(ctx, notice.leaveId);
  return facts && facts.leave.status === notice.status ? composeOf(ctx, notice, facts) : nothing;
}

async function composeOf(ctx: Ctx, notice: Notice, facts: LeaveFacts): Promise<Composed> {
  const { version } = facts.leave;
  switch (notice.kind) {
    case "tell":
      return { ...nothing, letters: await composeOutcome(ctx, notice, facts) };
    case "remind":
      if (version !== notice.version) return nothing;
      return { ...nothing, letters: await requestsOf(ctx, notice, facts) };
    case "ask":
      return { letters: await requestsOf(ctx, notice, facts), reminders: remindersOf(notice, facts) };
  }
}

/** To those who decide; where all of them are away for too long, to the administrators, too. */
const requestsOf = async (ctx: Ctx, notice: Notice, facts: LeaveFacts): Promise<Letter[]> => [
  ...(await composeRequests(ctx, notice, facts)),
  ...(await composeUnattended(ctx, facts)),
];

const remindersOf = ({ createdAt }: Notice, { leave, timezone, calendar }: LeaveFacts): Reminder[] =>
  reminderDays.flatMap((days) => {
    const at = reminderAt(createdAt, days, timezone, calendar);
    return at === null ? [] : [{ version: leave.version, reminderDays: days, at }];
  });
