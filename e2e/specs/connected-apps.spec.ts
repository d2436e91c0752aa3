import { expect, test } from "../oauth-fixtures";
import { ConnectedAppsPage } from "../pages/connected-apps.page";
import { addManyApps } from "../support/many-rows";
import { createPerson } from "../support/operator";

test("apps of one name stand together, and each is revoked by itself", async ({
  page,
  consent,
  signIn,
  workspace,
  startApp,
}) => {
  const [one, other] = [await startApp({ name: "Claude" }), await startApp({ name: "claude " })];
  await signIn(workspace.admin);
  for (const app of [one, other]) {
    await page.goto(app.authorizeUrl());
    await consent.allow().click();
    await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
  }
  const apps = new ConnectedAppsPage(page);
  await apps.open();
  await expect(apps.list()).toContainText("2 apps named claude were registered separately.");
  await expect(apps.list().getByRole("article")).toHaveCount(2);
  await page.getByRole("button", { name: /^Revoke access for claude, registered / }).click();
  await apps.revoking("claude").getByRole("button", { name: "Revoke access" }).click();
  await expect(apps.list().getByRole("article")).toHaveCount(1);
  await expect(apps.app("Claude")).toBeVisible();
});

test("another person's apps are not shown, and not revoked", async ({
  page,
  consent,
  signIn,
  workspace,
  startApp,
}) => {
  const app = await startApp();
  await signIn(workspace.admin);
  await page.goto(app.authorizeUrl());
  await consent.allow().click();
  await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
  await page.context().clearCookies();
  await signIn(await createPerson(workspace, "USER"));
  await new ConnectedAppsPage(page).open();
  await expect(page.getByRole("heading", { name: "No apps connected" })).toBeVisible();
  const refused = await page.request.post("/api/trpc/connectedApps.revoke", {
    headers: { "content-type": "application/json" },
    data: { json: { clientId: app.clientId } },
  });
  expect(refused.status()).toBe(404);
});

test("404 an app that was revoked in another window says so in the dialog", async ({
  page,
  context,
  consent,
  signIn,
  workspace,
  startApp,
}) => {
  const app = await startApp();
  await signIn(workspace.admin);
  await page.goto(app.authorizeUrl());
  await consent.allow().click();
  await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
  const apps = new ConnectedAppsPage(page);
  await apps.open();
  const elsewhere = new ConnectedAppsPage(await context.newPage());
  await elsewhere.open();
  await elsewhere.revokeAccess("Claude Desktop");
  await expect(elsewhere.revoked()).toBeVisible();
  await apps.revokeAccess("Claude Desktop");
  await expect(apps.revoking("Claude Desktop").getByRole("alert")).toContainText(/req_[0-9A-Z]{26}/);
});

test("45 apps stand on three pages, whose place is in the address", async ({ page, signIn, workspace }) => {
  await addManyApps(workspace, 45);
  await signIn(workspace.admin);
  const apps = new ConnectedAppsPage(page);
  await apps.open();
  const cards = apps.list().getByRole("article");
  await expect(cards).toHaveCount(20);
  await expect(apps.app("App 0001")).toBeVisible();
  await expect(apps.newest()).toBeHidden();
  await apps.older().click();
  await expect(apps.app("App 0021")).toBeVisible();
  await expect(cards).toHaveCount(20);
  await page.reload();
  await expect(apps.app("App 0021")).toBeVisible();
  await apps.revokeAccess("App 0021");
  await expect(apps.app("App 0041")).toBeVisible();
  await expect(apps.app("App 0021")).toBeHidden();
  await apps.older().click();
  await expect(cards).toHaveCount(4);
  await expect(apps.older()).toBeHidden();
  await page.goBack();
  await expect(apps.app("App 0022")).toBeVisible();
  await apps.newest().click();
  await expect(apps.app("App 0001")).toBeVisible();
});
