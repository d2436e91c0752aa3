import { setTimeout as delay } from "node:timers/promises";
import { and, asc, eq } from "drizzle-orm";
import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { users } from "@/drizzle/schema/people";
import { reportDownloadChunks, reportDownloads } from "@/drizzle/schema/report-downloads";
import { workspaces } from "@/drizzle/schema/workspaces";
import { loadActor } from "@/server/access/load-actor";
import type { SignedIn } from "@/server/access/signed-in";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import { createServices, type Services } from "@/server/kernel/services";
import { parseCsv } from "@/server/kernel/text/csv";
import { day, hour } from "@/server/kernel/time/clock";
import { deleteOldDownloads, makeDueDownloads } from "@/server/modules/integrations/reports/download-work";
import { scheduledReportsRouter } from "@/server/modules/integrations/reports/trpc";
import { expireWorkerLease } from "@/server/test/expire-worker-lease";
import { type CastMember, makeLeave, makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { lockTable } from "@/server/test/lock-table";
import { dailyReport } from "@/server/test/report-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { createCallerFactory } from "@/server/transport/trpc";
import { explained } from "./answer-file";
import { handleReportDownload } from "./handle-report-download";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices({ clock, leanMount: false });
});
afterAll(() => services.close());
beforeEach(async () => {
  clock.set(testNow);
  workspace = await makeWorkspace(services);
  for (const member of ["northSeller", "user"] as const)
    await makeLeave(services, workspace.people[member], { startDate: "2026-11-20", endDate: "2026-12-20" });
});

async function signedIn(member: CastMember): Promise<SignedIn> {
  const { id } = workspace.people[member];
  const actor = await loadActor(services.db, workspace.id, id, { type: "session", sessionId: id });
  if (!actor) throw new Error("no such person");
  return {
    actor: { ...actor, userId: id },
    user: { id, name: "Somebody", email: "a@example.com" },
    workspace: { name: "Test", plan: actor.plan, openApiEnabled: true },
    sessionId: id,
  };
}
const as = (member: CastMember) =>
  createCallerFactory(scheduledReportsRouter)({
    services,
    requestId: "req_test",
    signedIn: () => signedIn(member),
  });
const north = () => [encodeId("location", workspace.locations.north)];
const make = (body: object = {}) =>
  as("admin").create({
    attempt: newId().replaceAll("-", ""),
    report: { ...dailyReport, locationIds: north(), ...body },
  } as never);
async function start(id: string, member: CastMember = "admin") {
  const download = await as(member).startDownload({ id });
  if (!download) throw new Error("nothing was started");
  return download;
}
const fetchFile = async (id: string, member: CastMember = "admin") =>
  handleReportDownload(services, id, await signedIn(member));
const code = async (response: Response) => [
  response.status,
  ((await response.json()) as { error: { code: string } }).error.code,
];
const rowOf = async (id: string) => {
  const [row] = await services.db
    .select()
    .from(reportDownloads)
    .where(eq(reportDownloads.id, id.replace("download-", "")));
  return row;
};
const chunksOf = (id: string) =>
  services.db
    .select()
    .from(reportDownloadChunks)
    .where(eq(reportDownloadChunks.downloadId, id.replace("download-", "")))
    .orderBy(asc(reportDownloadChunks.position));
const names = (rows: string[][]) => rows.slice(1).map(([name]) => name);

