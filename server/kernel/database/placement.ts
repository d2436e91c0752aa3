import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { second } from "@/server/kernel/time/clock";
import { type Db, statement } from "./db";
import { outsideOfWork } from "./server-shares";

/** A part's workspaces: from this hash to the next part's; signed, 32 bits. */
export interface Part {
  from: number;
  server: number;
}

/** Workspaces move between servers while the service runs: what was read is read again after this time. */
const freshMs = 10 * second;

const readRows = statement<Part>(
  sql`
  select s.shardminvalue::int as "from", p.groupid as server
  from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid
  where s.logicalrelid = 'workspaces'::regclass and p.shardstate = 1 order by 1`,
);

/** The parts of the distributed tables, and their servers, as the coordinator alone knows them. */
export const readParts = async (db: Db): Promise<Part[]> => [...(await readRows(db))];

const probing = statement(sql`select from workspaces where id = ${sql.placeholder("workspaceId")}::uuid`);
const anyWithPeople = statement<{ id: string }>(sql`select distinct leads_to as id from identity_workspaces`);
/** The workspaces that anyone can sign in to, by the directory, which is the coordinator's. */
export const workspacesInDirectory = async (db: Db): Promise<string[]> =>
  (await anyWithPeople(db)).map(({ id }) => id);

/** Asks a workspace's server for nothing. */
export const probeServer = (db: Db, workspaceId: string): Promise<unknown> => probing(db, { workspaceId });

const rotated = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));

/**
 * PostgreSQL's `uuid_hash`, by which Citus distributes: Jenkins's lookup3 of 16 bytes, as servers with little-endian words compute it.
 * @returns signed, 32 bits
 */
export function hashOf(uuid: string): number {
  const bytes = Buffer.from(uuid.replaceAll("-", ""), "hex");
  const begin = (0x9e3779b9 + bytes.length + 3923095) | 0;
  let a = (begin + bytes.readInt32LE(0)) | 0;
  let b = (begin + bytes.readInt32LE(4)) | 0;
  let c = (begin + bytes.readInt32LE(8)) | 0;
  for (const [first, second, third] of [
    [4, 6, 8],
    [16, 19, 4],
  ] as const) {
    a = (a - c) ^ rotated(c, first);
    c = (c + b) | 0;
    b = (b - a) ^ rotated(a, second);
    a = (a + c) | 0;
    c = (c - b) ^ rotated(b, third);
    b = (b + a) | 0;
  }
  a = (a + bytes.readInt32LE(12)) | 0;
  c = ((c ^ b) - rotated(b, 14)) | 0;
  a = ((a ^ c) - rotated(c, 11)) | 0;
  b = ((b ^ a) - rotated(a, 25)) | 0;
  c = ((c ^ b) - rotated(b, 16)) | 0;
  a = ((a ^ c) - rotated(c, 4)) | 0;
  b = ((b ^ a) - rotated(a, 14)) | 0;
  return ((c ^ b) - rotated(b, 24)) | 0;
}

/** What a process asks the coordinator, and through it the servers. */
export interface Asking {
  parts(): Promise<readonly Part[]>;
  /** Asks the server of a workspace, which need not exist, for nothing. */
  probe(workspaceId: string): Promise<unknown>;
  /** All workspaces, as the coordinator alone knows them. */
  workspaces(): Promise<readonly string[]>;
  onChange(server: number, isAway: boolean): void;
}

/** Work was not begun, or is not waited for: the server does not answer. */
export class ServerAway extends Error {
  override name = "ServerAway";
  constructor(server: number) {
    super(`Server ${server} of the database does not answer.`);
  }
}

/** Whether work failed because a server is known to be away. */
export const isServerAway = (error: unknown): boolean => {
  for (let one = error; one instanceof Error; one = one.cause) if (one.name === "ServerAway") return true;
  return false;
};

const probeEveryMs = second;
/** A server that does not answer for this long counts as away, until it does. */
const awayAfterMs = 2 * second;
/** The workspaces of the other servers are read again after this time, while one is away. */
const reachableMs = 15 * second;

/**
 * Which server has a workspace's rows, where workspaces are distributed over several (Citus), as it was some seconds ago; and which server
 * does not answer. On plain PostgreSQL it knows no server, and asks nothing.
 */
