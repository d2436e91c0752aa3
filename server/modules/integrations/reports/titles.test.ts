import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { reportDownloadChunks, reportDownloads } from "@/drizzle/schema/report-downloads";
import type { PageLanguage } from "@/drizzle/schema/values";
import type { Services } from "@/server/kernel/services";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
import { dailyReport } from "@/server/test/report-kit";
import { standingClock, testServices } from "@/server/test/services";
import { validate } from "@/server/transport/validate";
import { createReport } from "./create";
import { makeDueDownloads } from "./download-work";
import { ScheduledReportCreate } from "./schema";
import { startDownload } from "./start-download";

let services: Services;
let workspace: TestWorkspace;
beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  workspace = await makeWorkspace(services);
});
afterAll(() => services.close());

/** The titles of a file that a page of a language makes; null for a caller without a page. */
async function titlesOf(reportType: string, language: PageLanguage | null): Promise<string[]> {
  const ctx = { ...(await as(services, workspace.people.admin)), language };
  const body = { ...dailyReport, name: `${reportType} ${language}`, reportType, format: "CSV" };
  const report = await createReport(ctx, validate(ScheduledReportCreate, body));
  const { id = "" } = (await startDownload(ctx, report.id)) ?? {};
  await makeDueDownloads(services);
  const [made] = await services.db.select().from(reportDownloads).where(eq(reportDownloads.id, id));
  expect(made).toMatchObject({ status: "ready", language });
  const chunks = await services.db
    .select()
    .from(reportDownloadChunks)
    .where(eq(reportDownloadChunks.downloadId, id))
    .orderBy(asc(reportDownloadChunks.position));
  const text = Buffer.concat(chunks.map(({ content }) => content)).toString();
  return text.replace("\uFEFF", "").split("\r\n")[0]?.split(",") ?? [];
}

it.each([
  ["LEAVE_REQUESTS", "Requested at (UTC)", "Beantragt am (UTC)"],
  ["LEAVE_BALANCES", "Remaining hours", "Rest in Stunden"],
  ["WHO_IS_AWAY", "Working days in the period", "Arbeitstage im Zeitraum"],
])("%s: a page's file has the titles of its language, any other the English ones", async (type, en, de) => {
  const [english, page, german] = [
    await titlesOf(type, null),
    await titlesOf(type, "en"),
    await titlesOf(type, "de"),
  ];
  expect(english.slice(0, 3)).toEqual(["Name", "E-mail", "Employee ID"]);
  expect(english).toContain(en);
  expect(page).toEqual(english);
  expect(german.slice(0, 3)).toEqual(["Name", "E-Mail", "Personalnummer"]);
  expect(german.indexOf(de)).toBe(english.indexOf(en));
  expect([german.length, new Set(german).size]).toEqual([english.length, english.length]);
});
