import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import {
  notificationDispatches,
  notificationOccurrences,
  notifications,
} from "@/drizzle/schema/notifications";
import { type NotificationPlatform, notificationPlatforms } from "@/drizzle/schema/values";
import { second } from "@/server/kernel/clock";
import { preparedBy } from "@/server/kernel/db";
import type { Services } from "@/server/kernel/services";
import { type ComposeClaim, claimToCompose, composeClaim } from "./compose";
import { type Claim, claimDispatches, isSpent } from "./dispatch";
import { fireDue, rearmForZoneData } from "./fire";
import { Recorder } from "./recorder";
import { createSender, type Sender } from "./send";

export interface EngineOptions {
  sender?: Sender;
  random?: () => number;
}

/** Messages at once on each platform, so that one that hangs does not hold up the others. The mailer has ten connections. */
const slots: Record<NotificationPlatform, number> = { email: 10, microsoft: 16, slack: 16 };
/** Texts at once: each asks the database some ten times, and requests need it too. */
const composeSlots = 4;
/** How far ahead the next occurrence is waited for by the second, instead of by the next tick. */
const lookAheadMs = 15 * second;

interface Due {
  fire: boolean;
  compose: boolean;
  send: boolean;
  /** Milliseconds since 1970 of what comes due first. */
  next: number | null;
}
type Fields<T> = { [K in keyof T]: T[K] };

const { placeholder } = sql;
const now = sql`${placeholder("now")}::timestamptz`;

/** What there is to do at all: index probes only, whatever lies in the future. */
const dueQuery = preparedBy((db) =>
  db
    .select({
      fire: sql<boolean>`coalesce(n.next <= ${now}, false)`,
      next: sql<number | null>`(extract(epoch from n.next) * 1000)::float8`,
      compose: sql<boolean>`exists (select from ${notificationOccurrences} where status = 'pending' and compose_at <= ${now})`,
      send: sql<boolean>`exists (select from unnest(array['email', 'microsoft', 'slack']::notification_platform[]) p(platform)
        cross join lateral (select 1 from ${notificationDispatches} d where d.status = 'pending' and d.platform = p.platform
          and d.next_attempt_at <= ${now} limit 1) due)`,
    })
    .from(sql`(select min(next_due_at) as next from ${notifications} where next_due_at is not null) n`)
    .prepare("notifications_due"),
);

/** @returns what is due, by one statement */
export async function findDue({ db, clock }: Services): Promise<Fields<Due>> {
  const [due] = await dueQuery(db).execute({ now: clock().toISOString() });
  return due ?? { fire: false, compose: false, send: false, next: null };
}

/**
 * Fires, composes and sends what is due until nothing is. Any number of processes may run an engine at once: every step is claimed in
 * the database.
 */
export class Engine {
  private readonly sender: Sender;
  private readonly recorder: Recorder;
  private readonly sending: Record<NotificationPlatform, number> = { email: 0, microsoft: 0, slack: 0 };
  private running: Promise<void> | null = null;
  /** Somebody asks to look at what is due. */
  private again = false;
  /** What the last look, or the last claim, says there is more of. */
  private readonly wants = { fire: false, compose: false, email: false, microsoft: false, slack: false };
  private composing = 0;
  private stopping = false;
  private isArmed = false;
  private timer: NodeJS.Timeout | null = null;
  private sentCount = 0;
  private nudge: () => void = () => undefined;

  constructor(
    private readonly services: Services,
    { sender, random }: EngineOptions = {},
  ) {
    this.sender = sender ?? createSender(services);
    this.recorder = new Recorder(services, random ?? (() => randomInt(1_000_000) / 1_000_000));
  }

  /** Starts work, unless that is under way; then it looks again for what is due. */
  wake(): void {
    if (this.stopping) return;
    this.again = true;
    this.nudge();
    this.running ??= this.loop()
      .catch((err: unknown) => this.services.log.error({ err }, "notifications could not be sent"))
      .finally(() => {
        this.running = null;
      });
  }

  /** Resolves when nothing is due and nothing is being sent, or after `ms`. */
  async idle(ms?: number): Promise<void> {
    if (!this.running) return;
    if (ms === undefined) await this.running;
    else await Promise.race([this.running, delay(ms, undefined, { ref: false })]);
  }

  /** Messages sent, or tried, since this was asked last. */
  takeSentCount(): number {
    const count = this.sentCount;
    this.sentCount = 0;
    return count;
  }

