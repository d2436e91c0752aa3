import type { Writable } from "node:stream";
import type { PageLanguage, ReportFormat, ReportType } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { type Cell, writeFile } from "@/server/kernel/text/write-table";
import type { Filters } from "@/server/modules/integrations/schedules/check-filters";
import { balanceColumns, balanceRows } from "./balance-rows";
import { awayColumns, awayRows, requestColumns, requestRows } from "./leave-rows";
import { columnsIn, type ReportColumn } from "./people";
import type { Period } from "./period";
import { eyesOf } from "./policy";

/** The reports that list what is true when they are sent. */
export type ListType = Exclude<ReportType, "PAYROLL_RUN">;

/** Whether a report is a list, and no payroll run. */
export const isList = <R extends { reportType: ReportType }>(
  report: R,
): report is R & { reportType: ListType } => report.reportType !== "PAYROLL_RUN";

/** The settings that determine a report's content. */
export interface ReportSource extends Filters {
  reportType: ListType;
  format: ReportFormat;
}

type Rows = (ctx: Ctx, filters: Filters, period: Period) => AsyncGenerator<Cell[][]>;

const kinds: Record<ListType, { name: string; columns: readonly ReportColumn[]; rows: Rows }> = {
  LEAVE_REQUESTS: { name: "Leave requests", columns: requestColumns, rows: requestRows },
  LEAVE_BALANCES: { name: "Leave balances", columns: balanceColumns, rows: balanceRows },
  WHO_IS_AWAY: { name: "Who is away", columns: awayColumns, rows: awayRows },
};

/** The display name of a report type. */
export const titleOf = (type: ReportType): string => (type === "PAYROLL_RUN" ? "Payroll" : kinds[type].name);

interface WriteOptions {
  onRows?: (count: number) => void;
  signal?: AbortSignal;
  language?: PageLanguage | null;
}

/**
 * Writes a report into `target` and ends it. `ctx` is its owner's: only employees within their reach appear. All data comes from one
 * snapshot, read in batches.
 * @param options `onRows` gets the number of rows so far; `signal` aborts it; `language` is that of its titles, where a page asked for it:
 * programs read the files of scheduled reports (decision 17.22)
 * @returns the number of rows, without the header
 */
export function writeReport(
  ctx: Ctx,
  source: ReportSource,
  period: Period,
  target: Writable,
  { onRows, signal, language }: WriteOptions = {},
): Promise<number> {
  const { name, columns, rows } = kinds[source.reportType];
  return ctx.db.transaction(
    async (tx) => {
      let count = 0;
      async function* counted(): AsyncGenerator<Cell[][]> {
        const seen = { ...ctx, db: tx, actor: eyesOf(ctx.actor, source) };
        for await (const batch of rows(seen, source, period)) {
          count += batch.length;
          yield batch;
          onRows?.(count);
        }
      }
      const table = { name, columns: columnsIn(columns, language ?? "en"), batches: counted() };
      await writeFile(source.format, table, target, signal);
      return count;
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}
