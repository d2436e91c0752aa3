import type { Ctx } from "@/server/access/ctx";
import { oncePerForm } from "@/server/modules/integrations/operations/once-per-form";
import { listOccurrences } from "@/server/modules/integrations/schedules/list-occurrences";
import { nextSends } from "@/server/modules/integrations/schedules/next-sends";
import { withOwnerName } from "@/server/modules/people/people/find-names";
import { listPage } from "@/server/transport/list-page";
import { procedure, router } from "@/server/transport/trpc";
import { cancelDownload } from "./cancel-download";
import { columnsOf, createReport } from "./create";
import { deleteReport } from "./delete";
import { findLastDownload, loadDownload } from "./downloads";
import { getReport } from "./get";
import { getReportTerms } from "./get-terms";
import { requireReportsPlan } from "./policy";
import { downloadView, reportOccurrenceView, reportView } from "./present";
import { readDownload } from "./read-download";
import { type ReportRow, reportSchedule } from "./schedule";
import {
  DownloadRef,
  ReportChange,
  ReportOccurrencePage,
  ReportRef,
  ReportScheduleDraft,
  ReportSearch,
  ReportSubmission,
} from "./schema";
import { searchReports } from "./search";
import { startDownload } from "./start-download";
import { updateReport } from "./update";

/** The plan is checked right after sign-in, before role and validation of the input (decision 4.3). */
const reports = procedure.use(({ ctx, next }) => {
  requireReportsPlan(ctx);
  return next();
});

const view = async (ctx: Ctx, row: ReportRow) => reportView(await withOwnerName(ctx, row));

export const scheduledReportsRouter = router({
  /** Why the pages are locked, or the choices of a form. Open to every user. */
  terms: procedure.query(({ ctx }) => getReportTerms(ctx)),
  page: reports
    .input(ReportSearch)
    .query(({ ctx, input }) => listPage(ctx, "reports", input, { list: searchReports, present: reportView })),
  get: reports.input(ReportRef).query(async ({ ctx, input }) => view(ctx, await getReport(ctx, input.id))),
  create: reports.input(ReportSubmission).mutation(async ({ ctx, input: { attempt, report } }) => {
    const create = async (tx: Ctx) => (await createReport(tx, report)).id;
    return view(ctx, await getReport(ctx, await oncePerForm(ctx, { attempt, input: report }, create)));
  }),
  update: reports
    .input(ReportChange)
    .mutation(async ({ ctx, input }) => view(ctx, await updateReport(ctx, input.id, input.patch))),
  delete: reports.input(ReportRef).mutation(({ ctx, input }) => deleteReport(ctx, input.id)),
  nextSends: reports
    .input(ReportScheduleDraft)
    .query(({ ctx, input }) => nextSends(columnsOf(input), ctx.now())),
  occurrences: reports
    .input(ReportOccurrencePage)
    .query(async ({ ctx, input }) =>
      (await listOccurrences(reportSchedule, ctx, input)).map(reportOccurrenceView),
    ),
  /** The signed-in user's latest download of a report. */
  lastDownload: reports.input(ReportRef).query(async ({ ctx, input }) => {
    const row = await findLastDownload(ctx, input.id);
    return row && downloadView(row);
  }),
  startDownload: reports.input(ReportRef).mutation(async ({ ctx, input }) => {
    const row = await startDownload(ctx, input.id);
    return row && downloadView(row);
  }),
  download: reports
    .input(DownloadRef)
    .query(async ({ ctx, input }) => downloadView(await loadDownload(ctx, input.id))),
  /** A file to download: the user's own, or one that was mailed. */
  file: reports
    .input(DownloadRef)
    .query(async ({ ctx, input }) => downloadView((await readDownload(ctx, input.id)).download)),
  cancelDownload: reports
    .input(DownloadRef)
    .mutation(async ({ ctx, input }) => downloadView(await cancelDownload(ctx, input.id))),
});