  /** Takes nothing new, and waits a while for what is being sent. */
  async stop(graceMs = 5 * second): Promise<void> {
    this.stopping = true;
    this.again = false;
    if (this.timer) clearTimeout(this.timer);
    this.nudge();
    await this.idle(graceMs);
    await this.sender.close();
  }

  private async loop(): Promise<void> {
    if (!this.isArmed) {
      await rearmForZoneData(this.services);
      this.isArmed = true;
    }
    while (!this.stopping) {
      if (this.again) await this.look();
      if (await this.step()) continue;
      if (this.inFlight() > 0) await new Promise<void>((resolve) => this.waitForNudge(resolve));
      else if (!this.again) return;
    }
    while (this.inFlight() > 0) await new Promise<void>((resolve) => this.waitForNudge(resolve));
  }

  private waitForNudge(resolve: () => void): void {
    this.nudge = resolve;
    // What ended between two lines must not be missed.
    if (this.again || this.inFlight() === 0 || this.hasRoom()) resolve();
  }

  private inFlight(): number {
    return notificationPlatforms.reduce((sum, platform) => sum + this.sending[platform], this.composing);
  }

  /** Whether a claim is wanted and worth its while: half of the slots are free. */
  private isReady = (platform: NotificationPlatform): boolean =>
    this.wants[platform] && this.sending[platform] <= slots[platform] / 2;

  private hasRoom(): boolean {
    const composes = this.wants.compose && this.composing <= composeSlots / 2;
    return !this.stopping && (this.wants.fire || composes || notificationPlatforms.some(this.isReady));
  }

  private async look(): Promise<void> {
    this.again = false;
    const due = await findDue(this.services);
    this.expect(due.next);
    this.wants.fire ||= due.fire;
    this.wants.compose ||= due.compose;
    for (const platform of notificationPlatforms) this.wants[platform] ||= due.send;
  }

  /** A share of each kind of work, so that the first message need not wait for the last text. @returns whether there was some */
  private async step(): Promise<boolean> {
    let count = 0;
    if (this.wants.fire) {
      this.wants.fire = false;
      const fired = await fireDue(this.services);
      this.wants.fire ||= fired > 0;
      this.wants.compose ||= fired > 0;
      count += fired;
    }
    if (this.wants.compose && this.composing <= composeSlots / 2) count += await this.startComposing();
    for (const platform of notificationPlatforms)
      if (this.isReady(platform)) count += await this.startSending(platform);
    return count > 0;
  }

  private async startComposing(): Promise<number> {
    const free = composeSlots - this.composing;
    // Before the claim: what is wanted while it runs must not be forgotten after it.
    this.wants.compose = false;
    const claims = await claimToCompose(this.services, free);
    this.wants.compose ||= claims.length >= free;
    this.composing += claims.length;
    for (const claim of claims) void this.compose(claim);
    return claims.length;
  }

  private async compose(claim: ComposeClaim): Promise<void> {
    await composeClaim(this.services, claim);
    this.composing--;
    for (const { platform } of claim.notification.destinations) this.wants[platform] = true;
    this.nudge();
  }

  /** The process's clock runs the timer, the injected one decides: a tick comes anyway. */
  private expect(next: number | null): void {
    if (this.timer || next === null || this.stopping) return;
    const inMs = next - this.services.clock().getTime();
    if (inMs <= 0 || inMs > lookAheadMs) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.wake();
    }, inMs + 5);
    this.timer.unref();
  }

  private async startSending(platform: NotificationPlatform): Promise<number> {
    const free = slots[platform] - this.sending[platform];
    this.wants[platform] = false;
    const claims = await claimDispatches(this.services, platform, free);
    this.wants[platform] ||= claims.length >= free;
    this.sending[platform] += claims.length;
    for (const claim of claims) void this.send(claim, platform);
    return claims.length;
  }

  private async send(claim: Claim, platform: NotificationPlatform): Promise<void> {
    try {
      const outcome = isSpent(claim)
        ? ({
            kind: "failed",
            error: "UNKNOWN_OUTCOME",
            detail: "Two attempts ended without a record.",
          } as const)
        : await this.sender.send(claim);
      this.sentCount++;
      await this.recorder.record(claim, outcome);
    } catch (err) {
      this.services.log.error({ err, dispatch: claim.dispatch.id }, "a notification could not be sent");
    } finally {
      this.sending[platform]--;
      this.nudge();
    }
  }
}
