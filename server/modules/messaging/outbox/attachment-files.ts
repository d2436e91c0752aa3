import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { eq } from "drizzle-orm";
import { reportDownloads } from "@/drizzle/schema/report-downloads";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Services } from "@/server/kernel/services";
import type { ItemKey } from "@/server/worker/begin-attempts";
import { readFile } from "./read-file";

/** Maximum files that are kept on disk while no mail uses them. */
const maxIdle = 4;

interface Copy {
  /** Null when the stored file is gone. */
  path: Promise<string | null>;
  userCount: number;
}

/** Copies of stored files on this machine's disk: all mails of an occurrence read one, and none is held in memory. */
export class AttachmentFiles {
  private folder: Promise<string> | null = null;
  /** The most recently used last. */
  private readonly copies = new Map<string, Copy>();

  /** Runs `work` with a copy of the file, which stays until it ends. @returns false when the stored file is gone */
  async use(services: Services, file: ItemKey, work: (path: string) => Promise<void>): Promise<boolean> {
    const copy = this.copies.get(file.id) ?? { path: this.copy(services, file), userCount: 0 };
    this.copies.delete(file.id);
    this.copies.set(file.id, copy);
    copy.userCount++;
    try {
      const found = await copy.path;
      if (found === null) this.copies.delete(file.id);
      else await work(found);
      return found !== null;
    } catch (error) {
      const isCopied = await copy.path.then(Boolean, () => false);
      if (!isCopied) this.copies.delete(file.id);
      throw error;
    } finally {
      copy.userCount--;
      await this.removeIdle();
    }
  }

  async close(): Promise<void> {
    const folder = await this.folder?.catch(() => null);
    this.folder = null;
    this.copies.clear();
    if (folder) await rm(folder, { recursive: true, force: true });
  }

  private async copy(services: Services, file: ItemKey): Promise<string | null> {
    this.folder ??= mkdtemp(path.join(tmpdir(), "mails-"));
    const target = path.join(await this.folder, file.id);
    const [stored] = await scoped(workspaceOf(file), reportDownloads)
      .select(services.db, { byteCount: reportDownloads.byteCount })
      .where(eq(reportDownloads.id, file.id));
    if (!stored) return null;
    const written = createWriteStream(target, { mode: 0o600 });
    await pipeline(Readable.from(readFile(services.db, file)), written);
    // It was deleted in between.
    return written.bytesWritten === stored.byteCount ? target : null;
  }

  private async removeIdle(): Promise<void> {
    const idle = [...this.copies].filter(([, { userCount }]) => userCount === 0);
    for (const [id, { path: copied }] of idle.slice(0, Math.max(0, idle.length - maxIdle))) {
      this.copies.delete(id);
      const target = await copied.catch(() => null);
      if (target) await rm(target, { force: true });
    }
  }
}
