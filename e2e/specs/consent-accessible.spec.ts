import type { Page } from "@playwright/test";
import { expect, test } from "../oauth-fixtures";
import { ConnectedAppsPage } from "../pages/connected-apps.page";
import { ConsentPage } from "../pages/consent.page";
import { OauthClientsPage } from "../pages/oauth-clients.page";
import { SettingsPage } from "../pages/settings.page";
import { signedInElsewhere } from "../support/another-browser";
import type { OauthApp } from "../support/oauth-app";
import { createPerson } from "../support/operator";
import { type State, visit } from "../support/visit-states";

const everyScope = "openid email profile mcp:workspace:read mcp:users:read mcp:leaves:read zapier:webhooks";

type Known = { page: Page; app: OauthApp; confidential: OauthApp; clientId: string };

/** Every state of the consent page, of its end, and of the pages about apps and clients, each reached as a user would. */
const states: State<Known>[] = [
  {
    title: "consent, full, all opened",
    reach: async ({ page, app }) => {
      await page.goto(await app.consentUrl(everyScope));
      await new ConsentPage(page).showAddress().click();
      for (const summary of await page.locator("summary").all()) await summary.click();
    },
  },
  {
    title: "consent, approved client",
    reach: async ({ page, confidential }) => page.goto(await confidential.consentUrl("openid email")),
  },
  {
    title: "consent, answered",
    reach: async ({ page, app }) => {
      await page.goto(await app.consentUrl("openid email"));
      await new ConsentPage(page).allow().click();
      await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
      await page.goBack();
      await expect(new ConsentPage(page).openAgain()).toBeVisible();
    },
  },
  {
    title: "consent, new permission",
    reach: async ({ page, app }) => {
      await page.goto(await app.consentUrl("openid email mcp:leaves:read"));
      await page.getByText("Already allowed: 2 permissions").click();
    },
  },
  {
    title: "consent, short",
    reach: async ({ page, app }) => {
      await page.goto(await app.consentUrl("openid"));
      await page.getByText("You've already allowed 1 permission").click();
    },
  },
  {
    title: "consent, who is signed in has changed",
    reach: async ({ page, app }) => page.goto(`${await app.consentUrl("openid")}&notice=changed`),
  },
  {
    title: "consent, other browser",
    reach: async ({ page, app }) => {
      const address = await app.consentUrl();
      const elsewhere = await page.context().browser()?.newContext();
      await (await elsewhere?.newPage())?.goto(address);
      await elsewhere?.close();
      await page.goto(address);
      await expect(page.getByRole("heading", { name: "another browser" })).toBeVisible();
    },
  },
  { title: "request expired", reach: ({ page }) => page.goto("/oauth/error") },
  {
    title: "connected apps",
    reach: async ({ page }) => {
      await new ConnectedAppsPage(page).open();
      await expect(new ConnectedAppsPage(page).list()).toBeVisible();
    },
  },
  {
    title: "connected apps, revoking",
    reach: async ({ page }) => {
      const apps = new ConnectedAppsPage(page);
      await apps.open();
      await apps.revoke("Claude Desktop").click();
      await expect(apps.revoking("Claude Desktop")).toBeVisible();
    },
  },
  {
    title: "connected apps, revoked",
    reach: async ({ page }) => {
      const apps = new ConnectedAppsPage(page);
      await apps.open();
      await apps.revokeAccess("Claude Desktop");
      await expect(apps.revoked()).toBeVisible();
    },
  },
  {
    title: "settings",
    reach: async ({ page }) => {
      await new SettingsPage(page).open();
      await expect(new SettingsPage(page).sessions()).toBeVisible();
    },
  },
  {
    title: "settings, signing out elsewhere",
    reach: async ({ page }) => {
      await new SettingsPage(page).open();
      await new SettingsPage(page).signOutElsewhere().click();
      await expect(new SettingsPage(page).asking()).toBeVisible();
    },
  },
  {
    title: "clients",
    reach: async ({ page }) => {
      await new OauthClientsPage(page).open();
      await expect(new OauthClientsPage(page).table()).toBeVisible();
    },
  },
  {
    title: "new client, errors",
    reach: async ({ page }) => {
      const clients = new OauthClientsPage(page);
      await clients.open("/new");
      await clients.permission("Recognise you").uncheck();
      await clients.submit().click();
      await expect(page.getByRole("alert", { name: "3 fields need attention" })).toBeVisible();
    },
  },
  {
    title: "new client, saving the secret",
    reach: async ({ page }) => {
      const clients = new OauthClientsPage(page);
      await clients.open("/new");
      await clients.name().fill("Shown once");
      await clients.redirectUris().fill("https://shown-once.example/callback");
      await clients.submit().click();
      await expect(clients.saving()).toBeVisible();
      await expect(page.getByText("Shown once").first()).toBeVisible();
    },
  },
  {
    title: "client, rotating",
    reach: async ({ page, clientId }) => {
      const clients = new OauthClientsPage(page);
      await clients.open(`/${clientId}`);
      await clients.rotate().click();
      await clients
        .asking("Rotate the secret of Intranet?")
        .getByRole("button", { name: "Rotate secret" })
        .click();
      await clients.takeSecret();
      await expect(clients.endOld()).toBeVisible();
    },
  },
  {
    title: "client, ending the old secret",
    reach: async ({ page, clientId }) => {
      const clients = new OauthClientsPage(page);
      await clients.open(`/${clientId}`);
      await clients.endOld().click();
      await expect(page.getByRole("list", { name: "How it is used" })).toBeVisible();
    },
  },
  {
    title: "client, deleting",
    reach: async ({ page, clientId }) => {
      const clients = new OauthClientsPage(page);
      await clients.open(`/${clientId}`);
      await clients.delete().click();
      await expect(page.getByRole("list", { name: "How it is used" })).toBeVisible();
    },
  },
  { title: "client, not found", reach: ({ page }) => new OauthClientsPage(page).open("/nonsense") },
];

