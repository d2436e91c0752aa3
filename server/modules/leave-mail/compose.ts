import { setImmediate as nextTurn } from "node:timers/promises";
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
import { readOutcomes } from "./read-outcomes";

/** A reminder that will come due. */
interface Reminder {
  version: number;
  reminderDays: number;
  at: Date;
}

interface Told {
  letters: readonly Letter[];
  reminders: readonly Reminder[];
}

/** What is to be written because of a notice. */
export interface Composed extends Told {
  notice: Notice;
}

const nothing: Told = { letters: [], reminders: [] };

/**
 * What is to be written because of notices, by the leave as it is now: what it is no longer about is told by another. A notice of which
 * nothing could be composed is left out, and comes due again.
 */
export async function compose(
  services: Services,
  workspaceId: string,
  notices: readonly Notice[],
): Promise<readonly Composed[]> {
  const ctx = await ctxOf(services, workspaceId);
  if (!ctx) return notices.map((notice) => ({ notice, ...nothing }));
  const outcomes = await readOutcomes(
    ctx,
    notices.filter(({ kind }) => kind === "tell"),
  );
  const composed: Composed[] = [];
  for (const notice of notices) {
    try {
      const told =
        notice.kind === "tell"
          ? { ...nothing, letters: composeOutcome(services.settings, notice, outcomes) }
          : await requestOf(ctx, notice);
      composed.push({ notice, ...told });
    } catch (err) {
      services.log.error({ err, notice: notice.id }, "a mail about leave could not be composed");
    }
    // What was read already makes no pause, and requests must not wait for all of them.
    await nextTurn();
  }
  return composed;
}

async function ctxOf(services: Services, workspaceId: string): Promise<Ctx | null> {
  const [workspace] = await services.db
    .select({ plan: workspaces.plan })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  return workspace ? ctxFor(services, jobActor(workspaceId, workspace.plan), newRequestId()) : null;
}

/** Of a request that waits, or of which somebody is to be reminded. */
async function requestOf(ctx: Ctx, notice: Notice): Promise<Told> {
  const facts = await readLeaveFacts(ctx, notice.leaveId);
  if (!facts || facts.leave.status !== notice.status) return nothing;
  if (notice.kind === "ask")
    return { letters: await lettersOf(ctx, notice, facts), reminders: remindersOf(notice, facts) };
  if (facts.leave.version !== notice.version) return nothing;
  return { ...nothing, letters: await lettersOf(ctx, notice, facts) };
}

/** To those who decide; where all of them are away for too long, to the administrators, too. */
const lettersOf = async (ctx: Ctx, notice: Notice, facts: LeaveFacts): Promise<Letter[]> => [
  ...(await composeRequests(ctx, notice, facts)),
  ...(await composeUnattended(ctx, facts)),
];

const remindersOf = ({ createdAt }: Notice, { leave, timezone, calendar }: LeaveFacts): Reminder[] =>
  reminderDays.flatMap((days) => {
    const at = reminderAt(createdAt, days, timezone, calendar);
    return at === null ? [] : [{ version: leave.version, reminderDays: days, at }];
  });
