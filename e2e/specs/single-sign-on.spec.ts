import { randomBytes } from "node:crypto";
import { HostileProvider } from "@/server/test/hostile-provider";
import { test as base, expect } from "../fixtures";
import { LoginPage } from "../pages/login.page";
import { makeCompany, signInSettings, testConnection } from "../support/company";
import { createPerson, verifyDomain } from "../support/operator";
import { receiverPorts } from "../support/tested-server";
import { type State, visit } from "../support/visit-states";

const settings = signInSettings;
const fresh = () => randomBytes(6).toString("hex");

/** An identity provider at a port that the server under test may call; it behaves. */
const test = base.extend<{ provider: HostileProvider }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's dependencies from here
  provider: async ({}, use, info) => {
    const provider = await HostileProvider.open(receiverPorts()[info.parallelIndex]);
    await use(provider);
    await provider.close();
  },
});

test("an administrator connects a provider, and an employee signs in by it to a deep link", async ({
  page,
  browser,
  signIn,
  provider,
}) => {
  test.slow();
  const { domain, workspace } = await makeCompany();
  const user = await createPerson(workspace, "USER");
  await signIn(workspace.admin);
  await page.goto(settings);
  await page.getByRole("textbox", { name: "Domain" }).fill(domain);
  await page.getByRole("button", { name: "Add domain" }).click();
  await expect(page.getByLabel(`Name of the TXT record of ${domain}`)).toHaveValue(`_timeaway.${domain}`);
  await page.getByRole("button", { name: `Check ${domain} now` }).click();
  await expect(page.getByRole("alert").filter({ hasText: /TXT record|doesn't answer/ })).toBeVisible();
  await verifyDomain(workspace, domain);
  await page.reload();
  await expect(page.getByText("Verified", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "New connection" }).click();
  await page.getByRole("combobox", { name: "Identity provider" }).selectOption({ label: "Another provider" });
  await expect(page.getByRole("textbox", { name: "Redirect URI" })).toHaveValue(
    /\/api\/auth\/connection\/callback\/\w{22}$/,
  );
  await page.getByRole("button", { name: "Create connection" }).click();
  await expect(page.getByLabel("Issuer")).toHaveAccessibleDescription("Enter the issuer.");
  await page.getByLabel("Name", { exact: true }).fill("Acme SSO");
  await page.getByLabel("Issuer").fill(provider.issuer);
  await page.getByLabel("Client ID").fill(provider.client.id);
  await page.getByLabel("Client secret", { exact: true }).fill("wrong");
  await page.getByRole("checkbox", { name: "Create people when they first sign in" }).check();
  await page.getByRole("button", { name: "Create connection" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Acme SSO");

  provider.person = { sub: "ada", email: workspace.admin.email, name: workspace.admin.name };
  const failed = await testConnection(page, "Test sign-in");
  await expect(failed.getByText("refused the client ID or the client secret")).toBeVisible();
  await failed.close();
  await page.reload();
  await page.getByLabel("Client secret", { exact: true }).fill(provider.client.secret);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Connection saved")).toBeVisible();
  const worked = await testConnection(page, "Test again");
  await expect(worked.getByText("It works: the account is yours.")).toBeVisible();
  await expect(worked.getByRole("row", { name: /email/ })).toContainText(workspace.admin.email);
  await worked.close();
  await page.reload();
  await page.getByRole("button", { name: "Activate" }).click();
  await expect(page.getByText("Acme SSO is active.")).toBeVisible();

  provider.person = { sub: "bo", email: `bo@${domain}`, name: "Bo Novák" };
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto("/dashboard/leaves?status=DENIED");
  const login = new LoginPage(theirs);
  await login.giveAddress(`bo@${domain}`);
  await theirs.getByRole("link", { name: "Continue with Acme SSO" }).click();
  await theirs.waitForURL("**/dashboard/leaves?status=DENIED");
  await context.close();

  // The administrator has a password, and confirms the account by it once.
  provider.person = { sub: "ada", email: workspace.admin.email };
  const again = await browser.newContext();
  const own = await again.newPage();
  await own.goto("/login?next=/dashboard/people");
  await new LoginPage(own).giveAddress(workspace.admin.email);
  await own.getByRole("link", { name: "Continue with Acme SSO" }).click();
  await expect(own.getByRole("heading", { name: "Confirm your account" })).toBeVisible();
  await own.getByLabel("Password", { exact: true }).fill("wrong");
  await own.getByRole("button", { name: "Confirm and sign in" }).click();
  await expect(own.getByRole("alert").filter({ hasText: "is not correct" })).toBeVisible();
  await own.getByLabel("Password", { exact: true }).fill(workspace.admin.password);
  await own.getByRole("button", { name: "Confirm and sign in" }).click();
  await own.waitForURL("**/dashboard/people");

  // Who has signed in through it may make it the only way, once someone keeps a password.
  await own.goto(settings);
  await expect(own.getByText("Give emergency access to at least one administrator.")).toBeVisible();
  await own.getByRole("button", { name: `Give ${workspace.admin.name} emergency access` }).click();
  await expect(own.getByText("Has emergency access", { exact: true })).toBeVisible();
  await own.getByRole("button", { name: "Allow connections only" }).click();
  const dialog = own.getByRole("alertdialog", { name: "Allow connections only?" });
  await dialog.getByRole("button", { name: "Allow connections only" }).click();
  await expect(own.getByText(/^Connections only\. \d+ sessions? ended\.$/)).toBeVisible();
  await again.close();

  // The session by password has ended; the password of someone else opens nothing, and leads to the connection.
  await page.goto("/dashboard/people");
  const closed = new LoginPage(page);
  await closed.giveAddress(user.email);
  await closed.password.fill(user.password);
  await closed.submit.click();
  await expect(
    page.getByRole("alert").filter({ hasText: "only lets people sign in through its own" }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Continue with Acme SSO" })).toBeVisible();
  await expect(closed.password).toHaveCount(0);

  // Emergency access is the way out.
  await page.goto("/login?next=/dashboard/settings/sign-in");
  await closed.giveAddress(workspace.admin.email);
  await closed.password.fill(workspace.admin.password);
  await closed.submit.click();
  await page.waitForURL(`**${settings}`);
  await page.getByRole("button", { name: "Allow every way" }).click();
  const question = page.getByRole("alertdialog", { name: "Allow every way again?" });
  await question.getByRole("button", { name: "Allow every way" }).click();
  await expect(page.getByText("Every way is allowed again.")).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the address is asked for first, and kept", async ({ page, workspace }) => {
    const login = new LoginPage(page);
    await login.open("?next=/dashboard/people");
    await expect(login.password).toHaveCount(0);
    await login.giveAddress(workspace.admin.email);
    await expect(login.email).toHaveValue(workspace.admin.email);
    await login.password.fill(workspace.admin.password);
    await login.submit.click();
    await page.waitForURL("**/dashboard/people");
  });
});

const states: State<{ page: import("@playwright/test").Page }>[] = [
  { title: "sign-in settings, empty", reach: ({ page }) => page.goto(settings) },
  {
    title: "sign-in settings, a domain to verify",
    reach: async ({ page }) => {
      await page.goto(settings);
      await page.getByRole("textbox", { name: "Domain" }).fill(`${fresh()}.example`);
      await page.getByRole("button", { name: "Add domain" }).click();
      await expect(page.getByText("Not verified")).toBeVisible();
    },
  },
  {
    title: "new connection, with faults",
    reach: async ({ page }) => {
      await page.goto(`${settings}/new`);
      await page.getByRole("checkbox", { name: "Create people when they first sign in" }).check();
      await page.getByRole("button", { name: "Create connection" }).click();
      await expect(page.getByLabel("Issuer")).toHaveAccessibleDescription("Enter the issuer.");
    },
  },
  {
    title: "new SAML connection, with faults",
    reach: async ({ page }) => {
      await page.goto(`${settings}/new`);
      await page.getByRole("combobox", { name: "Protocol" }).selectOption({ label: "SAML 2.0" });
      await page.getByRole("button", { name: "Create connection" }).click();
      await expect(page.getByLabel("Metadata of the identity provider")).toHaveAccessibleDescription(
        /^Paste the metadata or its address\./,
      );
    },
  },
  {
    title: "a connection whose provider can't be reached",
    reach: async ({ page }) => {
      await page.goto(`${settings}/new`);
      await page.getByLabel("Name", { exact: true }).fill("Acme SSO");
      await page.getByLabel("Issuer").fill("https://sso.invalid.example");
      await page.getByLabel("Client ID").fill("timeaway");
      await page.getByLabel("Client secret", { exact: true }).fill("a secret");
      await page.getByRole("button", { name: "Create connection" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Acme SSO");
    },
  },
  { title: "confirmation, over", reach: ({ page }) => page.goto("/login/confirm") },
];

test("no page of sign-in settings has an accessibility fault in any state @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  test.slow();
  await signIn(workspace.admin);
  await visit(states, { page });
});
