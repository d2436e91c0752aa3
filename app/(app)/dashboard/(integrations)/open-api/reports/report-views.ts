import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/api/trpc";

type Answers = inferRouterOutputs<AppRouter>["scheduledReports"];

/** A report with its owner's name. */
export type ReportListed = Answers["get"];
/** Why the pages are closed, or the form's choices. */
export type ReportTerms = Answers["terms"];
/** The outcome of one occurrence, with the result for each recipient. */
export type ReportOccurrenceView = Answers["occurrences"][number];
/** A file that is being created, or was. */
export type DownloadView = Answers["download"];
