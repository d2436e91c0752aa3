import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/api/trpc";

type Answers = inferRouterOutputs<AppRouter>["scheduledReports"];

/** A report with its owner's name. */
export type ReportListed = Answers["list"][number];
/** Why the pages are closed, or what a form offers. */
export type ReportTerms = Answers["terms"];
export type { DownloadView, ReportOccurrenceView } from "@/server/modules/scheduled-reports/schema";
