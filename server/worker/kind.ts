import type { Column, SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/server/kernel/database/db";
import type { Services } from "@/server/kernel/services";

/** The unit that one worker holds exclusively: a webhook, a workspace's operations, one of a workspace's platforms. */
export interface LaneKey {
  workspaceId: string;
  /** Unique within the workspace; the workspace id when a kind has one lane per workspace. */
  lane: string;
}

/** One item of due work. */
export interface WorkItem extends LaneKey {
  id: string;
  /** Of an item that is a batch of rows: the ids of all of them, one of which is the item's. */
  ids?: readonly string[];
  /** The lane's destination fails: the lane is only probed. Omitted by kinds without probing. */
  isFailing?: boolean;
}

/** The table of due rows, with an index on lane and due time of the pending ones, for claims, and one that begins with their due time. */
export interface Queue {
  table: PgTable;
  workspaceId: Column;
  /** Omitted when each workspace is a lane. */
  lane?: Column;
  dueAt: Column;
  /** The predicate of those indexes, independent of time. */
  pending: SQL;
  /** The table of lanes, and which of them a claim must check although nothing in them is due: a condition that an index supports. */
  unsettled?: { table: PgTable; workspaceId: Column; id: Column; isUnsettled(now: SQL): SQL };
}

/** A claim request for a lane that this worker holds. */
export interface LaneCapacity extends LaneKey {
  /** Maximum number of items. */
  capacity: number;
  /** Items that the worker already has; excluded. */
  inHand: readonly string[];
}

export interface Claimed<Item> {
  items: readonly Item[];
  /** More can be claimed than the items show: something left the queue without being carried out. */
  isRestless?: boolean;
}

export interface Ended<Item, Outcome> {
  item: Item;
  outcome: Outcome;
}

/** Ensures, inside a transaction, that the worker keeps the item's lane until the transaction ends; false when the lane was taken over. */
export type Hold = (tx: Db) => Promise<boolean>;

/**
 * A kind of due work, as a record: what is due, in which lanes, how to carry it out, and what to record. The engine does the rest: lanes
 * with leases and limits, fairness, batches, a worker's death and shutdown. Only a lane's holder claims its items, so a claim needs no
 * locks. `claim` and `settle` get what `batchesOf` puts together, and limit each table of a statement to these workspaces (`inBatch`).
 */
export interface Kind<Item extends WorkItem, Outcome = never> {
  /** Used in the leases, the log, the settings and the operator's reports. */
  name: string;
  queue: Queue;
  /** Maximum items in flight in one process. */
  slots: number;
  /** Maximum items in flight of one lane, over all processes. */
  laneSlots: number;
  /** Maximum items in flight of a failing lane; `laneSlots` by default. */
  failingSlots?: number;
  /**
   * For work that mostly waits on a third party: after `afterMs` an item releases its slot; at most `most` items are in flight in total.
   */
  slow?: { afterMs: number; max: number };
  /** How many items to claim before they can be carried out; none by default. Only for kinds whose claim writes nothing. */
  ahead?: { min: number; max: number; ofAllLanes: number };
  /** Puts due items into the queue, before the queue is polled. @returns how many */
  feed?(services: Services): Promise<number>;
  /** Due time of the earliest item, in milliseconds since 1970, when it is cheap to determine. */
  nextDueAt?(services: Services): Promise<number | null>;
  /** Claims items of a batch of lanes that this worker holds. It may write what must survive the worker's death: the start of an attempt. */
  claim(services: Services, lanes: readonly LaneCapacity[]): Promise<Claimed<Item>>;
  /**
   * Carries out one item, outside any transaction of the engine. An error leaves the item unchanged: it is due again.
   * @returns the outcome, for `settle`; undefined when nothing is left to record
   */
  perform(services: Services, item: Item, hold: Hold): Promise<Outcome | undefined>;
  /** Records outcomes of a batch of items, all or nothing, in the transaction that holds their lanes. */
  settle?(tx: Db, ended: readonly Ended<Item, Outcome>[], services: Services): Promise<void>;
  /** Whether an outcome means that its lane fails. */
  isFailure?(outcome: Outcome): boolean;
  /** The outcome's label in metrics: one of a few words. */
  nameOf?(outcome: Outcome): string;
  /** Aborts items in flight, at the end of a stop. */
  close?(): Promise<void>;
}
