import { sql } from "drizzle-orm";
import { workers, workLeases } from "@/drizzle/schema/work";
import { arrayOf } from "@/server/kernel/database/array-of";
import { type Db, statement } from "@/server/kernel/database/db";
import { newId } from "@/server/kernel/ids";
import { second } from "@/server/kernel/time/clock";
import type { LaneKey } from "./kind";

/** A worker without a heartbeat for this long is dead, by the database's clock: its lanes are free. */
export const aliveMs = 10 * second;

const { placeholder } = sql;
const me = sql`${placeholder("me")}::uuid`;
const kind = sql`${placeholder("kind")}`;
const until = sql`clock_timestamp() + ${placeholder("aliveMs")}::int * interval '1 millisecond'`;
const lanes = sql`unnest(${placeholder("workspaceIds")}::uuid[], ${placeholder("lanes")}::text[]) k(workspace_id, lane)`;

const register = statement<{ id: string }>(sql`
  insert into ${workers} as w (id, alive_until) values (${me}, ${until})
  on conflict (id) do update set alive_until = excluded.alive_until where w.alive_until > clock_timestamp()
  returning w.id`);

/** Takes free lanes, and those of dead workers. Skips lanes that another worker is taking at this moment. */
const take = statement<LaneKey>(sql`
  with wanted as materialized (select * from ${lanes}),
  abandoned as materialized (
    select l.workspace_id, l.lane, l.worker_id from ${workLeases} l join wanted k using (workspace_id, lane)
    where l.kind = ${kind}
      and not exists (select from ${workers} w where w.id = l.worker_id and w.alive_until > clock_timestamp())
  ),
  dead as materialized (
    select l.workspace_id, l.lane from ${workLeases} l join abandoned k using (workspace_id, lane)
    -- Still: who took it just now may not be known here as a worker yet.
    where l.kind = ${kind} and l.worker_id = k.worker_id
    for no key update of l skip locked
  ),
  over as (
    update ${workLeases} l set worker_id = ${me} from dead
    where l.kind = ${kind} and l.workspace_id = dead.workspace_id and l.lane = dead.lane
    returning l.workspace_id, l.lane
  ),
  fresh as (
    insert into ${workLeases} (kind, workspace_id, lane, worker_id)
    select ${kind}, k.workspace_id, k.lane, ${me} from wanted k
    where not exists (select from ${workLeases} l where l.kind = ${kind} and l.workspace_id = k.workspace_id and l.lane = k.lane)
    order by 2, 3
    on conflict do nothing
    returning workspace_id, lane
  )
  select workspace_id as "workspaceId", lane from over union all select workspace_id, lane from fresh`);

/** Lanes that no other worker has taken over since this one was considered dead: moved to its new id. */
const keep = statement<LaneKey>(sql`
  update ${workLeases} l set worker_id = ${me}
  where l.kind = ${kind} and l.worker_id = ${placeholder("formerly")}::uuid and (l.workspace_id, l.lane) in (select * from ${lanes})
  returning l.workspace_id as "workspaceId", l.lane`);

const hold = statement<LaneKey>(sql`
  select l.workspace_id as "workspaceId", l.lane from ${workLeases} l
  where l.kind = ${kind} and l.worker_id in (${me}, ${placeholder("formerly")}::uuid)
    and (l.workspace_id, l.lane) in (select * from ${lanes})
  order by 1, 2 for share`);

const giveBack = statement(sql`
  delete from ${workLeases} l
  where l.kind = ${kind} and l.worker_id = ${me} and (l.workspace_id, l.lane) in (select * from ${lanes})`);

const bury = statement(
  sql`delete from ${workers} w where w.alive_until < clock_timestamp() - interval '1 minute'`,
);

const listed = (keys: readonly LaneKey[]) => ({
  workspaceIds: arrayOf(keys.map(({ workspaceId }) => workspaceId)),
  lanes: arrayOf(keys.map(({ lane }) => lane)),
});

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
    private readonly db: Db,
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
    const rows = await register(this.db, { me: this.id, aliveMs: this.lifeMs });
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
    const values = { me: this.id, formerly: this.formerId, kind: this.kindName, ...listed(keys) };
    const kept = keys.length === 0 ? [] : await keep(this.db, values);
    this.isLapsed = false;
    return kept;
  }

  /** Takes lanes that no worker holds. Only for a worker that is `isSafe`. @returns the lanes that this worker holds now */
  async take(keys: readonly LaneKey[]): Promise<LaneKey[]> {
    if (keys.length === 0) return [];
    return take(this.db, { me: this.id, kind: this.kindName, ...listed(keys) });
  }

  /**
   * Prevents a takeover of lanes until the transaction ends. Only for lanes that were never lost: a lost lane may be held again by now,
   * after another worker processed it.
   * @returns the lanes still held
   */
  hold(tx: Db, keys: readonly LaneKey[]): Promise<LaneKey[]> {
    return hold(tx, { me: this.id, formerly: this.formerId, kind: this.kindName, ...listed(keys) });
  }

  async giveBack(keys: readonly LaneKey[]): Promise<void> {
    if (keys.length > 0) await giveBack(this.db, { me: this.id, kind: this.kindName, ...listed(keys) });
  }

  /** Deletes workers that have been dead for a while, with their leases. */
  async bury(): Promise<void> {
    await bury(this.db);
  }
}
