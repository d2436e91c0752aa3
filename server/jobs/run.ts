import type { Services } from "@/server/kernel/services";
import type { Job } from "./list";

/** What one job did in this call. */
export interface JobReport {
  name: string;
  done: number;
  failed?: true;
}

/** Milliseconds that one call may take: a platform's cron ends a request after some tens of seconds. */
const budgetMs = 20_000;

/**
 * Runs every job in order until the time budget is used up. A failing job is logged and does not hold up the others. Jobs decide
 * in the database what is due, so any number of processes may call this at once.
 */
export async function runDueJobs(services: Services, jobs: readonly Job[]): Promise<JobReport[]> {
  const reports: JobReport[] = [];
  const until = services.clock().getTime() + budgetMs;
  for (const job of jobs) {
    if (services.clock().getTime() > until) break;
    try {
      reports.push({ name: job.name, done: await job.run(services) });
    } catch (error) {
      services.log.error({ err: error, job: job.name }, "job failed");
      reports.push({ name: job.name, done: 0, failed: true });
    }
  }
  return reports;
}
