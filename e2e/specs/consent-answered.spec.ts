import { expect, test } from "../oauth-fixtures";
import { withDatabase } from "../support/age";
import { requestIdOf } from "../support/oauth-app";
import { createOauthClient, deleteOauthClient } from "../support/operator";

test("of two submits one counts; Back and a stopped listener lead to a page that opens the app again", async ({
  page,
  consent,
  signIn,
  workspace,
  startApp,
}) => {
  const app = await startApp();
  await signIn(workspace.admin);
  await page.goto(await app.consentUrl());
  const { session, token } = await consent.fields();
  const submit = () =>
    page.request.post("/consent/answer", { form: { session, token, intent: "allow" }, maxRedirects: 0 });
  const locations = (await Promise.all([submit(), submit()])).map((answer) => answer.headers().location);
  const toApp = locations.filter((location) => location?.startsWith(app.redirectUri));
  expect(toApp).toHaveLength(1);
  expect(locations).toContain(`/oauth/authorize?session=${session}`);

  await consent.allow().click();
  await expect(consent.heading()).toHaveText("You can return to Claude Desktop");
  await consent.openAgain().click();
  await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
  expect(app.arrivals[0]?.href).toBe(toApp[0]);
  expect((await app.exchange(app.arrivals[0] ?? new URL(app.redirectUri))).status).toBe(200);

  await page.goBack();
  await expect(page.getByText("The app is connected. You can close this window.")).toBeVisible();
  await expect(consent.openAgain()).toBeHidden();
  const again = await page.request.get(`/consent/open?session=${session}`, { maxRedirects: 0 });
  expect(again.headers().location).toBe(`/oauth/authorize?session=${session}`);
});

test("an app with a custom scheme is opened, and the page says what to do if it does not come", async ({
  page,
  consent,
  signIn,
  workspace,
  startApp,
}) => {
  const redirectUri = "com.example.timeaway-test://oauth/callback";
  const app = await startApp({ name: "Cursor", alsoRedirectUris: [redirectUri] });
  await signIn(workspace.admin);
  await page.goto(await app.consentUrl("openid", redirectUri));
  await expect(page.getByText("the app on this device")).toBeVisible();
  const answered = consent.answered();
  await consent.allow().click();
  const { location } = (await answered).headers();
  expect(location).toMatch(/^com\.example\.timeaway-test:\/\/oauth\/callback\?code=\w{65}&state=/);
  await expect(consent.heading()).toHaveText("You can return to Cursor");
  await expect(consent.openAgain()).toBeVisible();
});

test("an unknown, expired or orphaned request ends on a page that leads nowhere", async ({
  page,
  signIn,
  workspace,
  startApp,
}) => {
  const app = await startApp({ confidential: true, name: "Gone" });
  const client = await createOauthClient("Gone", app.redirectUri);
  app.use(client);
  await signIn(workspace.admin);
  const expired = await app.consentUrl();
  const orphaned = await app.consentUrl();
  const uuid = requestIdOf(expired);
  await withDatabase((sql) => sql`update oauth_requests set expires_at = now() where id = ${uuid}`);
  await deleteOauthClient(client.id);
  const unknown = "/oauth/authorize?session=session-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f";
  for (const address of [expired, orphaned, unknown, "/oauth/authorize?session=nonsense"]) {
    await page.goto(address);
    await expect(page).toHaveURL("/oauth/error");
    await expect(page.getByRole("heading", { name: "This request has expired" })).toBeVisible();
    await expect(page.getByText("Go back to the app and start again.")).toBeVisible();
  }
  expect(app.arrivals).toHaveLength(0);
});
