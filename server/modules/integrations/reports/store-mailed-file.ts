import { open } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { reportDownloadChunks, reportDownloads } from "@/drizzle/schema/report-downloads";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import type { DownloadRow } from "./downloads";
import { fileNameOf } from "./file-name";
import type { DueReport } from "./schedule";

const chunkBytes = 256 * 1024;

export interface ReportFile {
  path: string;
  rowCount: number;
  byteCount: number;
  /** Of a payroll run's file, whose template says how it is written. */
  written?: { name: string; contentType: string };
}

async function storeChunks(tx: Db, { workspaceId, id }: DownloadRow, path: string): Promise<void> {
  const file = await open(path);
  try {
    for (let position = 0; ; position++) {
      const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(chunkBytes) });
      if (bytesRead === 0) return;
      const content = buffer.subarray(0, bytesRead);
      await tx.insert(reportDownloadChunks).values({ workspaceId, downloadId: id, position, content });
    }
  } finally {
    await file.close();
  }
}

/** Stores the file of an occurrence's mails: their attachment, or a download when it is too large. A later attempt finds the first one's file. */
export async function storeMailedFile(
  { db, clock }: Services,
  { report, occurrence }: DueReport,
  { path, rowCount, byteCount, written }: ReportFile,
): Promise<DownloadRow> {
  const now = clock();
  return db.transaction(async (tx) => {
    const [made] = await tx
      .insert(reportDownloads)
      .values({
        workspaceId: report.workspaceId,
        id: newId(),
        reportId: report.id,
        userId: report.ownerId,
        occurrenceId: occurrence.id,
        status: "ready",
        format: report.format,
        fileName: written?.name ?? fileNameOf(report, occurrence.localDate),
        contentType: written?.contentType ?? null,
        asOf: occurrence.dueAt,
        rowCount,
        byteCount,
        createdAt: now,
        finishedAt: now,
      })
      .onConflictDoNothing({ target: [reportDownloads.workspaceId, reportDownloads.occurrenceId] })
      .returning();
    if (made) {
      await storeChunks(tx, made, path);
      return made;
    }
    const [kept] = await scoped(workspaceOf(report), reportDownloads)
      .selectAll(tx)
      .where(eq(reportDownloads.occurrenceId, occurrence.id));
    if (!kept) throw new Error("The file of a mailed report has gone while it was sent.");
    return kept;
  });
}
