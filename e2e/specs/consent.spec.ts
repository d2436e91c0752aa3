import { expect, test } from "../oauth-fixtures";
import { ConnectedAppsPage } from "../pages/connected-apps.page";
import { SettingsPage } from "../pages/settings.page";
import { expectNoSidewaysScroll } from "../support/expect-accessible";
import type { Tokens } from "../support/oauth-app";

const everyScope = "openid email profile mcp:workspace:read mcp:users:read mcp:leaves:read zapier:webhooks";

test("an app goes from registration to a user's name, and to nothing after its access is revoked", async ({
  page,
  consent,
  loginPage,
  workspace,
  startApp,
}) => {
  const app = await startApp({ name: "Claude Desktop" });
  await page.goto(app.authorizeUrl("openid email mcp:leaves:read"));
  await expect(loginPage.heading).toBeVisible();
  await expect(page.getByText("to continue to Claude Desktop")).toBeVisible();
  await loginPage.signIn(workspace.admin);

  await expect(consent.heading()).toHaveText(/^Claude Desktop wants to access your Test \w+ account$/);
  await expect(page.getByText(`Signed in as ${workspace.admin.name}`)).toBeVisible();
  await expect(consent.unverified()).toContainText("first seen in your workspace");
  await expect(consent.unverified()).toContainText(
    "You're an administrator, so the app will see the whole workspace.",
  );
  await expect(consent.permissions().getByRole("listitem")).toHaveCount(3);
  await expect(consent.permissions()).toContainText("You can see: the whole workspace");
  await expect(page.getByText("an app on this computer (127.0.0.1)")).toBeVisible();
  await consent.showAddress().click();
  await expect(page.getByText(app.redirectUri)).toBeVisible();

  await consent.allow().click();
  await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
  const [arrival] = app.arrivals;
  if (!arrival) throw new Error("the app heard nothing");
  expect(Object.fromEntries(arrival.searchParams)).toEqual({
    code: expect.stringMatching(/^\w{65}$/),
    state: app.state,
    iss: expect.stringMatching(/\/identity$/),
  });
  const exchanged = await app.exchange(arrival);
  expect(exchanged.status).toBe(200);
  const tokens = (await exchanged.json()) as Tokens;
  const profile = (await (await app.me(tokens)).json()) as { name: string; email: string };
  expect([profile.name, profile.email]).toEqual([workspace.admin.name, workspace.admin.email]);
  expect((await app.refresh(tokens)).status).toBe(200);

  const apps = new ConnectedAppsPage(page);
  await apps.open();
  await expect(apps.app("Claude Desktop")).toContainText("Unverified");
  await expect(apps.app("Claude Desktop").getByRole("listitem")).toContainText([
    "Recognise you",
    "Know your email address",
    "Look up the leave",
  ]);
  await expect(apps.app("Claude Desktop")).toContainText("an app on this computer");
  await apps.revokeAccess("Claude Desktop");
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText(
    "Access for Claude Desktop revoked",
  );
  await expect(apps.revoked()).toContainText("Claude Desktop");
  await expect(page.getByRole("heading", { name: "No apps connected" })).toBeVisible();
  const refused = await app.refresh(tokens);
  expect([refused.status, await refused.json()]).toEqual([
    400,
    expect.objectContaining({ error: "invalid_grant" }),
  ]);
  expect((await app.me(tokens)).status).toBe(401);
});

test("Deny notifies the app, with its state", async ({ page, consent, signIn, workspace, startApp }) => {
  const app = await startApp();
  await signIn(workspace.admin);
  await page.goto(app.authorizeUrl());
  await consent.deny().click();
  await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
  expect(Object.fromEntries(app.arrivals[0]?.searchParams ?? [])).toEqual({
    error: "access_denied",
    state: app.state,
    iss: expect.stringMatching(/\/identity$/),
  });
  await page.goBack();
  await expect(consent.heading()).toHaveText("You already answered");
  const apps = new ConnectedAppsPage(page);
  await apps.open();
  await expect(page.getByRole("heading", { name: "No apps connected" })).toBeVisible();
});