describe("a report's file", () => {
  it("200 contains what the report would contain if it was sent now, as CSV and as XLSX", async () => {
    const { id } = await make({ name: "Who's away? Zoë" });
    const begun = await start(id);
    expect(begun).toMatchObject({ status: "running", rowCount: 0, byteCount: null });
    expect(await code(await fetchFile(begun.id))).toEqual([404, "RESOURCE_NOT_FOUND"]);
    expect(await makeDueDownloads(services)).toBe(1);
    const ready = await as("admin").download({ id: begun.id });
    expect(ready).toMatchObject({ status: "ready", rowCount: 1, finishedAt: testNow.toISOString() });
    expect(await as("admin").lastDownload({ id })).toEqual(ready);

    const response = await fetchFile(begun.id);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-length": String(ready.byteCount),
      "content-disposition": `attachment; filename="Who s away Zo_ 2026-11-20.csv"; filename*=UTF-8''Who%20s%20away%20Zo%C3%AB%202026-11-20.csv`,
      "cache-control": "no-store",
    });
    const body = Buffer.from(await response.arrayBuffer());
    expect(body.length).toBe(ready.byteCount);
    expect(names(parseCsv(body.toString()))).toEqual(["Nils North"]);

    await as("admin").update({ id, patch: { format: "XLSX" } });
    const second = await start(id);
    await makeDueDownloads(services);
    const book = await readXlsx(Buffer.from(await (await fetchFile(second.id)).arrayBuffer()));
    expect(book.sheets[0]?.rows[1]?.[0]).toBe("Nils North");
  });

  it("the acting user's own reach and no more: a location admin's file of an administrator's report", async () => {
    await makeLeave(services, workspace.people.admin, {
      startDate: "2026-11-20",
      leaveTypeId: workspace.leaveTypes.sick,
    });
    const { id } = await make();
    const begun = await start(id, "locationAdmin");
    await makeDueDownloads(services);
    const rows = parseCsv(await (await fetchFile(begun.id, "locationAdmin")).text());
    expect(rows.map((row) => [row[0], row[5]]).slice(1)).toEqual([
      ["Ada Admin", "Away"],
      ["Nils North", "Vacation"],
    ]);
    const everywhere = await make({ locationIds: [] });
    await expect(as("locationAdmin").startDownload({ id: everywhere.id })).rejects.toThrow();
  });

  it("one at a time per user, however many requests arrive at once", async () => {
    const { id } = await make();
    const begun = await Promise.all(Array.from({ length: 6 }, () => start(id)));
    expect(new Set(begun.map((one) => one.id)).size).toBe(1);
    expect((await start(id, "locationAdmin")).id).not.toBe(begun[0]?.id);
    const lines = await services.db
      .select()
      .from(auditEvents)
      .where(
        and(eq(auditEvents.workspaceId, workspace.id), eq(auditEvents.action, "scheduled_report.download")),
      );
    expect(lines).toHaveLength(2);
  });

  it("404 for another user's file, an unknown one, and yesterday's; the sweep deletes it", async () => {
    const { id } = await make();
    const begun = await start(id);
    await makeDueDownloads(services);
    for (const [name, member] of [
      [begun.id, "locationAdmin"],
      [encodeId("download", newId()), "admin"],
      ["nonsense", "admin"],
    ] as const)
      expect(await code(await fetchFile(name, member))).toEqual([404, "RESOURCE_NOT_FOUND"]);
    clock.pass(day);
    expect(await code(await fetchFile(begun.id))).toEqual([404, "RESOURCE_NOT_FOUND"]);
    expect(await as("admin").lastDownload({ id })).toBeNull();
    expect(await deleteOldDownloads(services)).toBeGreaterThan(0);
    expect(await chunksOf(begun.id)).toEqual([]);
  });

  it("404 is a page for a person in a browser, and the envelope for any other client", async () => {
    const refused = () => fetchFile(encodeId("download", newId()));
    const page = "/dashboard/open-api/reports/files/x";
    const asked = (accept?: string) =>
      new Request("http://app.test/api/report-downloads/x", accept ? { headers: { accept } } : {});
    const browser = asked("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");
    const led = explained(browser, await refused(), page);
    expect([led.status, led.headers.get("location")]).toEqual([303, page]);
    expect(led.headers.get("cache-control")).toBe("no-store");
    for (const accept of [undefined, "*/*", "application/json", "text/csv, */*"])
      expect(await code(explained(asked(accept), await refused(), page))).toEqual([
        404,
        "RESOURCE_NOT_FOUND",
      ]);

    const { id } = await start((await make()).id);
    await expect(as("admin").file({ id })).rejects.toThrow();
    await makeDueDownloads(services);
    const file = await fetchFile(id);
    expect(explained(browser, file, page)).toBe(file);
    await file.body?.cancel();
    expect(await as("admin").file({ id })).toMatchObject({ id, status: "ready" });
    await expect(as("locationAdmin").file({ id })).rejects.toThrow();
  });

  it("403 on another plan, and for weaker roles", async () => {
    const { id } = await make();
    const begun = await start(id);
    await makeDueDownloads(services);
    expect(await code(await fetchFile(begun.id, "user"))).toEqual([403, "FORBIDDEN"]);
    await services.db.update(workspaces).set({ plan: "CORE" }).where(eq(workspaces.id, workspace.id));
    expect(await code(await fetchFile(begun.id))).toEqual([403, "SCHEDULED_REPORTS_NOT_AVAILABLE"]);
    await expect(as("admin").page({})).rejects.toThrow("Complete plan");
    expect(await as("admin").terms()).toMatchObject({ standing: "plan", administrators: ["Ada Admin"] });
  });
});

