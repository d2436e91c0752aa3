import { second } from "@/server/kernel/clock";
import type { Claimed } from "./take";

/** Requests to one webhook at once; a failing one is only probed. */
const cap = 5;
const failingCap = 1;
/** How many to claim of a webhook at first, and at most. */
export const leastAhead = 64;
const mostAhead = 1024;
/** All lanes together. What waits in memory costs the garbage collector more than a still larger claim would save. */
const mostHeld = 2048;
/** Half of what a lane holds should take longer than this: else it holds more. */
const quickMs = second / 10;
/** What waited longer is put back: its webhook may have been paused or moved to another url. */
const freshMs = second;

/** How many one of so many lanes may hold: always more than it sends at once. */
export const shareOf = (laneCount: number): number => Math.max(2 * cap, Math.floor(mostHeld / laneCount));

/** The deliveries of one webhook that this process holds. */
export class Lane {
  sending = 0;
  /** The last claim found nothing more for it: whatever comes later wakes the engine. */
  isDry = false;
  private waiting: Claimed[] = [];
  /** How many to hold: more while they are sent faster than they grow stale. */
  private ahead = leastAhead;
  /** And no more than its part of what all may hold. */
  share = mostHeld;
  private filledAt = Number.NEGATIVE_INFINITY;

  constructor(public isFailing: boolean) {}

  private get cap(): number {
    return this.isFailing ? failingCap : cap;
  }

  private get most(): number {
    return Math.min(this.ahead, this.share);
  }

  get size(): number {
    return this.sending + this.waiting.length;
  }

  /** How many more to claim. */
  get room(): number {
    return Math.max(0, (this.isFailing ? failingCap : this.most) - this.size);
  }

  /** Whether a claim is worth its while: there is more, and half of what it holds is sent. */
  get hasRoom(): boolean {
    return !this.isDry && this.room > 0 && this.waiting.length <= this.most / 2;
  }

  /** Empty for a while. One that was emptied just now still knows how much it may hold. */
  isForgotten(at: number): boolean {
    return this.size === 0 && at - this.filledAt >= freshMs;
  }

  /** What one claim took for it. */
  fill(claims: readonly Claimed[], at: number): void {
    if (at - this.filledAt < quickMs) this.ahead = Math.min(mostAhead, this.ahead * 2);
    this.filledAt = at;
    this.waiting.push(...claims);
    this.isDry = false;
  }

  /** The next one to send, if one may be sent now. The caller tells when it is `done`. */
  next(): Claimed | null {
    if (this.sending >= this.cap) return null;
    const claim = this.waiting.shift();
    if (!claim) return null;
    this.sending++;
    return claim;
  }

  done(): void {
    this.sending--;
  }

  /** What an attempt tells of the receiver. */
  note(ok: boolean): void {
    this.isFailing = !ok;
  }

  takeStale(now: Date): Claimed[] {
    const [first] = this.waiting;
    if (!first || now.getTime() - first.claimedAt.getTime() < freshMs) return [];
    this.ahead = cap;
    return this.takeWaiting();
  }

  takeWaiting(): Claimed[] {
    const waiting = this.waiting;
    this.waiting = [];
    return waiting;
  }
}
