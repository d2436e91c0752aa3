import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import { expect, test } from "../fixtures";
import { ReportPage } from "../pages/report.page";
import { ReportsPage } from "../pages/reports.page";
import { createPerson } from "../support/operator";
import { createReport } from "../support/report-api";

test("404 a link to a deleted file says so, and leads to the reports or to another account @phone", async ({
  page,
  loginPage,
  workspace,
}) => {
  const { id } = await createReport(workspace, "Balances");
  const link = `/api/report-downloads/${encodeId("download", newId())}`;
  await page.goto(link);
  await loginPage.signIn(workspace.admin);
  const report = new ReportPage(page);
  await expect(report.heading()).toHaveText("This file isn't available");
  await expect(page.getByRole("main")).toContainText(`You're signed in as ${workspace.admin.email}.`);
  for (const address of [link, "/api/report-downloads/nonsense"])
    expect((await page.goto(address))?.status()).toBe(404);
  expect((await page.request.get(link)).headers()["content-type"]).toBe("application/json");
  await page.getByRole("link", { name: "Go to scheduled reports" }).click();
  await expect(new ReportsPage(page).row("Balances")).toBeVisible();

  await report.open(id);
  await report.take("CSV");
  const mine = await report.fileLink().getAttribute("href");
  const file = page.waitForEvent("download");
  await page
    .goto(String(mine).replace("/api/report-downloads/", "/dashboard/open-api/reports/files/"))
    .catch(() => undefined);
  expect((await file).suggestedFilename()).toMatch(/\.csv$/);

  await page.goto(String(link));
  const user = await createPerson(workspace, "USER");
  await page.getByRole("button", { name: "Use another account" }).click();
  await loginPage.signIn(user);
  await expect(page.getByRole("main")).toContainText(`You're signed in as ${user.email}.`);
  await page.goto(String(mine));
  await expect(page.getByRole("main")).toContainText("Ask the report's owner to send it again.");
  await expect(page.getByRole("link", { name: "Go to scheduled reports" })).toHaveCount(0);
});