describe("while it is in progress", () => {
  it("cancelled: it stops, stores nothing, and another can be started", async () => {
    const { id } = await make();
    const begun = await start(id);
    const held = await lockTable("leaves", "access exclusive");
    const making = makeDueDownloads(services);
    await held.waiting(1);
    expect(await as("admin").cancelDownload({ id: begun.id })).toMatchObject({ status: "cancelled" });
    const again = await start(id);
    expect(again.id).not.toBe(begun.id);
    await delay(600);
    await held.release();
    await making;
    await makeDueDownloads(services);
    expect(await rowOf(begun.id)).toMatchObject({ status: "cancelled" });
    expect(await chunksOf(begun.id)).toEqual([]);
    expect(await rowOf(again.id)).toMatchObject({ status: "ready", rowCount: 1 });
    expect(await as("admin").cancelDownload({ id: again.id })).toMatchObject({ status: "ready" });
  });

  it("the report deleted: nothing is left", async () => {
    const { id } = await make();
    const begun = await start(id);
    const held = await lockTable("leaves", "access exclusive");
    const making = makeDueDownloads(services);
    await held.waiting(1);
    await as("admin").delete({ id });
    await held.release();
    await making;
    expect(await rowOf(begun.id)).toBeUndefined();
  });

  it("a process that dies leaves it to the next one, whose file is complete; the dead one's chunks are gone", async () => {
    const { id } = await make();
    const begun = await start(id);
    const held = await lockTable("leaves", "access exclusive");
    const doomed = createServices(services.settings, { clock, leanMount: false, wakes: false });
    const stuck = makeDueDownloads(doomed);
    await held.waiting(1);
    const { workspaceId, id: downloadId } = (await rowOf(begun.id)) ?? { workspaceId: "", id: "" };
    await services.db
      .insert(reportDownloadChunks)
      .values({ workspaceId, downloadId, position: 0, content: Buffer.from("half a file") });
    await expireWorkerLease(services, workspace.id);
    const taken = makeDueDownloads(services);
    await held.waiting(2);
    await held.release();
    await Promise.all([stuck, taken]);
    await doomed.close();
    expect(await rowOf(begun.id)).toMatchObject({ status: "ready", rowCount: 1, attemptCount: 2 });
    expect(names(parseCsv(await (await fetchFile(begun.id)).text()))).toEqual(["Nils North"]);
  });

  it("failed when its requester has lost access, and after three dead processes", async () => {
    const { id } = await make();
    const begun = await start(id, "locationAdmin");
    await services.db
      .update(users)
      .set({ status: "INACTIVE" })
      .where(eq(users.id, workspace.people.locationAdmin.id));
    const own = await start(id);
    await services.db
      .update(reportDownloads)
      .set({ attemptCount: 3 })
      .where(eq(reportDownloads.id, own.id.replace("download-", "")));
    clock.pass(hour);
    await makeDueDownloads(services);
    expect(await rowOf(begun.id)).toMatchObject({ status: "failed" });
    expect(await rowOf(own.id)).toMatchObject({ status: "failed" });
  });
});

describe("the pages' queries", () => {
  it("the next three sends of a form, across a clock change", async () => {
    clock.set(new Date("2026-03-28T00:00:00.000Z"));
    const sends = await as("admin").nextSends({
      frequency: "DAILY",
      timezone: "Europe/Paris",
      hour: 2,
      minute: 30,
      sendOnDays: [0, 1, 2, 3, 4, 5, 6],
    });
    expect(sends.map(({ at, clockChange }) => [at, clockChange])).toEqual([
      ["2026-03-28T01:30:00.000Z", null],
      ["2026-03-29T01:00:00.000Z", "skipped"],
      ["2026-03-30T00:30:00.000Z", "shifted"],
    ]);
  });

  it("reports with their owners; terms offer a location admin their own locations", async () => {
    const made = await make();
    await make({ locationIds: [] });
    expect((await as("admin").page({})).items.map(({ ownerName }) => ownerName)).toEqual([
      "Ada Admin",
      "Ada Admin",
    ]);
    expect((await as("locationAdmin").page({})).items.map(({ id }) => id)).toEqual([made.id]);
    const { locations, ...terms } = await as("locationAdmin").terms();
    expect(locations.map(({ id }) => id)).toEqual(north());
    expect(terms).toMatchObject({ standing: "open", seesAll: false });
    expect(await as("approver").terms()).toMatchObject({ standing: "role", locations: [] });
    await expect(as("approver").page({})).rejects.toThrow();
  });
});
