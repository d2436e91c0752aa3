import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { reportDownloadChunks, reportDownloads } from "@/drizzle/schema/report-downloads";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import { makeWorkspace } from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
import { lockTable } from "@/server/test/lock-table";
import { dailyReport } from "@/server/test/report-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { startTestProcess } from "@/server/test/test-process";
import { validate } from "@/server/transport/validate";
import { createReport } from "./create";
import { makeDueDownloads } from "./download-work";
import { ScheduledReportCreate } from "./schema";
import { startDownload } from "./start-download";

let services: Services;
beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
});
afterAll(() => services.close());

it("kill -9 while a file is made: another worker completes it within 15 s", async () => {
  const { people } = await makeWorkspace(services);
  const ctx = await as(services, people.admin);
  const report = await createReport(ctx, validate(ScheduledReportCreate, dailyReport));
  const download = await startDownload(ctx, report.id);
  const held = await lockTable("leaves", "access exclusive");
  const kill = await startTestProcess("report-process", { NOW: testNow.toISOString(), WANTED: "1" });
  await held.waiting(1);
  const { workspaceId, id } = download ?? { workspaceId: "", id: "" };
  const half = { workspaceId, downloadId: id, position: 0, content: Buffer.from("half a file") };
  await services.db.insert(reportDownloadChunks).values(half);
  await kill();
  await held.release();
  const state = async () => {
    await makeDueDownloads(services);
    const [row] = await services.db.select().from(reportDownloads).where(eq(reportDownloads.id, id));
    return row;
  };
  await expect
    .poll(state, { timeout: 15 * second, interval: second })
    .toMatchObject({ status: "ready", attemptCount: 2 });
  const chunks = await services.db
    .select()
    .from(reportDownloadChunks)
    .where(eq(reportDownloadChunks.downloadId, id));
  expect(Buffer.concat(chunks.map(({ content }) => content)).toString()).not.toContain("half");
});
