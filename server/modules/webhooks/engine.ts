import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { ctxFor, inTransaction } from "@/server/access/ctx";
import { jobActor } from "@/server/access/job-actor";
import { minute, second } from "@/server/kernel/clock";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { type Candidate, type Claimed, type Cursor, claimDue, scanStart } from "./claim";
import { Lane } from "./lane";
import { stopForOwner } from "./pause-for";
import { type Prepared, prepare } from "./prepare";
import { type Attempt, recordAttempts } from "./record-attempts";
import { cancelClaims, releaseClaims } from "./release";
import { signingSecrets } from "./secret";
import { createSender, type Sender } from "./sender";
import { signatureHeaders } from "./sign";

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
const recordTries = 20;
const comeBackMs = 10;
/** Then the ticker's next call looks again. */
const mostComebacks = 100;

/**
 * Sends what is due, until nothing is. Each webhook has its own lane with a cap, so that a receiver that hangs holds up only itself;
 * failing webhooks together get at most half of the slots. Any number of processes may run an engine at once.
 */
export class Engine {
  readonly workerId = newId();
  private readonly sender: Sender;
  private readonly random: () => number;
  private readonly leaseMs: number;
  private readonly slots: number;
  private readonly lanes = new Map<string, Lane>();
  private results: Attempt[] = [];
  private recording: Promise<void> | null = null;
  private running: Promise<void> | null = null;
  private again = false;
  private stopping = false;
  /** A claim was put off until a slot is free. */
  private isFull = false;
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
    await this.idle(graceMs);
  }

  private async loop(): Promise<void> {
    let after: Cursor | null = null;
    for (;;) {
      if (!after && this.again) {
        this.again = false;
        after = scanStart;
      }
      if (after) after = await this.claim(after).catch((err: unknown) => this.rest(err));
      else if (this.inFlight() > 0) await new Promise<void>((resolve) => this.waitForNudge(resolve));
      else return;
    }
  }

  private waitForNudge(resolve: () => void): void {
    this.nudge = resolve;
    // What came in between two lines must not be missed.
    if (this.again || this.inFlight() === 0) resolve();
  }

  private async rest(err: unknown): Promise<null> {
    this.services.log.error({ err }, "webhook deliveries could not be claimed");
    await delay(restMs, undefined, { ref: false });
    return null;
  }

  private inFlight(): number {
    let count = this.results.length + (this.recording ? 1 : 0);
    for (const lane of this.lanes.values()) count += lane.size;
    return count;
  }

  /** One claim, and the start of what it took. @returns where to go on; null when there is no more */
  private async claim(after: Cursor): Promise<Cursor | null> {
    if (this.stopping) return null;
    const lanes = [...this.lanes.values()];
    const sending = lanes.reduce((sum, lane) => sum + lane.sending, 0);
    this.isFull = sending >= this.slots;
    if (this.isFull) return null;
    const failing = lanes.reduce((sum, lane) => sum + (lane.isFailing ? lane.sending : 0), 0);
    const { claimed, next, settledCount, skippedCount } = await claimDue(this.services.db, {
      workerId: this.workerId,
      now: this.services.clock(),
      leaseMs: this.leaseMs,
      after,
      busy: [...this.lanes].filter(([, lane]) => !lane.hasRoom).map(([id]) => id),
      healthyOnly: failing >= this.slots / 2,
      roomOf: (candidate) => this.laneOf(candidate).room,
    });
    const prepared = await this.prepareOrRelease(claimed);
    await this.dispatch(prepared);
    for (const [id, lane] of this.lanes) if (lane.size === 0) this.lanes.delete(id);
    const isProgress = claimed.length > 0 || settledCount > 0;
    if (isProgress) this.again = true;
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

  private laneOf({ id, isFailing }: Pick<Candidate, "id" | "isFailing">): Lane {
    const lane = this.lanes.get(id) ?? new Lane(isFailing);
    this.lanes.set(id, lane);
    lane.isFailing = isFailing;
    return lane;
  }

  private async prepareOrRelease(claimed: Claimed[]): Promise<Prepared[]> {
    try {
      return await prepare(this.services, claimed);
    } catch (err) {
      // The leases end by themselves; what cannot be made must not be tried in a tight loop.
      this.services.log.error({ err }, "webhook deliveries could not be prepared");
      return [];
    }
  }

  private async dispatch(prepared: readonly Prepared[]): Promise<void> {
    await cancelClaims(
      this.services,
      prepared.filter(({ verdict }) => verdict === "outOfReach"),
    );
    await this.stopForOwners(prepared.filter(({ verdict }) => verdict === "ownerGone"));
    const lanes = new Set<Lane>();
    for (const claim of prepared) {
      if (claim.verdict !== "send") continue;
      const lane = this.laneOf({ id: claim.webhook.id, isFailing: claim.webhook.failingSince !== null });
      lane.add(claim);
      lanes.add(lane);
    }
    for (const lane of lanes) this.pump(lane);
  }

  private async stopForOwners(claims: readonly Prepared[]): Promise<void> {
    for (const { webhook } of new Map(claims.map((claim) => [claim.webhook.id, claim])).values()) {
      const ctx = ctxFor(this.services, jobActor(webhook.workspaceId, "FREE"), "webhooks");
      await inTransaction(ctx, (tx) => stopForOwner(tx, webhook.ownerId));
    }
    await releaseClaims(this.services, claims);
  }

  /** Starts what a lane may send now. */
  private pump(lane: Lane): void {
    const stale = lane.takeStale(this.services.clock());
    if (stale.length > 0) void this.putBack(stale);
    for (let claim = lane.next(); claim; claim = lane.next()) void this.send(claim, lane);
  }

  private async putBack(claims: readonly Claimed[]): Promise<void> {
    await releaseClaims(this.services, claims).catch((err: unknown) =>
      this.services.log.error({ err }, "webhook deliveries could not be put back"),
    );
    if (claims.length > 0) this.look();
  }

  private async send(claim: Prepared, lane: Lane): Promise<void> {
    try {
      const attempt = await this.attempt(claim);
      lane.note(attempt.outcome.ok);
      // Cut off by ourselves: that says nothing about the receiver.
      if (this.stopping && attempt.outcome.httpStatus === null) await this.putBack([claim]);
      else this.results.push(attempt);
    } catch (err) {
      this.services.log.error({ err, webhook: claim.webhook.id }, "a webhook delivery could not be sent");
    } finally {
      lane.done();
      this.recording ??= this.record();
      this.pump(lane);
      if (lane.hasRoom || this.isFull) this.look();
    }
  }

  private async attempt(claim: Prepared): Promise<Attempt> {
    const { delivery, webhook } = claim;
    const startedAt = this.services.clock();
    const body = claim.body ?? "";
    const secrets = signingSecrets(this.services, webhook);
    const requestHeaders = signatureHeaders({ messageId: delivery.messageId, at: startedAt, body, secrets });
    this.sentCount++;
    const outcome = await this.sender.send({ url: webhook.url, headers: requestHeaders, body });
    return { claim, outcome, startedAt, requestHeaders, random: this.random() };
  }

  private look(): void {
    this.again = !this.stopping;
    this.nudge();
  }

  /** Results that come while others are written are written together. */
  private async record(): Promise<void> {
    await Promise.resolve();
    while (this.results.length > 0) {
      const results = this.results;
      this.results = [];
      await this.recordOrRetry(results);
    }
    this.recording = null;
    this.nudge();
  }

  /** The receiver has them: only a database that stays away makes it see them again, under the same webhook-id. */
  private async recordOrRetry(results: readonly Attempt[]): Promise<void> {
    for (let tries = 1; tries <= recordTries; tries++) {
      try {
        return await recordAttempts(this.services, results);
      } catch (err) {
        this.services.log.error({ err, tries }, "webhook attempts could not be recorded");
        await delay(restMs);
      }
    }
  }
}
