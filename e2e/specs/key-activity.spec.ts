import { expect, test } from "../fixtures";
import { KeyPage } from "../pages/key.page";
import { LogsPage } from "../pages/logs.page";
import { expectAccessible } from "../support/expect-accessible";
import { createKey } from "../support/operator";

test("a key's page shows its chart, its last ten requests, and which scopes were used @phone", async ({
  page,
  request,
  signIn,
  workspace,
}) => {
  const made = await createKey(workspace.admin, "Payroll sync", "departments:read,labels:read,leaves:write");
  const headers = { authorization: `Bearer ${made.plain}` };
  for (let n = 0; n < 12; n++) await request.get(`/v2/departments?limit=${n + 1}`, { headers });
  await request.get("/v2/users", { headers });
  await signIn(workspace.admin);
  const key = new KeyPage(page);
  await expect(async () => {
    await key.open(made.id);
    await expect(key.chart()).toContainText("13 requests, 8% failed", { timeout: 1000 });
  }).toPass();
  await expect(key.lastRequests().getByRole("rowheader")).toHaveCount(10);
  await expect(key.lastRequests().getByRole("row").nth(1)).toContainText("INSUFFICIENT_SCOPE");
  await expectAccessible(page);

  await key.tab("Scopes").click();
  const scope = (name: string) => key.scopes().getByRole("row").filter({ hasText: name });
  await expect(scope("departments:read")).toContainText("12 requests");
  await expect(scope("labels:read")).toContainText("Not used");
  await expect(scope("leaves:write")).toContainText("Not used");
  await expectAccessible(page);

  await key.tab("Overview").click();
  await key.allRequests().click();
  await expect(page).toHaveURL(/\/logs\?.*key=key-/);
  await expect(new LogsPage(page).rows()).toHaveCount(13);
});

test("a key that was never used says so", async ({ page, signIn, workspace }) => {
  const made = await createKey(workspace.admin, "Quiet", "labels:read");
  await signIn(workspace.admin);
  const key = new KeyPage(page);
  await key.open(made.id);
  await expect(page.getByRole("region", { name: "Latest requests" })).toContainText(
    "No requests in the last 30 days.",
  );
  await key.tab("Scopes").click();
  await expect(key.scopes()).toContainText("Not used");
});