export class Placement {
  private parts: readonly Part[] = [];
  private asking: Asking | undefined;
  private readAt = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;
  private readonly away = new Set<number>();
  private readonly probed = new Set<number>();
  private readonly waiting = new Set<{ server: number | undefined; refuse(error: ServerAway): void }>();
  private all: { ids: readonly string[]; readAt: number } | undefined;
  private reachableNow: readonly string[] | undefined;

  /** From now on the parts are read, and read again, and the servers are asked. A failure keeps what was known. */
  begin(asking: Asking): void {
    this.asking = asking;
    this.refresh();
    // Not as a part of the work that asked first.
    outsideOfWork(() => {
      this.timer ??= setInterval(() => this.look(), probeEveryMs).unref();
    });
  }

  end(): void {
    clearInterval(this.timer);
    this.asking = undefined;
  }

  /** Whether servers are known. */
  get isKnown(): boolean {
    return this.parts.length > 0;
  }

  /** The server's number; undefined where none is known. */
  serverOf(workspaceId: string): number | undefined {
    if (!this.isKnown) return undefined;
    const hash = hashOf(workspaceId);
    return this.parts.findLast(({ from }) => from <= hash)?.server;
  }

  /** The workspaces on servers that answer; undefined while all do, as far as is known. */
  get reachable(): readonly string[] | undefined {
    return this.reachableNow;
  }

  /**
   * Waits for work, but not for a server that is away, or gets away meanwhile.
   * @param server undefined for work that needs all of them
   * @throws ServerAway; the work may go on
   */
  async unlessAway<T>(server: number | undefined, work: () => Promise<T>): Promise<T> {
    for (const one of this.away) if (server === undefined || server === one) throw new ServerAway(one);
    return new Promise<T>((resolve, refuse) => {
      const one = { server, refuse };
      this.waiting.add(one);
      work()
        .then(resolve, refuse)
        .finally(() => this.waiting.delete(one));
    });
  }

  private look(): void {
    this.refresh();
    for (const server of new Set(this.parts.map((part) => part.server))) void this.probe(server);
    if (this.away.size > 0) void this.findReachable();
  }

  private refresh(): void {
    const now = performance.now();
    if (!this.asking || now - this.readAt < freshMs) return;
    this.readAt = now;
    this.asking.parts().then(
      (parts) => {
        this.parts = parts;
        for (const server of this.away)
          if (!parts.some((part) => part.server === server)) this.note(server, false);
      },
      () => undefined,
    );
  }

  private async probe(server: number): Promise<void> {
    if (!this.asking || this.probed.has(server)) return;
    this.probed.add(server);
    const late = setTimeout(() => this.note(server, true), awayAfterMs).unref();
    try {
      await this.asking.probe(this.someWorkspaceOf(server));
      this.note(server, false);
    } catch {
      this.note(server, true);
    } finally {
      clearTimeout(late);
      this.probed.delete(server);
    }
  }

  /** An id of the server's range of hashes; no workspace has it. */
  private someWorkspaceOf(server: number): string {
    for (;;) {
      const id = randomUUID();
      if (this.serverOf(id) === server || !this.parts.some((part) => part.server === server)) return id;
    }
  }

  private note(server: number, isAway: boolean): void {
    if (this.away.has(server) === isAway) return;
    if (isAway) this.away.add(server);
    else this.away.delete(server);
    this.asking?.onChange(server, isAway);
    this.reachableNow = undefined;
    if (this.away.size > 0) void this.findReachable();
    if (!isAway) return;
    for (const one of this.waiting)
      if (one.server === undefined || one.server === server) one.refuse(new ServerAway(server));
  }

  private async findReachable(): Promise<void> {
    const now = performance.now();
    if (!this.all || now - this.all.readAt > reachableMs) {
      const ids = await this.asking?.workspaces().catch(() => undefined);
      if (ids) this.all = { ids, readAt: now };
    }
    this.reachableNow =
      this.away.size > 0
        ? this.all?.ids.filter((id) => !this.away.has(this.serverOf(id) ?? Number.NaN))
        : undefined;
  }
}
