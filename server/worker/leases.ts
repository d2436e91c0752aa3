import { sql } from "drizzle-orm";
import { workers, workLeases } from "@/drizzle/schema/work";
import { arrayOf } from "@/server/kernel/database/array-of";
import { type Db, statement } from "@/server/kernel/database/db";
import { inBatches, workspacesOf } from "@/server/kernel/database/distribution";
import { inAnyBatch, inBatch, ofEvery } from "@/server/kernel/database/in-batch";
import { isServerAway } from "@/server/kernel/database/placement";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import type { LaneKey } from "./kind";
import { keyOf } from "./lane";

/** A worker without a heartbeat for this long is dead, by the database's clock: its lanes are free. */
export const aliveMs = 10 * second;

const { placeholder } = sql;
const me = sql`${placeholder("me")}::uuid`;
const kind = sql`${placeholder("kind")}`;
const until = sql`clock_timestamp() + ${placeholder("aliveMs")}::int * interval '1 millisecond'`;
const lanes = sql`unnest(${placeholder("workspaceIds")}::uuid[], ${placeholder("lanes")}::text[]) k(workspace_id, lane)`;

const ofBatch = inBatch(sql`l.workspace_id`);

const register = statement<{ id: string }>(sql`
  insert into ${workers} as w (id, alive_until) values (${me}, ${until})
  on conflict (id) do update set alive_until = excluded.alive_until where w.alive_until > clock_timestamp()
  returning w.id`);

const leasesOf = statement<LaneKey & { workerId: string }>(sql`
  select l.workspace_id as "workspaceId", l.lane, l.worker_id as "workerId" from ${workLeases} l
  where l.kind = ${kind} and ${inAnyBatch(sql`l.workspace_id`, "finds who holds the lanes")} and (l.workspace_id, l.lane) in (select * from ${lanes})`);

const livingAmong = statement<{ id: string }>(sql`
  select w.id from ${workers} w where w.id = any(${placeholder("ids")}::uuid[]) and w.alive_until > clock_timestamp()`);

/** Takes lanes whose lease is still the dead worker's. Skips lanes that another worker is taking at this moment. */
const takeOver = statement<LaneKey>(sql`
  with dead as materialized (
    select l.workspace_id, l.lane from ${workLeases} l
    where l.kind = ${kind} and ${ofBatch} and (l.workspace_id, l.lane, l.worker_id) in (
      select * from unnest(${placeholder("workspaceIds")}::uuid[], ${placeholder("lanes")}::text[], ${placeholder("dead")}::uuid[]))
    for no key update of l skip locked
  )
  update ${workLeases} l set worker_id = ${me} from dead
  where l.kind = ${kind} and ${ofBatch} and l.workspace_id = dead.workspace_id and l.lane = dead.lane
  returning l.workspace_id as "workspaceId", l.lane`);

/** Takes lanes without a lease; of several workers, one. */
const takeNew = statement<LaneKey>(sql`
  insert into ${workLeases} (kind, workspace_id, lane, worker_id)
  select ${kind}::text, k.workspace_id, k.lane, ${me} from ${lanes} order by 2, 3
  on conflict do nothing
  returning workspace_id as "workspaceId", lane`);

/** Lanes that no other worker has taken over since this one was considered dead: moved to its new id. */
const keep = statement<LaneKey>(sql`
  update ${workLeases} l set worker_id = ${me}
  where l.kind = ${kind} and l.worker_id = ${placeholder("formerly")}::uuid and ${ofBatch} and (l.workspace_id, l.lane) in (select * from ${lanes})
  returning l.workspace_id as "workspaceId", l.lane`);

const hold = statement<LaneKey>(sql`
  select l.workspace_id as "workspaceId", l.lane from ${workLeases} l
  where l.kind = ${kind} and l.worker_id in (${me}, ${placeholder("formerly")}::uuid) and ${ofBatch} and (l.workspace_id, l.lane) in (select * from ${lanes})
  order by 1, 2 for share`);

const giveBack = statement(sql`
  delete from ${workLeases} l where l.kind = ${kind} and l.worker_id = ${me} and ${ofBatch} and (l.workspace_id, l.lane) in (select * from ${lanes})`);

/** Leases of dead workers, of all kinds. */
const leftOver = statement<LaneKey & { workerId: string }>(sql`
  select l.workspace_id as "workspaceId", l.lane, l.worker_id as "workerId" from ${workLeases} l
  where ${ofEvery("finds what dead workers held", sql`l.workspace_id`)} and l.worker_id = any(${placeholder("ids")}::uuid[]) limit 1000`);

const deleteOf = statement(sql`
  delete from ${workLeases} l where l.worker_id = any(${placeholder("ids")}::uuid[]) and ${ofBatch} and (l.workspace_id, l.lane) in (select * from ${lanes})`);

const longDead = statement<{ id: string }>(sql`
  select w.id from ${workers} w where w.alive_until < clock_timestamp() - interval '1 minute'`);

const bury = statement(sql`
  delete from ${workers} w
  where w.id = any(${placeholder("ids")}::uuid[]) and w.alive_until < clock_timestamp() - interval '1 minute'`);

function noneOfServerAway(error: unknown): [] {
  if (isServerAway(error)) return [];
  throw error;
}

const listed = (keys: readonly LaneKey[]) => ({
  workspaces: arrayOf(workspacesOf(keys)),
  workspaceIds: arrayOf(keys.map(({ workspaceId }) => workspaceId)),
  lanes: arrayOf(keys.map(({ lane }) => lane)),
});

