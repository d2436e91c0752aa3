import { randomBytes } from "node:crypto";
import { expect, test } from "../fixtures";
import { createWorkspace, verifyDomain } from "../support/operator";
import { testedServer } from "../support/tested-server";

const settings = "/dashboard/settings/sign-in";
const fresh = () => randomBytes(6).toString("hex");

interface Answer {
  status: number;
  body: { id: string; scimType?: string };
}

/** A directory's request with its token. */
async function scim(token: string, method: string, path: string, body: unknown): Promise<Answer> {
  const response = await fetch(`${testedServer().url}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? {} : JSON.parse(text) };
}

test("a directory with a token creates a person, takes over those who are here, alone changes their names, and gives a role by a group", async ({
  page,
  signIn,
}) => {
  const domain = `${fresh()}.example`;
  const admin = { name: "Ada Perić", email: `ada@${domain}`, password: fresh() + fresh() };
  const workspace = await createWorkspace("COMPLETE", admin);
  await signIn(admin);
  await page.goto(settings);
  await page.getByRole("textbox", { name: "Domain" }).fill(domain);
  await page.getByRole("button", { name: "Add domain" }).click();
  await expect(page.getByLabel(`Name of the TXT record of ${domain}`)).toBeVisible();
  await verifyDomain(workspace, domain);

  await page.goto(`${settings}/new`);
  await page.getByRole("combobox", { name: "Identity provider" }).selectOption({ label: "Okta" });
  await page.getByLabel("Name", { exact: true }).fill("Okta");
  await page.getByLabel("Issuer").fill("https://acme.okta.com");
  await page.getByLabel("Client ID").fill("timeaway");
  await page.getByLabel("Client secret", { exact: true }).fill("a secret");
  await page.getByRole("button", { name: "Create connection" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Okta");

  const card = page.getByRole("region", { name: "Provisioning" });
  await expect(card.getByRole("textbox", { name: "SCIM base URL" })).toHaveValue(/\/scim\/v2$/);
  await card.getByRole("button", { name: "Create token" }).click();
  const dialog = page.getByRole("dialog", { name: "Save your token" });
  const token = await dialog.getByRole("textbox", { name: "Token" }).inputValue();
  expect(token).toMatch(/^timeaway_scim_\w{65}$/);
  await dialog.getByRole("checkbox", { name: "I have stored this token" }).check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(card.getByRole("table", { name: "Tokens for provisioning" })).toContainText(token.slice(-4));

  const bo = { userName: `bo@${domain}`, name: { givenName: "Bo", familyName: "Novák" }, active: true };
  const made = await scim(token, "POST", "/Users", bo);
  expect(made.status).toBe(201);
  const own = { userName: admin.email, displayName: admin.name, active: true };
  expect(await scim(token, "POST", "/Users", own)).toMatchObject({
    status: 409,
    body: { scimType: "uniqueness" },
  });

  await page.reload();
  await expect(card).toContainText("The directory provisions 1 person.");
  await expect(card).toContainText(
    "1 person with an address in your verified domains isn’t managed by the directory yet.",
  );
  await card.getByRole("button", { name: "Hand over" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Hand over" }).click();
  await expect(page.getByText("1 person handed over.")).toBeVisible();
  await expect(card).toContainText("The directory provisions 2 people.");

  await page.goto(`/dashboard/people/${made.body.id}/edit`);
  const name = page.getByLabel("Name", { exact: true });
  await expect(name).toHaveAttribute("readonly");
  await expect(name).toHaveAccessibleDescription("Set by Okta");

  const rename = { Operations: [{ op: "Replace", path: "name.familyName", value: "Nowak" }] };
  expect((await scim(token, "PATCH", `/Users/${made.body.id}`, rename)).status).toBe(200);
  await page.goto(`/dashboard/people/${made.body.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bo Nowak");

  const members = [{ value: made.body.id }];
  expect((await scim(token, "POST", "/Groups", { displayName: "Leads", members })).status).toBe(201);
  await page.goto(settings);
  await page.getByRole("link", { name: "Okta" }).click();
  const groups = card.getByRole("table", { name: "Groups of the directory" });
  await expect(groups.getByRole("row", { name: "Leads" })).toContainText("Nothing");
  await groups.getByRole("button", { name: "Change what Leads means" }).click();
  const mapping = page.getByRole("alertdialog", { name: "What does Leads mean here?" });
  await mapping.getByRole("combobox", { name: "Means here" }).selectOption({ label: "Administrators" });
  await expect(mapping).toContainText("Makes 1 person an administrator.");
  await expect(mapping).toContainText("Bo Nowak");
  await mapping.getByRole("button", { name: "Save mapping" }).click();
  await expect(page.getByText("Mapping of Leads saved.")).toBeVisible();
  await expect(groups.getByRole("row", { name: "Leads" })).toContainText("Administrators");

  const place = { addresses: [{ type: "work", country: "NO", primary: true }] };
  const living = { Operations: [{ op: "add", value: place }] };
  expect((await scim(token, "PATCH", `/Users/${made.body.id}`, living)).status).toBe(200);
  await page.reload();
  const attributes = card.getByRole("table", { name: "Attributes of the directory" });
  await expect(attributes.getByRole("row", { name: "Label" })).toContainText("No attribute");
  await attributes.getByRole("button", { name: "Change what sets: Location" }).click();
  const choice = page.getByRole("alertdialog", { name: "Location: which attribute sets it?" });
  await choice.getByRole("combobox", { name: "Attribute" }).selectOption({ label: "Country" });
  await expect(choice).toContainText("Moves no one.");
  await choice.getByRole("combobox", { name: "NO (1 person)" }).selectOption({ index: 1 });
  await choice.getByRole("button", { name: "Save mapping" }).click();
  await expect(page.getByText("Mapping saved: Location.")).toBeVisible();
  await expect(attributes.getByRole("row", { name: "Location" })).toContainText("Country");

  await card.getByRole("button", { name: "End", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End", exact: true }).click();
  await expect(page.getByText("Token ended.")).toBeVisible();
  expect((await scim(token, "PATCH", `/Users/${made.body.id}`, rename)).status).toBe(401);
});
