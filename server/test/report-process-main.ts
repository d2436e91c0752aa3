import { sql } from "drizzle-orm";
import { loadSettings } from "@/server/kernel/env";
import { createServices } from "@/server/kernel/services";
import { makeDueDownloads } from "@/server/modules/integrations/reports/download-work";

// Makes the pending files in the database, and prints the memory used, in MiB.

const sampledMs = 10;
const rssMiB = () => process.memoryUsage.rss() / 2 ** 20;

const services = createServices(loadSettings(process.env), {
  clock: () => new Date(process.env.NOW ?? ""),
  leanMount: false,
});
// The cost of a first statement is not part of the measurement.
await services.db.execute(sql`select 1`);
const before = rssMiB();
let peak = before;
const sampling = setInterval(() => {
  peak = Math.max(peak, rssMiB());
}, sampledMs);
let count = 0;
for (const wanted = Number(process.env.WANTED); count < wanted; ) count += await makeDueDownloads(services);
clearInterval(sampling);
await services.close();
console.log(JSON.stringify({ before, peak: Math.max(peak, rssMiB()) }));
