import { newId } from "@/server/kernel/ids";
import { withDatabase } from "./age";
import type { Workspace } from "./operator";
import { createReport, fillBalances } from "./report-api";

/** Reports in every condition, and one with every outcome in its history. @returns that one's id */
export async function fillReports(workspace: Workspace): Promise<string> {
  await createReport(workspace, "A report with a name that needs more than one line on a phone", {
    recipients: ["a-rather-long-address.of-somebody@a-rather-long-domain.example.test", "b@example.test"],
    enabled: false,
    format: "XLSX",
  });
  const made = await createReport(workspace, "Balances");
  await fillBalances(made, "Ana Kovač");
  const reportId = made.id.replace("report-", "");
  await withDatabase(async (sql) => {
    const outcomes = [
      ["sent", null, null],
      ["partly_sent", null, "REFUSED"],
      ["failed", null, "UNKNOWN_OUTCOME"],
      ["skipped", "plan", null],
    ] as const;
    for (const [index, [status, reason, error]] of outcomes.entries()) {
      const [row] = await sql<{ id: string; workspace_id: string }[]>`
        insert into occurrences (workspace_id, id, report_id, local_date, due_at, status, is_late, skip_reason,
          row_count, sent_at, created_at)
        select workspace_id, ${newId()}, id, current_date - ${index + 1}::int, now() - ${index + 1} * interval '1 day',
          ${status}, ${index === 1}, ${reason}, ${reason ? null : 12_345}, ${index < 2 ? new Date() : null}, now()
        from scheduled_reports where id = ${reportId} returning id, workspace_id`;
      if (!row || status === "skipped") continue;
      await sql`insert into dispatches (workspace_id, occurrence_id, platform, address, id, status, error, error_detail)
        values (${row.workspace_id}, ${row.id}, 'email', 'hr@example.test', ${newId()}, ${error ? "failed" : "sent"}, ${error},
          ${error && "550 5.1.1 No such user here, and a long explanation of it"}),
        (${row.workspace_id}, ${row.id}, 'email', 'payroll@example.test', ${newId()}, ${status === "failed" ? "failed" : "sent"},
          ${status === "failed" ? error : null}, null)`;
    }
  });
  return made.id;
}
