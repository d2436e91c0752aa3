import { AsyncLocalStorage } from "node:async_hooks";
import { everyMark } from "./in-batch";
import type { Placement } from "./placement";
import { Share, type SharedWork } from "./shares";

/** What work is about, as far as its caller knows. */
export interface About {
  workspaceId?: string | undefined;
  /** A statement's text; undefined for a transaction. */
  text?: string | undefined;
}

const name = Symbol.for("timeaway.workspace-at-work");
const shared = globalThis as { [name]?: AsyncLocalStorage<string> };
shared[name] ??= new AsyncLocalStorage<string>();
// The pools may come from another bundle than the work.
const atWork: AsyncLocalStorage<string> = shared[name];

/** Runs work whose statements are all of one workspace, though they do not say so. */
export const ofWorkspace = <T>(workspaceId: string, work: () => PromiseLike<T>): Promise<T> =>
  // A query of Drizzle begins when it is awaited.
  atWork.run(workspaceId, async () => await work());

/** Runs what is no part of the work at hand. */
export const outsideOfWork = <T>(work: () => T): T => atWork.exit(work);

const everyServer = "every";

/**
 * Divides a pool's connections among the servers of a distributed database, so that one that does not answer does not hold them all: half
 * for a server, a fifth for statements that ask every server, which wait for it, too. Work beyond waits outside of the pool. What needs only
 * the coordinator has no limit, and on plain PostgreSQL nothing has.
 */
export class ServerShares {
  private readonly byServer = new Map<number | typeof everyServer, Share>();

  /** @param size of the pool */
  constructor(
    private readonly size: number,
    private readonly placement: Placement,
    private readonly onRefused?: (isNew: boolean) => void,
  ) {}

  /** Whether there are several servers. */
  get isOn(): boolean {
    return this.placement.isKnown;
  }

  run<T>(about: About, work: SharedWork<T>, neverRefused: boolean, since?: number): Promise<T> {
    if (!this.isOn) return work(since);
    const place = this.placeOf(about);
    if (place === undefined) return work(since);
    const inShare = () => this.share(place, work, neverRefused, since);
    if (place === everyServer) return this.placement.unlessAway(undefined, inShare);
    // Due work continues later. A request finds out by itself.
    return atWork.getStore() === undefined ? inShare() : this.placement.unlessAway(place, inShare);
  }

  /** The workspaces that a statement about every workspace is limited to, while a server is away. */
  get reachable(): readonly string[] | undefined {
    return this.placement.reachable;
  }

  private share<T>(
    place: number | typeof everyServer,
    work: SharedWork<T>,
    neverRefused: boolean,
    since?: number,
  ): Promise<T> {
    const limit = place === everyServer ? Math.floor(this.size / 5) : Math.ceil(this.size / 2);
    const share = this.byServer.get(place) ?? new Share(() => Math.max(1, limit), this.onRefused);
    this.byServer.set(place, share);
    return share.run((later) => work(since ?? later), neverRefused);
  }

  private placeOf({ workspaceId, text }: About): number | typeof everyServer | undefined {
    if (text?.includes(everyMark)) return everyServer;
    const known = workspaceId ?? atWork.getStore();
    return known === undefined ? undefined : this.placement.serverOf(known);
  }
}

/**
 * As many seats as a pool has connections. With several servers, the driver must not send a statement behind one that waits for a server.
 * Its queue is first in, first out.
 */
export class Seats {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly size: number) {}

  /** Begins at once when a seat is free. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    if (this.taken < this.size) this.taken++;
    else await new Promise<void>((begin) => this.waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.taken--;
    }
  }
}
