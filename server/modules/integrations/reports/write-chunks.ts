import { Writable } from "node:stream";
import { and, eq, sql } from "drizzle-orm";
import { reportDownloadChunks, reportDownloads } from "@/drizzle/schema/report-downloads";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Services } from "@/server/kernel/services";
import type { ItemKey } from "@/server/worker/begin-attempts";
import type { Hold } from "@/server/worker/kind";

const chunkBytes = 256 * 1024;
const lookEveryMs = 400;

/** The download was cancelled, deleted with its report, or taken over by another worker. */
export class DownloadLost extends Error {
  override name = "DownloadLost";
}

/** A download that is neither finished nor cancelled nor deleted. */
export const stillRunning = ({ id }: ItemKey) =>
  and(eq(reportDownloads.id, id), eq(reportDownloads.status, "running"));

/** Writes a file into the database chunk by chunk. Meanwhile it stores the progress, and checks whether to continue. */
export class ChunkWriter extends Writable {
  byteCount = 0;
  /** Set by the producer of the rows. */
  rowCount = 0;
  private position = 0;
  private held: Buffer[] = [];
  private heldBytes = 0;
  private readonly looking: NodeJS.Timeout;

  constructor(
    private readonly services: Services,
    private readonly download: ItemKey,
    private readonly hold: Hold,
  ) {
    super({ decodeStrings: true });
    // The stream's writer handles errors; until it listens, an error must not crash the process.
    this.on("error", () => undefined);
    this.looking = setInterval(
      () => void this.look().catch((error: Error) => this.destroy(error)),
      lookEveryMs,
    );
  }

  override _write(piece: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.held.push(piece);
    this.heldBytes += piece.length;
    this.byteCount += piece.length;
    if (this.heldBytes < chunkBytes) done();
    else this.flush().then(() => done(), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.flush().then(() => done(), done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearInterval(this.looking);
    done(error);
  }

  private async look(): Promise<void> {
    const found = await scoped(workspaceOf(this.download), reportDownloads)
      .update(this.services.db)
      .set({ rowCount: this.rowCount })
      .where(stillRunning(this.download));
    if (found.count === 0) throw new DownloadLost();
  }

  /** Locks the row while a chunk is written: a cancel comes before or after it. */
  private async flush(): Promise<void> {
    if (this.heldBytes === 0) return;
    const content = Buffer.concat(this.held);
    this.held = [];
    this.heldBytes = 0;
    const { workspaceId, id } = this.download;
    await this.services.db.transaction(async (tx) => {
      const isHeld = await this.hold(tx);
      const [running] = await scoped(workspaceOf(this.download), reportDownloads)
        .select(tx, { one: sql`1` })
        .where(stillRunning(this.download))
        .for("no key update");
      if (!isHeld || !running) throw new DownloadLost();
      await tx
        .insert(reportDownloadChunks)
        .values({ workspaceId, downloadId: id, position: this.position++, content });
    });
  }
}
