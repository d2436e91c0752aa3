import { expect, test } from "../oauth-fixtures";
import { ConnectedAppsPage } from "../pages/connected-apps.page";
import { ConsentPage } from "../pages/consent.page";
import { withDatabase } from "../support/age";
import { signedInElsewhere } from "../support/another-browser";
import { expectNoSidewaysScroll } from "../support/expect-accessible";
import type { Tokens } from "../support/oauth-app";
import { createOauthClient, createPerson, createWorkspace, deleteOauthClient } from "../support/operator";

const everyScope = "openid email profile mcp:workspace:read mcp:users:read mcp:leaves:read zapier:webhooks";

test("an app goes from registration to a person's name, and to nothing once its access is revoked", async ({
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
    "You are an administrator; the app will see the whole workspace.",
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
    code: expect.stringMatching(/^[\w-]{43}$/),
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
    "Know your e-mail address",
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

test("Deny tells the app so, with its state", async ({ page, consent, signIn, workspace, startApp }) => {
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

test.describe("an https redirect", () => {
  test.use({ ignoreHTTPSErrors: true });

  test("Allow reaches it, and its host is what the page shows", async ({
    page,
    consent,
    signIn,
    workspace,
    startApp,
  }) => {
    const app = await startApp({ listens: "https" });
    // Signed in before, so that the consent page is a document of its own, with its own policy.
    await signIn(workspace.admin);
    await page.goto(app.authorizeUrl());
    await expect(page.getByText(new URL(app.redirectUri).host, { exact: true })).toBeVisible();
    await consent.allow().click();
    await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
    expect(app.arrivals[0]?.searchParams.get("code")).toMatch(/^[\w-]{43}$/);
  });

  test("a server with a secret is asked about once, and again when it wants more or was revoked", async ({
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
    await expect(consent.permissions().getByRole("listitem")).toHaveText([/Be told when leave.*New/]);
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

test("another account can answer instead; the page that was open before cannot", async ({
  page,
  context,
  consent,
  loginPage,
  signIn,
  workspace,
  startApp,
}) => {
  const app = await startApp();
  const other = await createPerson(workspace, "USER");
  await signIn(workspace.admin);
  const address = await app.consentUrl();
  await page.goto(address);
  const before = new ConsentPage(await context.newPage());
  await before.page.goto(address);
  await expect(before.allow()).toBeVisible();

  await consent.switchAccount().click();
  await expect(loginPage.heading).toBeVisible();
  await expect(page.getByText("to continue to Claude Desktop")).toBeVisible();
  await loginPage.signIn(other);
  await expect(page.getByText(`Signed in as ${other.name}`)).toBeVisible();

  await before.allow().click();
  await expect(before.page.getByRole("note", { name: "Before you go on" })).toContainText("Look again");
  await expect(before.page.getByText(`Signed in as ${other.name}`)).toBeVisible();
  expect(app.arrivals).toHaveLength(0);
  await consent.allow().click();
  await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
});

test("somebody else who signs in meanwhile cannot answer", async ({
  page,
  consent,
  signIn,
  workspace,
  startApp,
}) => {
  const app = await startApp();
  const other = await createPerson(workspace, "USER");
  await signIn(workspace.admin);
  const address = await app.consentUrl();
  await page.goto(address);
  await expect(consent.allow()).toBeVisible();
  const isSession = /session-token/;
  await page.context().clearCookies({ name: isSession });
  await signIn(other);
  await page.goto(address);
  await expect(consent.heading()).toHaveText("This request belongs to another account");
  await expect(consent.allow()).toBeHidden();
  await consent.switchAccount().click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("people of another workspace cannot use a workspace's client", async ({
  page,
  consent,
  signIn,
  workspace,
}) => {
  const client = await createOauthClient("Intranet", "https://intranet.example/cb");
  await withDatabase(
    (sql) =>
      sql`update oauth_clients set workspace_id = ${workspace.id.replace("workspace-", "")} where name = 'Intranet'`,
  );
  await signIn((await createWorkspace()).admin);
  await page.goto(
    `/oauth/authorize?${new URLSearchParams({ client_id: client.id, redirect_uri: "https://intranet.example/cb", state: "x" })}`,
  );
  await expect(consent.heading()).toHaveText("This app belongs to another workspace");
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
    await page.getByText("Know your e-mail address").click();
    await expect(page.getByText("It cannot read or send your mail.")).toBeVisible();
    await consent.allow().click();
    await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
    expect((await app.exchange(app.arrivals[0] ?? new URL(app.redirectUri))).status).toBe(200);
  });
});

test.describe("frames", () => {
  test.use({ tolerated: [/frame-ancestors/] });

  test("the page cannot be framed", async ({ page, context, signIn, workspace, startApp }) => {
    const app = await startApp();
    await signIn(workspace.admin);
    const address = await app.consentUrl();
    const answer = await context.request.get(address);
    expect(answer.headers()["x-frame-options"]).toBe("DENY");
    expect(answer.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(answer.headers()["cache-control"]).toContain("no-store");
    await page.goto(new URL("/", app.redirectUri).href);
    const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
    await page.evaluate((src) => {
      document.body.innerHTML = `<iframe src="${src}" width="500" height="700"></iframe>`;
    }, address);
    await refused;
    await expect(page.frameLocator("iframe").getByRole("button", { name: "Allow access" })).toHaveCount(0);
  });
});

test("a request that one browser opened cannot be answered in another", async ({
  page,
  browser,
  consent,
  signIn,
  workspace,
  startApp,
}) => {
  const app = await startApp();
  await signIn(workspace.admin);
  const address = await app.consentUrl();
  await page.goto(address);
  const { session, token } = await consent.fields();

  const victim = new ConsentPage(await signedInElsewhere(browser, workspace.admin));
  await victim.page.goto(address);
  await expect(victim.heading()).toHaveText("This request belongs to another browser");
  const posted = await victim.page.request.post("/consent/answer", {
    form: { session, token, intent: "allow" },
    maxRedirects: 0,
  });
  expect(posted.status()).toBe(303);
  expect(posted.headers().location).toMatch(/^\/oauth\/authorize\?session=/);
  await victim.page.context().close();

  await consent.allow().click();
  await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
});

test("a post from another site does nothing", async ({ page, consent, signIn, workspace, startApp }) => {
  const app = await startApp();
  await signIn(workspace.admin);
  await page.goto(await app.consentUrl());
  const { session, token } = await consent.fields();
  for (const [origin, ...answer] of [
    ["https://evil.example", 403, undefined],
    ["null", 303, "/oauth/error"],
  ] as const) {
    const posted = await page.request.post("/consent/answer", {
      form: { session, token, intent: "allow" },
      headers: { origin },
      maxRedirects: 0,
    });
    expect([posted.status(), posted.headers().location]).toEqual(answer);
  }
  const forged = await page.request.post("/consent/answer", {
    form: { session, token: "x".repeat(43), intent: "allow" },
    maxRedirects: 0,
  });
  expect(forged.headers().location).toContain("notice=changed");
  await consent.allow().click();
  await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
});

test("of two submits one counts; Back and a dead listener lead to a page that opens the app again", async ({
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
  await expect(page.getByText("It is connected. You can close this window.")).toBeVisible();
  await expect(consent.openAgain()).toBeHidden();
  const again = await page.request.get(`/consent/open?session=${session}`, { maxRedirects: 0 });
  expect(again.headers().location).toBe(`/oauth/authorize?session=${session}`);
});

test("an app with a scheme of its own is opened, and the page says what to do if it does not come", async ({
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
  const answered = page.waitForResponse((response) => response.url().endsWith("/consent/answer"));
  await consent.allow().click();
  const { location } = (await answered).headers();
  expect(location).toMatch(/^com\.example\.timeaway-test:\/\/oauth\/callback\?code=[\w-]{43}&state=/);
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
  const uuid = new URL(expired).searchParams.get("session")?.replace("session-", "") ?? "";
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

test("a name is text, without what could make it read as another", async ({
  page,
  consent,
  signIn,
  workspace,
  startApp,
}) => {
  page.on("dialog", (dialog) => {
    throw new Error(`a script ran: ${dialog.message()}`);
  });
  const app = await startApp({ name: "<img src=x onerror=alert(1)>\u202eC\u200bl\u0430ude\n<b>x</b>" });
  await signIn(workspace.admin);
  await page.goto(app.authorizeUrl());
  await expect(consent.heading()).toContainText("<img src=x onerror=alert(1)>Cl\u0430ude <b>x</b> wants to");
  await expect(page.getByText("Part of this name is in Cyrillic letters")).toBeVisible();
  await expect(page.locator("img, main b")).toHaveCount(0);
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

test("a click in the first moment after the page comes into view does not answer", async ({
  page,
  consent,
  signIn,
  workspace,
  startApp,
}) => {
  const app = await startApp();
  await signIn(workspace.admin);
  await page.goto(app.authorizeUrl());
  await consent.allow().click({ trial: true });
  const submitsNow = (reappears: boolean) =>
    consent.allow().evaluate((button: HTMLButtonElement, again) => {
      if (again) document.dispatchEvent(new Event("visibilitychange"));
      const event = new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter: button });
      return button.form?.dispatchEvent(event);
    }, reappears);
  expect(await submitsNow(true)).toBe(false);
  await page.waitForFunction(
    (since) => performance.now() - since > 500,
    await page.evaluate(() => performance.now()),
  );
  expect(await submitsNow(false)).toBe(true);
});