/** A lane that no other living worker holds. */
export interface FreeLane extends LaneKey {
  /** Whose lease it still is: of a dead worker, or of this one, which did not learn that it took the lane; null without a lease. */
  dead: string | null;
}

/**
 * The lanes that one worker holds. A lease belongs to a lane, not to an item, so a claim writes no item. It lasts as long as the worker
 * lives, so one heartbeat row renews all its leases. A worker that was considered dead continues under a new id, with the lanes that no
 * other worker has taken over.
 */
export class Leases {
  private id = newId();
  /** The previous id. */
  private formerId = this.id;
  private isLapsed = false;
  /** By this process's clock, measured from before the query: later, other workers may consider it dead. */
  private safeUntil = 0;

  constructor(
    private readonly services: Pick<Services, "neverRefused" | "isDistributed">,
    private readonly kindName: string,
    private readonly lifeMs = aliveMs,
  ) {}

  /** The id under which lanes are held now. */
  get workerId(): string {
    return this.id;
  }

  /** The heartbeat is due: after a quarter of the lease time. */
  get isToRenew(): boolean {
    return performance.now() > this.safeUntil - (this.lifeMs * 3) / 4;
  }

  get isSafe(): boolean {
    return performance.now() < this.safeUntil;
  }

  /** Sends the heartbeat. @returns false when it was too late: the worker has a new id, which holds no lanes yet */
  async renew(): Promise<boolean> {
    const asked = performance.now();
    const rows = await register(this.services.neverRefused, { me: this.id, aliveMs: this.lifeMs });
    if (rows.length > 0) {
      this.safeUntil = asked + this.lifeMs;
      return true;
    }
    if (!this.isLapsed) this.formerId = this.id;
    this.isLapsed = true;
    this.id = newId();
    this.safeUntil = 0;
    return false;
  }

  /** It was late, and must find out which lanes it still has: by `keep`, after a heartbeat under its new id. */
  get hasLapsed(): boolean {
    return this.isLapsed;
  }

  /** @returns the lanes that no other worker has taken over since this one was considered dead */
  async keep(keys: readonly LaneKey[]): Promise<LaneKey[]> {
    const kept = await this.inBatches(keys, (db, some) => keep(db, { ...this.named, ...listed(some) }));
    this.isLapsed = false;
    return kept;
  }

  /** @returns the lanes that no other living worker holds, of which this one may `take` some. Only for lanes that it does not hold */
  async findFree(keys: readonly LaneKey[]): Promise<FreeLane[]> {
    if (keys.length === 0) return [];
    const db = this.services.neverRefused;
    const leased = await leasesOf(db, { kind: this.kindName, ...listed(keys) });
    const holders = new Map(leased.map((one) => [keyOf(one), one.workerId]));
    if (holders.size === 0) return keys.map((key) => ({ ...key, dead: null }));
    // After the leases: the worker of each of them had registered before.
    const living = await livingAmong(db, { ids: arrayOf([...new Set(holders.values())]) });
    const others = new Set(living.map(({ id }) => id));
    others.delete(this.id);
    return keys
      .map((key) => ({ ...key, dead: holders.get(keyOf(key)) ?? null }))
      .filter(({ dead }) => dead === null || !others.has(dead));
  }

  /** Takes free lanes, unless another worker was faster. Only for a worker that is `isSafe`. @returns the lanes that this worker holds now */
  async take(free: readonly FreeLane[]): Promise<LaneKey[]> {
    const isNew = ({ dead }: FreeLane) => dead === null;
    const taken = await this.inBatches(free.filter(isNew), (db, some) =>
      takeNew(db, { ...this.named, ...listed(some) }),
    );
    const left = free.filter((lane) => !isNew(lane));
    const over = await this.inBatches(left, (db, some) =>
      takeOver(db, { ...this.named, ...listed(some), dead: arrayOf(some.map(({ dead }) => dead)) }),
    );
    return [...taken, ...over];
  }

  /**
   * Prevents a takeover of lanes until the transaction ends. Only for lanes that were never lost: a lost lane may be held again by now,
   * after another worker processed it.
   * @param keys of one batch
   * @returns the lanes still held
   */
  async hold(tx: Db, keys: readonly LaneKey[]): Promise<LaneKey[]> {
    if (keys.length === 0) return [];
    return hold(tx, { ...this.named, ...listed(keys) });
  }

  async giveBack(keys: readonly LaneKey[]): Promise<void> {
    await this.inBatches(keys, (db, some) => giveBack(db, { ...this.named, ...listed(some) }));
  }

  /** Deletes workers that have been dead for a while, after their leases. */
  async bury(): Promise<void> {
    const db = this.services.neverRefused;
    const dead = await longDead(db);
    if (dead.length === 0) return;
    const ids = { ids: arrayOf(dead.map(({ id }) => id)) };
    for (let left = await leftOver(db, ids); left.length > 0; left = await leftOver(db, ids))
      await this.inBatches(left, (on, some) => deleteOf(on, { ...ids, ...listed(some) }));
    await bury(db, ids);
  }

  private get named() {
    return { me: this.id, formerly: this.formerId, kind: this.kindName };
  }

  private inBatches<T extends LaneKey, R>(
    keys: readonly T[],
    work: (db: Db, batch: readonly T[]) => Promise<readonly R[]>,
  ): Promise<R[]> {
    // The lanes of a server that does not answer are not taken, and not given back.
    return inBatches(this.services, keys, (batch) =>
      work(this.services.neverRefused, batch).catch(noneOfServerAway),
    );
  }
}
