import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { minute, second } from "@/server/kernel/clock";
import { groupBy } from "@/server/kernel/group-by";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { claimDue } from "./claim";
import { type Cursor, scanStart } from "./find-due";
import { Lane, leastAhead, shareOf } from "./lane";
import type { Attempt } from "./record-attempts";
import { Recorder } from "./recorder";
import { releaseClaims } from "./release";
import { signingSecrets } from "./secret";
import { createSender, type Sender } from "./sender";
import { signatureHeaders } from "./sign";
import type { Claimed } from "./take";

export interface EngineOptions {
  sender?: Sender;
  random?: () => number;
  /** A worker that dies lets go of its deliveries after this. Must be longer than an attempt can take. */
  leaseMs?: number;
  /** Requests at once in this process. */
  slots?: number;
}

const secureRandom = (): number => randomInt(2 ** 32) / 2 ** 32;

/** A database that does not answer is asked again after this. */
const restMs = second;
/** How long a stop waits for the database, once nothing is being sent any more. */
const writeWithinMs = 10 * second;
const comeBackMs = 10;
/** Then the ticker's next call looks again. */
const mostComebacks = 100;

/**
 * Sends what is due, until nothing is. Each webhook has its own lane with a cap, so that a receiver that hangs holds up only itself;
 * failing webhooks together get at most half of the slots. Lanes are filled up while they are being sent. Any number of processes may
 * run an engine at once.
 */
export class Engine {
  readonly workerId = newId();
  private readonly sender: Sender;
  private readonly random: () => number;
  private readonly leaseMs: number;
  private readonly slots: number;
  private readonly lanes = new Map<string, Lane>();
  private readonly recorder: Recorder;
  /** Lanes that could take more, and for which the scan under way has found nothing yet. */
  private hungry = new Set<Lane>();
  private running: Promise<void> | null = null;
  private again = false;
  private isClaiming = false;
  private stopping = false;
  /** A claim was put off until a slot is free. */
  private isFull = false;
  /** How many are being put back. */
  private returning = 0;
  private sentCount = 0;
  private comebacks = 0;
  private nudge: () => void = () => undefined;

  constructor(
    private readonly services: Services,
    { sender, random = secureRandom, leaseMs = minute, slots = 256 }: EngineOptions = {},
  ) {
    this.sender = sender ?? createSender({ allowHosts: services.settings.webhookAllowHosts });
    this.random = random;
    this.leaseMs = leaseMs;
    this.slots = slots;
    // While leases stand, other processes pass over their webhooks: what they saw there must be looked for once more.
    this.recorder = new Recorder(services, () => this.look());
  }

  /** Starts sending, unless that is under way; then it looks again for what is due. */
  wake(): void {
    if (this.stopping) return;
    this.again = true;
    this.nudge();
    this.running ??= this.loop().finally(() => {
      this.running = null;
      if (this.again) this.wake();
    });
  }

  /** Resolves when nothing is due and nothing is being sent, or after `ms`. */
  async idle(ms?: number): Promise<void> {
    while (this.running) {
      if (ms === undefined) await this.running;
      else return void (await Promise.race([this.running, delay(ms, undefined, { ref: false })]));
    }
  }

  /** Attempts made since this was asked last. */
  takeSentCount(): number {
    const count = this.sentCount;
    this.sentCount = 0;
    return count;
  }

  /** Takes nothing new, gives back what waits, and ends what is being sent after a grace. */
  async stop(graceMs = 3 * second): Promise<void> {
    this.stopping = true;
    this.again = false;
    this.nudge();
    await this.putBack([...this.lanes.values()].flatMap((lane) => lane.takeWaiting()));
    await this.idle(graceMs);
    await this.sender.close();
    await this.idle(writeWithinMs);
  }

  private async loop(): Promise<void> {
    let after: Cursor | null = null;
    for (;;) {
      if (!after && this.again) {
        this.again = false;
        after = scanStart;
      }
      if (after) after = await this.claim(after).catch((err: unknown) => this.rest(err));
      else if (this.isBusy) await new Promise<void>((resolve) => this.waitForNudge(resolve));
      else return;
    }
  }

  private waitForNudge(resolve: () => void): void {
    this.nudge = resolve;
    // What came in between two lines must not be missed.
    if (this.again || !this.isBusy) resolve();
  }

  private async rest(err: unknown): Promise<null> {
    this.services.log.error({ err }, "webhook deliveries could not be claimed");
    await delay(restMs, undefined, { ref: false });
    return null;
  }

  private get isBusy(): boolean {
    if (this.recorder.isBusy || this.returning > 0) return true;
    for (const lane of this.lanes.values()) if (lane.size > 0) return true;
    return false;
  }

