import { expect, test } from "../fixtures";
import { KeyPage } from "../pages/key.page";
import { KeysPage } from "../pages/keys.page";
import { NewKeyPage } from "../pages/new-key.page";
import { OverviewPage } from "../pages/overview.page";
import { Shell } from "../pages/shell.page";
import { callApi } from "../support/api";
import { demoPerson } from "../support/demo";

test("a first key is made, reads the workspace's data, and is refused once revoked @phone", async ({
  page,
  request,
  signIn,
}, info) => {
  const name = `First key ${info.project.name} ${info.retry}`;
  const ask = (key: string) =>
    request.get("/v2/departments", { headers: { authorization: `Bearer ${key}` } });
  await signIn(demoPerson("ADMIN"));
  const form = new NewKeyPage(page);
  await form.open();
  const saving = await form.create(name, ["Read departments"]);
  const keyPage = new KeyPage(page);
  const key = await saving.take();
  await expect(page.getByRole("heading", { level: 1, name })).toBeFocused();
  await expect(keyPage.quota()).toHaveAttribute("aria-valuetext", "0 of 30,000");

  const answer = await ask(key);
  expect(answer.status()).toBe(200);
  const { data } = (await answer.json()) as { data: { name: string }[] };
  expect(data.map((department) => department.name)).toContain("Engineering");
  await page.reload();
  await expect(keyPage.quota()).toHaveAttribute("aria-valuetext", "1 of 30,000");

  await keyPage.tab("Settings").click();
  await keyPage.revoke().click();
  const revoking = keyPage.revoking(name);
  await expect(revoking.keep()).toBeFocused();
  await expect(revoking.evidence()).toContainText("1 request today (UTC)");
  await revoking.typed().fill("something else");
  await revoking.typed().press("Enter");
  await expect(revoking.typed()).toHaveAccessibleDescription(`Type exactly: ${name}`);
  await revoking.confirmWith(name);
  await expect(new Shell(page).notifications()).toContainText(`Key ${name} revoked`);
  await expect(keyPage.whyItFails()).toContainText(`Revoked by ${demoPerson("ADMIN").name} at`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeFocused();
  expect((await ask(key)).status()).toBe(401);

  const keys = new KeysPage(page);
  await keys.open("?status=revoked");
  await expect(keys.row(name)).toContainText("Revoked");
});

test("the steps of a new workspace are ticked automatically", async ({
  page,
  request,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  await page.goto("/dashboard/open-api");
  const overview = new OverviewPage(page);
  await expect(overview.heading()).toBeVisible();
  await expect(overview.steps()).toHaveCount(3);
  await overview.steps().first().getByRole("link", { name: "Create API key" }).click();
  const saving = await new NewKeyPage(page).create("Payroll sync", [
    "Read departments",
    "Read leaves",
    "Read webhooks",
    "Change webhooks",
  ]);
  const key = await saving.take();

  await overview.open();
  await expect(overview.steps().first()).toContainText("Create a key (done)");
  await expect(overview.steps().nth(1)).toContainText("Waiting for your first call");
  await request.get("/v2/departments", { headers: { authorization: `Bearer ${key}` } });
  await expect(overview.steps().nth(1)).toContainText("Your first call has arrived.");
  await overview.open();
  await expect(overview.keys()).toHaveAccessibleName("Keys, 1 active");
  await expect(overview.steps().nth(1)).toContainText("Make your first call (done)");

  await callApi(key, "POST", "/v2/webhooks", {
    url: "https://hooks.example.com/x",
    events: ["leave.approved"],
  });
  await overview.open();
  await expect(overview.webhooks()).toHaveAccessibleName("Webhooks, 1 active");
  await expect(overview.steps()).toHaveCount(0);
});
