import { minute } from "./clock";
import { PoolQueue, queueTimeout, type Waiter } from "./pool-queue";

/** A workspace counts as being there for so long after its last work. */
const thereMs = minute;
/** Connections that one alone leaves to whoever comes, by whose coming it is not alone any more. */
const reserve = 1;

type Tell = (isNew: boolean) => void;
/** @param since when it began to wait for its turn here; undefined where it had not to */
export type SharedWork<T> = (since?: number) => Promise<T>;

/** What one workspace has of a pool: who comes when it has its part waits for its own, with nobody else's connection. */
class Share {
  private heldCount = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly line: PoolQueue;

  /** @param limit how many it may have just now */
  constructor(
    private readonly limit: () => number,
    tell?: Tell,
  ) {
    this.line = new PoolQueue(limit, tell);
  }

  /** @throws Overloaded when who comes now would wait too long, or has waited in vain */
  run<T>(work: SharedWork<T>, neverRefused: boolean): Promise<T> {
    if (!neverRefused) this.line.rejectIfOverloaded();
    // At once where there is room: what is sent together leaves in the order of the calls.
    if (this.heldCount < this.limit()) {
      this.heldCount++;
      return this.line.track(work().finally(() => this.leave()));
    }
    let hasBegun = false;
    const since = performance.now();
    const turn: Waiter = { hasBegun: () => hasBegun };
    const done = new Promise<void>((resolve) => this.waiting.push(resolve))
      .then(() => {
        hasBegun = true;
        if (turn.isRejected) throw queueTimeout();
        return work(since);
      })
      .finally(() => this.leave());
    return this.line.track(done, neverRefused ? undefined : turn);
  }

  private leave(): void {
    this.heldCount--;
    while (this.heldCount < this.limit()) {
      const next = this.waiting.shift();
      if (!next) return;
      this.heldCount++;
      next();
    }
  }

  get isIdle(): boolean {
    return this.heldCount === 0 && this.waiting.length === 0;
  }
}

/**
 * Shares out a pool's connections among workspaces, so that none that waits for its own locks, or asks for much, keeps out the others:
 * half of them at most as soon as another workspace is there, all but one for one that is alone.
 */
export class Shares {
  private readonly byWorkspace = new Map<string, Share>();
  /** Who came last, and who came last of all others. */
  private latest = { workspaceId: "", at: Number.NEGATIVE_INFINITY };
  private before = this.latest;

  constructor(
    private readonly size: number,
    private readonly tell?: Tell,
  ) {}

  run<T>(workspaceId: string, work: SharedWork<T>, neverRefused: boolean): Promise<T> {
    this.note(workspaceId);
    const share = this.byWorkspace.get(workspaceId) ?? new Share(() => this.limitOf(workspaceId), this.tell);
    this.byWorkspace.set(workspaceId, share);
    return share.run(work, neverRefused).finally(() => {
      if (share.isIdle) this.byWorkspace.delete(workspaceId);
    });
  }

  private note(workspaceId: string): void {
    if (this.latest.workspaceId !== workspaceId) this.before = this.latest;
    this.latest = { workspaceId, at: performance.now() };
  }

  private limitOf(workspaceId: string): number {
    const other = this.latest.workspaceId === workspaceId ? this.before : this.latest;
    const isAlone = performance.now() - other.at > thereMs;
    return isAlone ? this.size - reserve : Math.ceil(this.size / 2);
  }
}