  /** One claim, and the start of what it took. @returns where to go on; null when there is no more */
  private async claim(after: Cursor): Promise<Cursor | null> {
    if (this.stopping) return null;
    const lanes = [...this.lanes.values()];
    this.isFull = lanes.reduce((sum, lane) => sum + lane.sending, 0) >= this.slots;
    if (this.isFull) return null;
    const failing = lanes.reduce((sum, lane) => sum + (lane.isFailing ? lane.sending : 0), 0);
    const healthyOnly = failing >= this.slots / 2;
    const share = shareOf(lanes.length + 1);
    for (const lane of lanes) lane.share = share;
    if (after === scanStart) this.hungry = new Set(lanes.filter((lane) => lane.room > 0));
    this.isClaiming = true;
    const result = claimDue(this.services, {
      workerId: this.workerId,
      leaseMs: this.leaseMs,
      after,
      rooms: new Map([...this.lanes].map(([id, lane]) => [id, lane.room])),
      freshRoom: Math.min(leastAhead, share),
      healthyOnly,
    });
    const { claimed, next, isProgress, isRestless, skippedCount } = await result.finally(() => {
      this.isClaiming = false;
    });
    this.dispatch(claimed);
    if (!next && !healthyOnly) for (const lane of this.hungry) lane.isDry = true;
    // The others ask for more once half of what they hold is sent: claims of a few cost too much.
    const isHungry = [...this.lanes.values()].some(
      (lane) => lane.hasRoom && (isProgress || !this.hungry.has(lane)),
    );
    if (isHungry || isRestless) this.again = !this.stopping;
    else if (skippedCount > 0) await this.comeBack();
    if (isProgress || skippedCount === 0) this.comebacks = 0;
    return next;
  }

  /** Whoever holds a webhook's row, a result that is written or somebody who changes it, is soon done. */
  private async comeBack(): Promise<void> {
    if (this.comebacks++ >= mostComebacks) return;
    await delay(comeBackMs);
    this.again = !this.stopping;
  }

  private dispatch(claimed: readonly Claimed[]): void {
    if (this.stopping) return void this.putBack(claimed);
    const at = this.services.clock().getTime();
    for (const [id, lane] of this.lanes) if (lane.isForgotten(at)) this.lanes.delete(id);
    for (const [webhook, claims] of groupBy(claimed, (claim) => claim.webhook)) {
      const lane = this.laneOf(webhook);
      lane.fill(claims, at);
      this.hungry.delete(lane);
      this.pump(lane);
    }
  }

  private laneOf({ id, isFailing }: Claimed["webhook"]): Lane {
    const lane = this.lanes.get(id) ?? new Lane(isFailing);
    this.lanes.set(id, lane);
    lane.isFailing = isFailing;
    return lane;
  }

  /** Starts what a lane may send now. */
  private pump(lane: Lane): void {
    const stale = lane.takeStale(this.services.clock());
    if (stale.length > 0) void this.putBack(stale);
    for (let claim = lane.next(); claim; claim = lane.next()) void this.send(claim, lane);
  }

  private async putBack(claims: readonly Claimed[]): Promise<void> {
    if (claims.length === 0) return;
    this.returning++;
    await releaseClaims(this.services, claims).catch((err: unknown) =>
      this.services.log.error({ err }, "webhook deliveries could not be put back"),
    );
    this.returning--;
    this.look();
  }

  private look(): void {
    this.wake();
    // A stop waits for this, too.
    this.nudge();
  }

  private async send(claim: Claimed, lane: Lane): Promise<void> {
    try {
      const attempt = await this.attempt(claim);
      lane.note(attempt.outcome.ok);
      // Cut off by ourselves: that says nothing about the receiver.
      if (this.stopping && attempt.outcome.httpStatus === null) await this.putBack([claim]);
      else this.recorder.add(attempt);
    } catch (err) {
      this.services.log.error({ err, webhook: claim.webhook.id }, "a webhook delivery could not be sent");
    } finally {
      lane.done();
      this.pump(lane);
      // A claim under way looks at its end who has room.
      if (!this.isClaiming && (lane.hasRoom || this.isFull)) this.wake();
      else if (lane.size === 0) this.nudge();
    }
  }

  private async attempt(claim: Claimed): Promise<Attempt> {
    const { delivery, webhook, body } = claim;
    const startedAt = this.services.clock();
    const secrets = signingSecrets(this.services, webhook);
    const requestHeaders = signatureHeaders({ messageId: delivery.messageId, at: startedAt, body, secrets });
    this.sentCount++;
    const outcome = await this.sender.send({ url: webhook.url, headers: requestHeaders, body });
    return { claim, outcome, startedAt, requestHeaders, random: this.random() };
  }
}