/** States of a user without rights, who has allowed nothing. */
const otherStates: State<Known>[] = [
  {
    title: "connected apps, none",
    reach: async ({ page }) => {
      await new ConnectedAppsPage(page).open();
      await expect(page.getByRole("heading", { name: "No apps connected" })).toBeVisible();
    },
  },
  {
    title: "clients, not allowed",
    reach: async ({ page }) => {
      await new OauthClientsPage(page).open();
      await expect(page.getByRole("heading", { name: "This is for administrators" })).toBeVisible();
    },
  },
  {
    title: "consent, of a person without rights",
    reach: async ({ page, app }) => page.goto(await app.consentUrl(everyScope)),
  },
  {
    title: "consent, other account",
    reach: async ({ page, app }) => {
      const address = await app.consentUrl();
      await page.goto(address);
      await new ConsentPage(page).switchAccount().click();
      await expect(page.getByText("to continue to Claude Desktop")).toBeVisible();
    },
  },
];

test("pages about access have no accessibility fault in any state @phone", async ({
  page,
  browser,
  signIn,
  workspace,
  startApp,
}) => {
  test.slow();
  page.on("dialog", (dialog) => dialog.accept());
  const [app, confidential] = [await startApp(), await startApp({ name: "Zapier", confidential: true })];
  const elsewhere = await signedInElsewhere(browser, workspace.admin);
  await elsewhere.context().close();
  await signIn(workspace.admin);
  const { id } = await new OauthClientsPage(page).createClient(
    "Intranet",
    "https://intranet.example/oauth/callback",
  );
  await new OauthClientsPage(page).createClient(
    "Payroll export to the accountant’s own system",
    "https://accounting.example/oauth/callback\nhttps://accounting-staging.example/oauth/callback",
    ["Know your name", "Look up the people"],
  );
  await visit(states, { page, app, confidential, clientId: id });
});

test("pages for users without rights have no accessibility fault @phone", async ({
  page,
  signIn,
  workspace,
  startApp,
}) => {
  const app = await startApp();
  await signIn(await createPerson(workspace, "USER"));
  await visit(otherStates, { page, app, confidential: app, clientId: "" });
});
