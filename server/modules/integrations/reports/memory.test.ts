import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { reportDownloadChunks, reportDownloads } from "@/drizzle/schema/report-downloads";
import type { ReportFormat } from "@/drizzle/schema/values";
import type { Services } from "@/server/kernel/services";
import { makeLeave, makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
import { dailyReport } from "@/server/test/report-kit";
import { makeFilesElsewhere } from "@/server/test/report-process";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { validate } from "@/server/transport/validate";
import { createReport } from "./create";
import { ScheduledReportCreate } from "./schema";
import { startDownload } from "./start-download";

const people = 1000;
const leavesEach = 100;
const limitMiB = 200;

let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  workspace = await makeWorkspace(services);
  const { user } = workspace.people;
  const leave = await makeLeave(services, user, { startDate: "2020-01-01" });
  const kept = await services.db.execute<{ name: string }>(sql`
    select column_name as name from information_schema.columns where table_name = 'users' and is_generated = 'NEVER'`);
  const columns = (of: string) => sql.raw(kept.map(({ name }) => `${of}"${name}"`).join());
  await services.db.execute(sql`
    insert into ${users} (${columns("")}) select ${columns("(made).")} from (
      select jsonb_populate_record(null::users, to_jsonb(u) || jsonb_build_object('id', gen_random_uuid(),
        'name', 'Person ' || n, 'email', 'p' || n || '@example.com')) as made
      from ${users} u, generate_series(1, ${people}::int) n where u.id = ${user.id} offset 0) x`);
  await services.db.execute(sql`
    insert into ${leaves} select (made).* from (
      select jsonb_populate_record(null::leaves, to_jsonb(l) || jsonb_build_object('id', gen_random_uuid(), 'user_id', u.id,
        'start_date', date '2020-01-01' + n, 'end_date', date '2020-01-01' + n)) as made
      from ${leaves} l, ${users} u, generate_series(1, ${leavesEach}::int) n
      where l.id = ${leave} and u.workspace_id = ${workspace.id} and u.name like 'Person %' offset 0) x`);
  await services.db.execute(sql`analyze`);
});
afterAll(() => services.close());

it.each<ReportFormat>(["CSV", "XLSX"])(
  "100,000 rows become %s in less than 200 MiB",
  async (format) => {
    const ctx = await as(services, workspace.people.admin);
    const body = { ...dailyReport, reportType: "LEAVE_REQUESTS", format };
    const { id } = await createReport(ctx, validate(ScheduledReportCreate, body));
    await startDownload(ctx, id);
    const { before, peak } = await makeFilesElsewhere(1, testNow);
    const [made] = await services.db
      .select()
      .from(reportDownloads)
      .where(sql`${reportDownloads.reportId} = ${id}`);
    expect(made).toMatchObject({ status: "ready", rowCount: people * leavesEach + 1 });
    const [chunks] = await services.db
      .select({ bytes: sql<number>`sum(length(${reportDownloadChunks.content}))::int` })
      .from(reportDownloadChunks)
      .where(sql`${reportDownloadChunks.downloadId} = ${made?.id ?? ""}`);
    expect(chunks?.bytes).toBe(made?.byteCount);
    // The whole process, and the file's share of it.
    expect([peak, peak - before, before].map(Math.round)).toEqual([
      expect.toSatisfy((mib: number) => mib < limitMiB),
      expect.toSatisfy((mib: number) => mib < limitMiB),
      expect.any(Number),
    ]);
  },
  120_000,
);
