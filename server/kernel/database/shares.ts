import { minute } from "@/server/kernel/time/clock";
import { PoolQueue, queueTimeout, type Waiter } from "./pool-queue";

/** How long a workspace counts as active after its last work. */
const thereMs = minute;
/** Connections that a lone workspace leaves free for the next workspace to arrive. */
const reserve = 1;

type OnRefused = (isNew: boolean) => void;
/** @param since when it began to wait for its turn here; undefined if it did not wait */
export type SharedWork<T> = (since?: number) => Promise<T>;

/**
 * A workspace's share of a pool. Work beyond the share waits for the workspace's own connections, and occupies none of another workspace.
 */
export class Share {
  private heldCount = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly queue: PoolQueue;

  /** @param limit the maximum number of connections at the moment */
  constructor(
    private readonly limit: () => number,
    onRefused?: OnRefused,
  ) {
    this.queue = new PoolQueue(limit, onRefused);
  }

  /** @throws Overloaded when new work would wait too long, or has timed out in the queue */
  run<T>(work: SharedWork<T>, neverRefused: boolean): Promise<T> {
    if (!neverRefused) this.queue.rejectIfOverloaded();
    // Starts synchronously within the limit: concurrent statements are sent in the order of the calls.
    if (this.heldCount < this.limit()) {
      this.heldCount++;
      return this.queue.track(work().finally(() => this.leave()));
    }
    let hasBegun = false;
    const since = performance.now();
    const waiter: Waiter = { hasBegun: () => hasBegun };
    const done = new Promise<void>((resolve) => this.waiting.push(resolve))
      .then(() => {
        hasBegun = true;
        if (waiter.isRejected) throw queueTimeout();
        return work(since);
      })
      .finally(() => this.leave());
    return this.queue.track(done, neverRefused ? undefined : waiter);
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
 * Divides a pool's connections among workspaces, so that a workspace that waits for its own locks or sends many requests does not starve
 * the others. The limit is half of the connections while another workspace is active, all but one for a lone workspace.
 */
export class Shares {
  private readonly byWorkspace = new Map<string, Share>();
  /** The most recent workspace, and the most recent one other than that. */
  private latest = { workspaceId: "", at: Number.NEGATIVE_INFINITY };
  private before = this.latest;

  constructor(
    private readonly size: number,
    private readonly onRefused?: OnRefused,
  ) {}

  run<T>(workspaceId: string, work: SharedWork<T>, neverRefused: boolean): Promise<T> {
    this.note(workspaceId);
    const share =
      this.byWorkspace.get(workspaceId) ?? new Share(() => this.limitOf(workspaceId), this.onRefused);
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
