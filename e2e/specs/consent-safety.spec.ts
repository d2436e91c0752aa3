import { expect, test } from "../oauth-fixtures";
import { ConsentPage } from "../pages/consent.page";
import { withDatabase } from "../support/age";
import { signedInElsewhere } from "../support/another-browser";
import { createOauthClient, createPerson, createWorkspace } from "../support/operator";

test("another account can answer instead; the previously open page cannot", async ({
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
  await expect(before.page.getByRole("note", { name: "Before you continue" })).toContainText(
    "Check it, then answer again",
  );
  await expect(before.page.getByText(`Signed in as ${other.name}`)).toBeVisible();
  expect(app.arrivals).toHaveLength(0);
  await consent.allow().click();
  await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
});

test("another user who signs in meanwhile cannot answer", async ({
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

test("users of another workspace cannot use a workspace's client", async ({
  page,
  consent,
  signIn,
  workspace,
}) => {
  const name = `Intranet ${workspace.id}`;
  const client = await createOauthClient(name, "https://intranet.example/cb");
  await withDatabase(
    (sql) =>
      sql`update oauth_clients set workspace_id = ${workspace.id.replace("workspace-", "")} where name = ${name}`,
  );
  await signIn((await createWorkspace()).admin);
  await page.goto(
    `/oauth/authorize?${new URLSearchParams({ client_id: client.id, redirect_uri: "https://intranet.example/cb", state: "x" })}`,
  );
  await expect(consent.heading()).toHaveText("This app belongs to another workspace");
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

test("a request opened in one browser cannot be answered in another", async ({
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

test("a name is plain text, without characters that make it read as another", async ({
  page,
  consent,
  signIn,
  workspace,
  startApp,
}) => {
  page.on("dialog", (dialog) => {
    throw new Error(`a script ran: ${dialog.message()}`);
  });
  const app = await startApp();
  // As registered before such names were rejected.
  const name = "<img src=x onerror=alert(1)>\u202eC\u200bl\u0430ude\n<b>x</b>";
  const id = app.clientId.replace("client-", "");
  await withDatabase((sql) => sql`update oauth_clients set name = ${name} where id = ${id}`);
  await signIn(workspace.admin);
  await page.goto(app.authorizeUrl());
  await expect(consent.heading()).toContainText("<img src=x onerror=alert(1)>Cl\u0430ude <b>x</b> wants to");
  await expect(page.getByText("Part of this name uses Cyrillic letters")).toBeVisible();
  await expect(page.locator("img, main b")).toHaveCount(0);
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
