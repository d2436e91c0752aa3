import { expect, test } from "../oauth-fixtures";
import { OauthClientsPage } from "../pages/oauth-clients.page";
import { Shell } from "../pages/shell.page";
import type { OauthApp } from "../support/oauth-app";
import { createPerson } from "../support/operator";

/** A known client with an invalid token is refused for the token, an unknown client for itself. */
async function reasonFor(app: OauthApp, secret: string): Promise<string> {
  const answer = await app.token({ grant_type: "refresh_token", refresh_token: "made-up" }, secret);
  return ((await answer.json()) as { error: string }).error;
}

test.use({ ignoreHTTPSErrors: true });

test("an administrator creates a client that its own workspace trusts, moves it to a new secret, and deletes it", async ({
  page,
  consent,
  signIn,
  workspace,
  startApp,
}) => {
  const app = await startApp({ listens: "https" });
  await signIn(workspace.admin);
  const clients = new OauthClientsPage(page);
  const first = await clients.createClient("Intranet", app.redirectUri, ["Know your email address"]);
  expect((await page.content()).includes(first.secret)).toBe(false);
  await expect(page.getByText("No one has connected it yet.")).toBeVisible();
  app.use(first);

  await page.goto(app.authorizeUrl("openid email"));
  await expect(page.getByText("Approved by your workspace")).toBeVisible();
  await expect(consent.unverified()).toBeHidden();
  await consent.allow().click();
  await page.waitForURL(/^https:/);
  const exchanged = await app.exchange(app.arrivals[0] ?? new URL(app.redirectUri));
  expect(exchanged.status).toBe(200);

  await clients.open(`/${first.id}`);
  await expect(page.getByText("1 person has connected it")).toBeVisible();
  await clients.rotate().click();
  await clients
    .asking("Rotate the secret of Intranet?")
    .getByRole("button", { name: "Rotate secret" })
    .click();
  const second = await clients.takeSecret();
  await expect(clients.secrets().getByRole("row")).toHaveCount(3);
  expect([await reasonFor(app, first.secret), await reasonFor(app, second)]).toEqual([
    "invalid_grant",
    "invalid_grant",
  ]);
  await clients.endOld().click();
  const ending = clients.asking("End the old secret of Intranet?");
  await ending.getByRole("textbox").fill("Intranet");
  await ending.getByRole("button", { name: "End old secret" }).click();
  await expect(clients.secrets().getByRole("row")).toHaveCount(2);
  expect([await reasonFor(app, first.secret), await reasonFor(app, second)]).toEqual([
    "invalid_client",
    "invalid_grant",
  ]);
  await clients.leaked().click();
  const replacing = clients.asking("Replace every secret of Intranet?");
  await replacing.getByRole("textbox").fill("Intranet");
  await replacing.getByRole("button", { name: "Replace secrets now" }).click();
  const third = await clients.takeSecret();
  expect([await reasonFor(app, second), await reasonFor(app, third)]).toEqual([
    "invalid_client",
    "invalid_grant",
  ]);

  await clients.delete().click();
  const deleting = clients.asking("Delete client Intranet?");
  await expect(deleting.getByRole("list", { name: "How it is used" })).toContainText(
    "1 person has connected it",
  );
  await deleting.getByRole("textbox").fill("Intranet");
  await deleting.getByRole("button", { name: "Delete client" }).click();
  await expect(page.getByRole("heading", { name: "No OAuth clients yet" })).toBeVisible();
  expect(await reasonFor(app, third)).toBe("invalid_client");
  await clients.open(`/${first.id}`);
  await expect(page.getByRole("heading", { name: "Client not found" })).toBeVisible();
});

test("invalid input is reported at its field, including errors that only the server detects", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  const clients = new OauthClientsPage(page);
  await clients.open("/new");
  await clients.permission("Recognise you").uncheck();
  await clients.submit().click();
  await expect(page.getByRole("alert", { name: "3 fields need attention" })).toBeVisible();
  await expect(clients.name()).toBeFocused();
  await clients.name().fill("Intranet");
  await clients.redirectUris().fill("https://a.example/cb\nhttp://b.example/cb\njavascript:alert(1)");
  await clients.permission("Recognise you").check();
  await clients.submit().click();
  await expect(clients.redirectUris()).toHaveAccessibleDescription(/Line 3: It must not use this scheme/);
  await clients.redirectUris().fill("https://a.example/cb");
  await clients.submit().click();
  await clients.takeSecret();

  await clients.permission("Know your name").check();
  await clients.save().click();
  await expect(new Shell(page).notifications()).toContainText("Changes saved");
  await page.reload();
  await expect(clients.permission("Know your name")).toBeChecked();
});

test("403 only administrators see clients, and never those of another workspace", async ({
  page,
  signIn,
  workspace,
  demo,
}) => {
  await signIn(workspace.admin);
  const clients = new OauthClientsPage(page);
  const { id } = await clients.createClient("Intranet", "https://a.example/cb");
  await page.context().clearCookies();
  await signIn(await createPerson(workspace, "USER"));
  await page.goto("/dashboard/settings");
  await expect(new Shell(page).title()).toHaveText("Settings");
  await expect(page.getByRole("link", { name: "OAuth clients" })).toBeHidden();
  for (const path of ["", "/new", `/${id}`]) {
    await clients.open(path);
    await expect(page.getByRole("heading", { name: "This is for administrators" })).toBeVisible();
    await expect(page.getByText(`Ask ${workspace.admin.name}.`)).toBeVisible();
  }
  await page.context().clearCookies();
  const stranger = demo.signIns.find(({ role }) => role === "ADMIN");
  if (!stranger) throw new Error("the demo has no administrator");
  await signIn(stranger);
  await clients.open(`/${id}`);
  await expect(page.getByRole("heading", { name: "Client not found" })).toBeVisible();
});
