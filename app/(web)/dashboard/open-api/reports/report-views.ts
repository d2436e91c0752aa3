import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/api/trpc";

type Answers = inferRouterOutputs<AppRouter>["scheduledReports"];

/** A report with its owner's name. */
export type ReportListed = Answers["list"][number];
/** Why the pages are closed, or what a form offers. */
export type ReportTerms = Answers["terms"];
/** What became of one date, with what went to each recipient. */
export type ReportOccurrenceView = Answers["occurrences"][number];
/** A file that is made, or was. */
export type DownloadView = Answers["download"];
