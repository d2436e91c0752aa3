import { setTimeout as delay } from "node:timers/promises";
import { second } from "@/server/kernel/clock";
import type { Services } from "@/server/kernel/services";
import { claimReport } from "./claim";
import { deliverReport } from "./deliver";
import { fireDueReports, rearmReportsForZoneData } from "./fire";

/** A platform that freezes us after the answer must wait for what is being sent; our own server goes on by itself. */
const waitHereMs = second / 2;
const waitElsewhereMs = 16 * second;
/** Reports at once, so that one with a slow mail server does not hold up all others. */
const atOnce = 2;

interface Run {
  running: Promise<void> | null;
  isArmed: boolean;
  isStopping: boolean;
  sentCount: number;
}

const runs = new WeakMap<Services, Run>();

/** The process's run. It ends with the services: what was claimed and not sent becomes due again. */
function runOf(services: Services): Run {
  const known = runs.get(services);
  if (known) return known;
  const run: Run = { running: null, isArmed: false, isStopping: false, sentCount: 0 };
  runs.set(services, run);
  services.beforeClose.push(async () => {
    run.isStopping = true;
    await Promise.race([run.running, delay(5 * second, undefined, { ref: false })]);
  });
  return run;
}

async function work(services: Services, run: Run): Promise<void> {
  if (!run.isArmed) await rearmReportsForZoneData(services);
  run.isArmed = true;
  while (!run.isStopping && (await fireDueReports(services)) > 0);
  const worker = async () => {
    while (!run.isStopping) {
      const claim = await claimReport(services);
      if (!claim) return;
      run.sentCount += await deliverReport(services, claim);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Due work: fires and mails scheduled reports. Any number of processes may call it. @returns mails tried since the last call */
export async function sendDueReports(services: Services): Promise<number> {
  const run = runOf(services);
  run.running ??= work(services, run)
    .catch((err: unknown) => services.log.error({ err }, "scheduled reports could not be sent"))
    .finally(() => {
      run.running = null;
    });
  const waitMs = services.leanMount ? waitHereMs : waitElsewhereMs;
  await Promise.race([run.running, delay(waitMs, undefined, { ref: false })]);
  const { sentCount } = run;
  run.sentCount = 0;
  return sentCount;
}
