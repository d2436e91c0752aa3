import { setImmediate as nextTurn } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import { jobActor } from "@/server/access/job-actor";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { isWaiting } from "@/server/modules/leave/requests/transitions";
import type { Notice } from "./claim";
import { composeCertificate } from "./compose-certificate";
import { composeOutcome } from "./compose-outcome";
import { composeRequests } from "./compose-requests";
import { composeUnattended } from "./compose-unattended";
import type { Outgoing } from "./letter";
import { reminderAt, reminderDays } from "./policy";
import { type LeaveFacts, readLeaveFacts } from "./read-leave-facts";
import { readOutcomes } from "./read-outcomes";

/** A reminder that will come due. */
interface Reminder {
  version: number;
  reminderDays: number;
  at: Date;
}

interface Composition extends Outgoing {
  reminders: readonly Reminder[];
}

/** The letters, push notifications and reminders of a notice. */
export interface Composed extends Composition {
  notice: Notice;
}

const isAboutCertificate = ({ kind }: Notice): boolean => kind === "certificate" || kind === "certificateDue";

const isForOwner = (notice: Notice): boolean =>
  notice.kind !== "ask" && notice.kind !== "remind" && !isAboutCertificate(notice);

const nothing: Composition = { letters: [], pushes: [], reminders: [] };

/**
 * Composes letters, push notifications and reminders of notices from the leave's current state; states that have passed are left to other notices. A notice
 * that could not be composed is left out, and comes due again.
 */
export async function compose(
  services: Services,
  workspaceId: string,
  notices: readonly Notice[],
): Promise<readonly Composed[]> {
  const ctx = await ctxOf(services, workspaceId);
  if (!ctx) return notices.map((notice) => ({ notice, ...nothing }));
  const outcomes = await readOutcomes(ctx, notices.filter(isForOwner));
  const composed: Composed[] = [];
  for (const notice of notices) {
    try {
      const letters = isForOwner(notice)
        ? { ...nothing, ...composeOutcome(services.settings, notice, outcomes) }
        : await requestOf(ctx, notice);
      composed.push({ notice, ...letters });
    } catch (err) {
      services.log.error({ err, notice: notice.id }, "a mail about leave could not be composed");
    }
    // Cached reads never yield to the event loop, and requests must not wait for all of the notices.
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

/** For an open request, a reminder, or a certificate. */
async function requestOf(ctx: Ctx, notice: Notice): Promise<Composition> {
  if (isAboutCertificate(notice)) return { ...nothing, letters: await composeCertificate(ctx, notice) };
  const facts = await readLeaveFacts(ctx, notice.leaveId);
  if (!facts || !isWaiting(facts.leave)) return nothing;
  if (notice.kind === "ask" && facts.leave.status !== notice.status) return nothing;
  if (notice.kind === "ask")
    return { ...(await outgoingOf(ctx, notice, facts)), reminders: remindersOf(notice, facts) };
  if (facts.leave.version !== notice.version) return nothing;
  return { ...nothing, ...(await outgoingOf(ctx, notice, facts)) };
}

/** To the current approvers; when all of them are absent for too long, also to the administrators. */
async function outgoingOf(ctx: Ctx, notice: Notice, facts: LeaveFacts): Promise<Outgoing> {
  const { letters, pushes } = await composeRequests(ctx, notice, facts);
  return { letters: [...letters, ...(await composeUnattended(ctx, facts))], pushes };
}

const remindersOf = ({ createdAt }: Notice, { leave, timezone, calendar }: LeaveFacts): Reminder[] =>
  reminderDays.flatMap((days) => {
    const at = reminderAt(createdAt, days, timezone, calendar);
    return at === null ? [] : [{ version: leave.version, reminderDays: days, at }];
  });
