import { SamlProvider } from "@/server/test/saml-provider";
import { test as base, expect } from "../fixtures";
import { LoginPage } from "../pages/login.page";
import { makeCompany, signInSettings, testConnection } from "../support/company";
import { verifyDomain } from "../support/operator";
import { receiverPorts } from "../support/tested-server";

/** A SAML identity provider at a port that the server under test may call; it behaves. */
const test = base.extend<{ provider: SamlProvider }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's dependencies from here
  provider: async ({}, use, info) => {
    const provider = await SamlProvider.open(receiverPorts()[info.parallelIndex]);
    await use(provider);
    await provider.close();
  },
});

test("an administrator connects a SAML provider by its metadata, and signs in by it to a deep link", async ({
  page,
  browser,
  signIn,
  provider,
}) => {
  test.slow();
  const { domain, workspace } = await makeCompany();
  await verifyDomain(workspace, domain);
  await signIn(workspace.admin);
  await page.goto(`${signInSettings}/new`);
  await page.getByRole("combobox", { name: "Protocol" }).selectOption({ label: "SAML 2.0" });
  await page.getByRole("combobox", { name: "Identity provider" }).selectOption({ label: "Another provider" });
  await expect(page.getByRole("textbox", { name: "ACS URL" })).toHaveValue(
    /\/api\/auth\/connection\/acs\/\w{22}$/,
  );
  const entityId = await page.getByRole("textbox", { name: "Entity ID", exact: true }).inputValue();
  expect(await (await page.request.get(entityId)).text()).toContain(`entityID="${entityId}"`);
  await page.getByRole("button", { name: "Create connection" }).click();
  const metadata = page.getByLabel("Metadata of the identity provider");
  await expect(metadata).toHaveAccessibleDescription(/^Paste the metadata or its address\./);
  await page.getByLabel("Name", { exact: true }).fill("Acme SAML");
  await metadata.fill("<html></html>");
  await page.getByRole("button", { name: "Create connection" }).click();
  await expect(metadata).toHaveAccessibleDescription(
    /Must be the metadata of one SAML 2\.0 identity provider/,
  );
  await metadata.fill(provider.metadata());
  await page.getByRole("button", { name: "Create connection" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Acme SAML");
  await expect(page.getByLabel("Signing certificate", { exact: true })).toHaveValue(/BEGIN CERTIFICATE/);

  provider.person = { nameId: "ada", attributes: { email: workspace.admin.email } };
  provider.does.signs.assertion = false;
  const failed = await testConnection(page, "Test sign-in");
  await expect(failed.getByText("must sign both the response and the assertion")).toBeVisible();
  await failed.close();
  provider.behave();
  await page.reload();
  const worked = await testConnection(page, "Test again");
  await expect(worked.getByText("It works: the account is yours.")).toBeVisible();
  await worked.close();
  await page.reload();
  await page.getByRole("button", { name: "Activate" }).click();
  await expect(page.getByText("Acme SAML is active.")).toBeVisible();

  const context = await browser.newContext();
  const own = await context.newPage();
  await own.goto("/login?next=/dashboard/people");
  await new LoginPage(own).giveAddress(workspace.admin.email);
  await own.getByRole("link", { name: "Continue with Acme SAML" }).click();
  await own.getByLabel("Password", { exact: true }).fill(workspace.admin.password);
  await own.getByRole("button", { name: "Confirm and sign in" }).click();
  await own.waitForURL("**/dashboard/people");
  await context.close();
});
