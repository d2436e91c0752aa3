import type { Column, SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/server/kernel/db";
import type { Services } from "@/server/kernel/services";

/** What one worker has to itself: a webhook, a workspace's operations, one of a workspace's platforms. */
export interface LaneKey {
  workspaceId: string;
  /** Within the workspace; the workspace itself when a kind has one lane for each. */
  lane: string;
}

/** One piece of work that is due. */
export interface WorkItem extends LaneKey {
  id: string;
  /** What its lane is sent to fails: then it is only probed. Kinds without probing leave it out. */
  isFailing?: boolean;
}

/** The table whose rows are due, with an index on its lane and due time among the pending ones. */
export interface Queue {
  table: PgTable;
  workspaceId: Column;
  /** Without one, a workspace is a lane. */
  lane?: Column;
  dueAt: Column;
  /** The predicate of that index, which knows nothing of time. */
  pending: SQL;
  /** Lanes `s` that a claim has to look at although nothing of them is due: a condition on `s.workspace_id` and `s.lane`. */
  isUnsettled?: SQL;
}

/** What is asked of a lane that this worker holds. */
export interface LaneCapacity extends LaneKey {
  /** How many items at most. */
  capacity: number;
  /** Those that the worker has already: not these. */
  inHand: readonly string[];
}

export interface Claimed<Item> {
  items: readonly Item[];
  /** There is more to be claimed than the items tell: something left the queue without being carried out. */
  isRestless?: boolean;
}

export interface Ended<Item, Outcome> {
  item: Item;
  outcome: Outcome;
}

/** Makes sure, inside a transaction, that the worker has the item's lane until the transaction ends; false when it was taken over. */
export type Hold = (tx: Db) => Promise<boolean>;

/**
 * A kind of due work, as a record: what is due, whose turn it is, how it is done, and what is written of it. The engine does the rest:
 * lanes with leases and caps, fairness, batches, a worker's death and a stop. A lane's items are claimed by nobody but the lane's
 * holder, so a claim needs no locks.
 */
export interface Kind<Item extends WorkItem, Outcome = never> {
  /** In the leases, the log, the settings and what the operator asks. */
  name: string;
  queue: Queue;
  /** Items at once in one process. */
  slots: number;
  /** Items at once of one lane, over all processes. */
  laneSlots: number;
  /** Items at once of a lane that fails; as many as of any without it. */
  failingSlots?: number;
  /**
   * For work that mostly waits for somebody else: after so many milliseconds an item takes no slot any more, and so many at most are
   * under way at all.
   */
  slow?: { afterMs: number; most: number };
  /** How many are claimed before they can be carried out; by default none. Only for kinds whose claim writes nothing. */
  ahead?: { least: number; most: number; ofAllLanes: number };
  /** Puts what has come due into the queue, before the queue is looked at. @returns how many */
  feed?(services: Services): Promise<number>;
  /** Milliseconds since 1970 of what comes due first, when that can be told cheaply. */
  nextDueAt?(services: Services): Promise<number | null>;
  /** Takes items of lanes that this worker holds. It may write what must be known when the worker dies: that an attempt begins. */
  claim(services: Services, lanes: readonly LaneCapacity[]): Promise<Claimed<Item>>;
  /**
   * Carries one item out, outside of any transaction of the engine. An error leaves the item as it is: it is due again.
   * @returns what came of it, for `settle`; undefined when nothing is left to be written
   */
  perform(services: Services, item: Item, hold: Hold): Promise<Outcome | undefined>;
  /** Writes what came of items, all or nothing, in the transaction that holds their lanes. */
  settle?(tx: Db, ended: readonly Ended<Item, Outcome>[], services: Services): Promise<void>;
  /** Whether an outcome tells that its lane fails. */
  isFailure?(outcome: Outcome): boolean;
  /** What an outcome is called where outcomes are counted: one of a few words. */
  nameOf?(outcome: Outcome): string;
  /** Cuts off what is under way, at the end of a stop. */
  close?(): Promise<void>;
}
