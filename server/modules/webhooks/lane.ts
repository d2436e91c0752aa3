import { second } from "@/server/kernel/clock";
import type { Claimed } from "./claim";
import type { Prepared } from "./prepare";

/** Requests to one webhook at once; a failing one is only probed. */
const cap = 5;
const failingCap = 1;
const mostAhead = 100;
/** What waited longer is put back: its webhook may have been paused or moved to another url. */
const freshMs = second;

/** The deliveries of one webhook that this process holds. */
export class Lane {
  sending = 0;
  private waiting: Prepared[] = [];
  /** How many to claim at once: more while they are sent faster than they grow stale. */
  private ahead = cap;

  constructor(public isFailing: boolean) {}

  private get cap(): number {
    return this.isFailing ? failingCap : cap;
  }

  get size(): number {
    return this.sending + this.waiting.length;
  }

  /** How many more to claim. */
  get room(): number {
    return Math.max(0, (this.isFailing ? failingCap : this.ahead) - this.size);
  }

  /** Whether a claim is worth its while: half of what it holds is sent. */
  get hasRoom(): boolean {
    return this.room > 0 && this.waiting.length <= this.ahead / 2;
  }

  add(claim: Prepared): void {
    this.waiting.push(claim);
  }

  /** The next one to send, if one may be sent now. The caller tells when it is `done`. */
  next(): Prepared | null {
    if (this.sending >= this.cap) return null;
    const claim = this.waiting.shift();
    if (!claim) return null;
    this.sending++;
    if (this.waiting.length === 0) this.ahead = Math.min(mostAhead, this.ahead * 2);
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