test("an app requests another sign-in, once, and the session before it ends", async ({
  page,
  consent,
  loginPage,
  signIn,
  workspace,
  startApp,
}) => {
  const app = await startApp();
  await signIn(workspace.admin);
  const cookie = async () =>
    (await page.context().cookies()).find(({ name }) => name.endsWith("session-token"))?.value;
  const before = await cookie();
  await page.goto(app.authorizeUrl("openid", app.redirectUri, { prompt: "login" }));
  await expect(loginPage.heading).toBeVisible();
  await expect(page.getByText("The app asks that you sign in again before you continue.")).toBeVisible();
  await expect(page.getByText("to continue to Claude Desktop")).toBeVisible();
  await loginPage.signIn({ ...workspace.admin, password: "not the password" });
  await expect(page.getByText("Email or password is not correct.")).toBeVisible();
  await loginPage.signIn(workspace.admin);
  await expect(consent.heading()).toHaveText(/^Claude Desktop wants to access/);
  await page.reload();
  await consent.allow().click();
  await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
  expect(app.arrivals[0]?.searchParams.get("code")).toMatch(/^\w{65}$/);
  expect(await cookie()).not.toBe(before);
  await page.goto("/dashboard/settings");
  // The header row, and the current session.
  await expect(new SettingsPage(page).sessions().getByRole("row")).toHaveCount(2);
});

test("an app that may not prompt gets an error at once, with its state", async ({
  page,
  signIn,
  workspace,
  startApp,
}) => {
  const app = await startApp();
  const silently = app.authorizeUrl("openid", app.redirectUri, { prompt: "none" });
  const hear = async () => {
    await page.goto(silently);
    await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
    return Object.fromEntries(app.arrivals.at(-1)?.searchParams ?? []);
  };
  const rest = { state: app.state, iss: expect.stringMatching(/\/identity$/) };
  expect(await hear()).toEqual({ error: "login_required", ...rest });
  await signIn(workspace.admin);
  expect(await hear()).toEqual({ error: "consent_required", ...rest });
});

test.describe("an https redirect", () => {
  test.use({ ignoreHTTPSErrors: true });

  test("Allow reaches it, and the page shows its host", async ({
    page,
    consent,
    signIn,
    workspace,
    startApp,
  }) => {
    const app = await startApp({ listens: "https" });
    // Signed in before, so that the consent page is a separate document with a separate policy.
    await signIn(workspace.admin);
    await page.goto(app.authorizeUrl());
    await expect(page.getByText(new URL(app.redirectUri).host, { exact: true })).toBeVisible();
    await consent.allow().click();
    await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
    expect(app.arrivals[0]?.searchParams.get("code")).toMatch(/^\w{65}$/);
  });

  test("a server with a secret needs consent once, and again when it requests more or was revoked", async ({
    page,
    consent,
    signIn,
    workspace,
    startApp,
  }) => {
    const app = await startApp({ name: "Zapier", listens: "https", confidential: true });
    await signIn(workspace.admin);
    await page.goto(app.authorizeUrl("openid email"));
    await expect(page.getByText("Approved by the operator of this service")).toBeVisible();
    await expect(consent.unverified()).toBeHidden();
    await consent.allow().click();
    await page.waitForURL(/^https:/);

    await page.goto(app.authorizeUrl("openid"));
    await page.waitForURL(/^https:/);
    expect(app.arrivals).toHaveLength(2);

    await page.goto(app.authorizeUrl("openid email zapier:webhooks"));
    await expect(consent.permissions().getByRole("listitem")).toHaveText([/Get updates when leave.*New/]);
    await expect(consent.alreadyAllowed()).toBeHidden();
    await page.getByText("Already allowed: 2 permissions").click();
    await expect(consent.alreadyAllowed().getByRole("listitem")).toHaveCount(2);
    await consent.allow().click();
    await page.waitForURL(/^https:/);

    await new ConnectedAppsPage(page).open();
    await new ConnectedAppsPage(page).revokeAccess("Zapier");
    await expect(page.getByRole("heading", { name: "No apps connected" })).toBeVisible();
    await page.goto(app.authorizeUrl("openid"));
    await expect(consent.heading()).toHaveText(/^Zapier wants to access/);
  });
});

test("an app on this computer gets the short page when all was allowed before, never none", async ({
  page,
  consent,
  signIn,
  workspace,
  startApp,
}) => {
  const app = await startApp();
  await signIn(workspace.admin);
  await page.goto(app.authorizeUrl("openid email"));
  await consent.allow().click();
  await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
  await page.goto(app.authorizeUrl("openid"));
  await expect(consent.heading()).toHaveText("Continue to Claude Desktop as Ada?");
  await expect(consent.deny()).toBeVisible();
  await expect(consent.permissions()).toBeHidden();
  await consent.allow().click();
  await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
  expect(app.arrivals).toHaveLength(2);
});

