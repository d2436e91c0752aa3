import {
  and,
  desc,
  eq,
  exists,
  gt,
  type InferSelectModel,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { reportDownloads } from "@/drizzle/schema/report-downloads";
import { dispatches } from "@/drizzle/schema/schedules";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { day, plus } from "@/server/kernel/time/clock";
import { requireReporter } from "./policy";

export type DownloadRow = InferSelectModel<typeof reportDownloads>;

/** Retention of a file. */
export const keptMs = day;
/** Retention when its link was mailed: recipients also read mail after a week of leave. */
export const mailedKeptMs = 14 * day;

/** When a file expires. */
export const expiresAt = ({ occurrenceId, createdAt }: DownloadRow): Date =>
  plus(createdAt, occurrenceId === null ? keptMs : mailedKeptMs);

const isMailed = isNotNull(reportDownloads.occurrenceId);

/** `expiresAt` in SQL. */
export const expiredAt = (now: Date): SQL => {
  const olderThan = (ms: number) => lte(reportDownloads.createdAt, plus(now, -ms));
  return sql`(${olderThan(keptMs)} and ${isNull(reportDownloads.occurrenceId)} or ${olderThan(mailedKeptMs)})`;
};
const keptAt = (now: Date) =>
  or(
    gt(reportDownloads.createdAt, plus(now, -keptMs)),
    and(gt(reportDownloads.createdAt, plus(now, -mailedKeptMs)), isMailed),
  );

/** The acting user's own downloads that have not expired. @throws ApiError FORBIDDEN */
export const ownDownloads = (ctx: Ctx) =>
  and(eq(reportDownloads.userId, requireReporter(ctx)), keptAt(ctx.now()));

/**
 * A file that was too large for a mail to the acting user's address. The mail would have contained it, so their role does not matter.
 * @returns null when there is none
 */
export async function findMailedDownload(ctx: Ctx, id: string): Promise<DownloadRow | null> {
  const { userId } = ctx.actor;
  if (userId === null) return null;
  const sentToThem = exists(
    scoped(workspaceOf(ctx.actor), dispatches)
      .select(ctx.db, { one: sql`1` })
      .innerJoin(users, sql`lower(${users.email}) = lower(${dispatches.address})`)
      .where(and(eq(dispatches.occurrenceId, reportDownloads.occurrenceId), eq(users.id, userId))),
  );
  const [row] = await scoped(workspaceOf(ctx.actor), reportDownloads)
    .selectAll(ctx.db)
    .where(and(eq(reportDownloads.id, id), keptAt(ctx.now()), sentToThem));
  return row ?? null;
}

/** The acting user's latest download of a report; null when it has expired. @throws ApiError FORBIDDEN */
export async function findLastDownload(ctx: Ctx, reportId: string): Promise<DownloadRow | null> {
  const [row] = await scoped(workspaceOf(ctx.actor), reportDownloads)
    .selectAll(ctx.db)
    .where(
      and(
        ownDownloads(ctx),
        eq(reportDownloads.reportId, reportId),
        // Mailed files were not requested.
        isNull(reportDownloads.occurrenceId),
      ),
    )
    .orderBy(desc(reportDownloads.id))
    .limit(1);
  return row ?? null;
}

/** @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND when it belongs to another user or has expired */
export async function loadDownload(ctx: Ctx, id: string): Promise<DownloadRow> {
  const [row] = await scoped(workspaceOf(ctx.actor), reportDownloads)
    .selectAll(ctx.db)
    .where(and(ownDownloads(ctx), eq(reportDownloads.id, id)));
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  return row;
}
