import type { Services } from "@/server/kernel/services";
import { background } from "./background";
import { claimReport } from "./claim";
import { deliverReport } from "./deliver";
import { fireDueReports, rearmReportsForZoneData } from "./fire";

/** Reports at once, so that one with a slow mail server does not hold up all others. */
const atOnce = 2;
const armed = new WeakSet<Services>();

const sending = background("send scheduled reports", async (services, progress) => {
  if (!armed.has(services)) await rearmReportsForZoneData(services);
  armed.add(services);
  while (!progress.isStopping && (await fireDueReports(services)) > 0);
  const worker = async () => {
    while (!progress.isStopping) {
      const claim = await claimReport(services);
      if (!claim) return;
      progress.add(await deliverReport(services, claim));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
});

/** Due work: fires and mails scheduled reports. Any number of processes may call it. @returns mails tried since the last call */
export const sendDueReports = (services: Services): Promise<number> => sending.tick(services);