test("an app that requests writes to leave gets reduced scopes, and the rest once an administrator allows it", async ({
  page,
  consent,
  signIn,
  workspace,
  startApp,
}) => {
  const app = await startApp({ name: "Assistant" });
  const scope = "mcp:leaves:read mcp:leaves:write";
  await signIn(workspace.admin);
  await page.goto(app.authorizeUrl("mcp:leaves:write"));
  await expect(consent.heading()).toHaveText("Assistant wants to change leave for you");
  await expect(page.getByText("There is nothing to allow.")).toBeVisible();
  await expect(consent.allow()).toBeHidden();
  await page.getByRole("button", { name: "Back to the app" }).click();
  await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
  expect(app.arrivals[0]?.searchParams.get("error")).toBe("access_denied");

  await page.goto(app.authorizeUrl(scope));
  await expect(consent.unavailable()).toContainText("Your workspace doesn't let AI apps change leave");
  await expect(consent.unavailable().getByRole("listitem")).toHaveText([
    "Request, change and cancel your own leave",
  ]);
  await expect(consent.permissions().getByRole("listitem")).toHaveText([/^Look up the leave you can see/]);
  await expect(consent.notIncluded()).toContainText("Request, approve, change or delete leave");
  await consent.allow().click();
  await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
  const less = await app.exchange(app.arrivals[1] ?? new URL(app.redirectUri));
  expect(await less.json()).toMatchObject({ scope: "mcp:leaves:read" });

  await page.goto("/dashboard/settings/leave");
  await page.getByRole("switch", { name: "AI apps may change leave" }).check();
  await page.getByRole("button", { name: "Save leave settings" }).click();
  await expect(page.getByText("Leave settings saved")).toBeVisible();

  await page.goto(app.authorizeUrl(scope));
  await expect(consent.unavailable()).toBeHidden();
  await expect(consent.permissions().getByRole("listitem")).toHaveText([
    /^Request, change and cancel your own leave New/,
  ]);
  await expect(consent.permissions()).not.toContainText("You can see");
  await expect(consent.notIncluded()).toContainText("Approve or deny leave");
  await consent.allow().click();
  await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
  const all = await app.exchange(app.arrivals[2] ?? new URL(app.redirectUri));
  expect(await all.json()).not.toHaveProperty("scope");
  await new ConnectedAppsPage(page).open();
  await expect(new ConnectedAppsPage(page).app("Assistant")).toContainText(
    "Request, change and cancel your own leave",
  );
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("signing in, reading everything and allowing work", async ({
    page,
    consent,
    loginPage,
    workspace,
    startApp,
  }) => {
    const app = await startApp({ name: `Long ${"name ".repeat(20)}` });
    await page.goto(app.authorizeUrl(everyScope));
    await loginPage.signIn(workspace.admin);
    await expect(consent.permissions().getByRole("listitem")).toHaveCount(7);
    await expect(consent.showAddress()).toBeHidden();
    await expect(page.locator("noscript code")).toBeVisible();
    await expect(page.locator("noscript code")).toHaveText(app.redirectUri);
    await page.getByText("Show full name").click();
    await expect(page.getByText(`Long ${"name ".repeat(20)}`.trim(), { exact: true })).toBeVisible();
    await page.getByText("Know your email address").click();
    await expect(page.getByText("It can't read or send your email.")).toBeVisible();
    await consent.allow().click();
    await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
    expect((await app.exchange(app.arrivals[0] ?? new URL(app.redirectUri))).status).toBe(200);
  });
});

test.describe("on a narrow screen", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("seven permissions and long names are readable, and Deny stands beside Allow", async ({
    page,
    consent,
    signIn,
    workspace,
    startApp,
  }) => {
    const long = `https://${"login.accounts.google.com.".repeat(4)}evil.example/${"callback".repeat(20)}`;
    const app = await startApp({ name: "W".repeat(300), alsoRedirectUris: [long] });
    await signIn(workspace.admin);
    await page.goto(await app.consentUrl(everyScope, long));
    await expect(consent.permissions().getByRole("listitem")).toHaveCount(7);
    await expect(consent.heading()).toHaveText(/^W{60}… wants to access/);
    await expect(page.getByText("evil.example", { exact: true })).toBeVisible();
    await consent.showAddress().click();
    await page.getByText("Show full name").click();
    await expectNoSidewaysScroll(page);
    await consent.allow().scrollIntoViewIfNeeded();
    await expect(consent.deny()).toBeInViewport({ ratio: 1 });
    const [allow, deny] = [await consent.allow().boundingBox(), await consent.deny().boundingBox()];
    expect([allow?.y, allow?.width, allow?.height]).toEqual([deny?.y, deny?.width, deny?.height]);
  });
});
