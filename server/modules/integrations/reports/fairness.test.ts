import { setTimeout as delay } from "node:timers/promises";
import { and, eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reportDownloads } from "@/drizzle/schema/report-downloads";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import type { Mail } from "@/server/kernel/mail/mail";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import { sendDueMails } from "@/server/modules/messaging/outbox/mail-work";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
import { dailyReport, reportOccurrences } from "@/server/test/report-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { validate } from "@/server/transport/validate";
import { Engine } from "@/server/worker/engine";
import { createReport } from "./create";
import { downloadWork } from "./download-work";
import { sendDueReports } from "./report-work";
import { ScheduledReportCreate } from "./schema";
import { startDownload } from "./start-download";

const long = second;
/** The maximum time that a workspace waits for a free slot because of another. */
const maxWaitMs = 2 * second;
const monday = new Date("2026-11-23T08:00:00.000Z");

const clock = standingClock();
/** Mails to busy.example take long. */
const mailer = {
  async send({ to }: Mail) {
    if (to.endsWith("@busy.example")) await delay(long);
  },
  close: () => undefined,
};
let services: Services;
beforeAll(async () => {
  services = await testServices({ clock, mailer, leanMount: true });
});
afterAll(() => services.close());
beforeEach(async () => {
  clock.set(testNow);
  await services.db.delete(scheduledReports);
});

async function makeReports(count: number, { isBusy }: { isBusy: boolean }): Promise<TestWorkspace> {
  const workspace = await makeWorkspace(services);
  const ctx = await as(services, workspace.people.admin);
  const body = { ...dailyReport, recipients: [isBusy ? "all@busy.example" : "all@example.com"] };
  for (let n = 0; n < count; n++) await createReport(ctx, validate(ScheduledReportCreate, body));
  return workspace;
}

describe("several workspaces", () => {
  /** Downloads of a busy workspace take long. */
  function makeDownloads(busy: readonly TestWorkspace[]) {
    const slow = new Set(busy.map(({ id }) => id));
    const work = downloadWork();
    return new Engine(services, {
      ...work,
      async perform(of, item, hold) {
        if (slow.has(item.workspaceId)) await delay(long);
        return work.perform(of, item, hold);
      },
    });
  }
  async function startDownloads(workspace: TestWorkspace): Promise<void> {
    const ctx = await as(services, workspace.people.admin);
    const reports = await services.db
      .select({ id: scheduledReports.id })
      .from(scheduledReports)
      .where(eq(scheduledReports.workspaceId, workspace.id));
    for (const { id } of reports) await startDownload(ctx, id);
  }
  const finished = async (workspace: TestWorkspace) =>
    services.db.$count(
      reportDownloads,
      and(eq(reportDownloads.workspaceId, workspace.id), isNotNull(reportDownloads.finishedAt)),
    );

  it.each([1, 2])("a download waits for none of the 20 long ones of each of %s others", async (busyCount) => {
    const busy: TestWorkspace[] = [];
    for (let n = 0; n < busyCount; n++) busy.push(await makeReports(20, { isBusy: true }));
    const quiet = await makeReports(1, { isBusy: false });
    const engine = makeDownloads(busy);
    for (const workspace of busy) await startDownloads(workspace);
    engine.wake();
    await delay(1.5 * long);
    await startDownloads(quiet);
    engine.wake();
    // All slots are taken, until one is released.
    const wait = maxWaitMs + (busyCount > 1 ? long : 0);
    await expect.poll(() => finished(quiet), { timeout: wait }).toBe(1);
    for (const workspace of busy) expect(await finished(workspace)).toBeLessThan(10);
    await engine.stop(0);
  });

  it("a report waits for none of the 20 of another workspace whose mail server is slow", async () => {
    const busy = await makeReports(20, { isBusy: true });
    const quiet = await makeReports(1, { isBusy: false });
    clock.set(monday);
    await sendDueReports(services);
    // Goes on while this looks: the services stop it.
    void sendDueMails(services);
    const states = async ({ id }: TestWorkspace) =>
      (await reportOccurrences(services, id)).map(({ status }) => status);
    await expect.poll(() => states(quiet), { timeout: maxWaitMs }).toEqual(["sent"]);
    expect((await states(busy)).filter((status) => status === "pending").length).toBeGreaterThan(10);
  });
});
