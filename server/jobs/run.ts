import type { Services } from "@/server/kernel/services";
import type { Job } from "./list";

/** A job's result in this call. */
export interface JobReport {
  name: string;
  done: number;
  failed?: true;
}

/** Time budget of one call in milliseconds: a platform's cron ends a request after some tens of seconds. */
const budgetMs = 20_000;

/**
 * Runs every job in order until the time budget is used up. A failing job is logged and does not delay the others. Jobs determine in the
 * database what is due, so any number of processes may call this at once.
 */
export async function runDueJobs(services: Services, jobs: readonly Job[]): Promise<JobReport[]> {
  const reports: JobReport[] = [];
  const until = services.clock().getTime() + budgetMs;
  for (const job of jobs) {
    // While the pool rejects requests for lack of connections, jobs wait as well, except those with `runsInOverload`.
    if (services.clock().getTime() > until) break;
    if (services.pools.main.isOverloaded && !job.runsInOverload) continue;
    if (!isTimeFor(services, job)) continue;
    try {
      reports.push({ name: job.name, done: await traced(services, job) });
    } catch (error) {
      services.log.error({ err: error, job: job.name }, "job failed");
      reports.push({ name: job.name, done: 0, failed: true });
    }
  }
  return reports;
}

function traced(services: Services, job: Job): Promise<number> {
  const run = () => job.run(services);
  return services.tracer?.inRoot(`job ${job.name}`, { "timeaway.job.name": job.name }, run) ?? run();
}

/** When this process last ran each job: saves database calls, decides nothing. */
const lastRuns = new WeakMap<Services, Map<string, number>>();

function isTimeFor(services: Services, { name, everyMs }: Job): boolean {
  if (everyMs === undefined) return true;
  const runs = lastRuns.get(services) ?? new Map<string, number>();
  lastRuns.set(services, runs);
  const now = services.clock().getTime();
  // A clock that was set back must not stop the jobs.
  if (Math.abs(now - (runs.get(name) ?? Number.NEGATIVE_INFINITY)) < everyMs) return false;
  runs.set(name, now);
  return true;
}
