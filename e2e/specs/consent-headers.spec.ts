import { expect, test } from "../oauth-fixtures";
import { withDatabase } from "../support/age";
import { formAction } from "../support/form-action";
import { requestIdOf } from "../support/oauth-app";

const privateUri = "com.example.timeaway:/signed-in";

for (const answer of ["allow", "deny"] as const) {
  test(`${answer}: the forms may lead to this request's loopback address and nowhere else`, async ({
    page,
    consent,
    signIn,
    workspace,
    startApp,
  }) => {
    const app = await startApp();
    await signIn(workspace.admin);
    const shown = await page.goto(app.authorizeUrl());
    expect(formAction(shown)).toBe(`'self' ${new URL(app.redirectUri).origin}`);
    await consent[answer]().click();
    await page.waitForURL(`${app.redirectUri}?**`);
    expect(app.arrivals).toHaveLength(1);
  });
}

test("a private-use scheme is named, and the answer is not blocked", async ({
  page,
  consent,
  signIn,
  workspace,
  startApp,
}) => {
  const app = await startApp({ alsoRedirectUris: [privateUri] });
  await signIn(workspace.admin);
  const shown = await page.goto(app.authorizeUrl("openid", privateUri));
  expect(formAction(shown)).toBe("'self' com.example.timeaway:");
  const answered = consent.answered();
  await consent.allow().click();
  expect((await answered).headers().location).toMatch(/^com\.example\.timeaway:\/signed-in\?code=/);
});

test("the sign-in page names the destination of its request, because the consent page comes into the same document", async ({
  page,
  consent,
  loginPage,
  workspace,
  startApp,
}) => {
  const app = await startApp();
  const shown = await page.goto(app.authorizeUrl());
  await expect(loginPage.heading).toBeVisible();
  expect(formAction(shown)).toBe(`'self' ${new URL(app.redirectUri).origin}`);
  await loginPage.signIn(workspace.admin);
  await consent.allow().click();
  await page.waitForURL(`${app.redirectUri}?**`);
});

test("an app that opens a separate window keeps its reference to it", async ({
  page,
  context,
  signIn,
  workspace,
  startApp,
}) => {
  const app = await startApp();
  await signIn(workspace.admin);
  await page.goto(new URL("/", app.redirectUri).href);
  const opened = context.waitForEvent("page");
  await page.evaluate(
    (address) => void window.open(address, "app", "width=500,height=700"),
    app.authorizeUrl(),
  );
  const popup = await opened;
  // A click within half a second after the window comes into view is no answer.
  await expect(async () => {
    if (popup.url().startsWith(app.redirectUri)) return;
    await popup.getByRole("button", { name: "Allow access" }).click({ timeout: 1000 });
    await popup.waitForURL(`${app.redirectUri}?**`, { timeout: 3000 });
  }).toPass();
  expect(await popup.evaluate(() => window.opener !== null)).toBe(true);
});

test("pages ask for no camera, cannot be framed, and are isolated from other sites", async ({ page }) => {
  const headersOf = async (path: string) => (await page.request.get(path)).headers();
  for (const path of ["/login", "/oauth/error"])
    expect(await headersOf(path)).toMatchObject({
      "permissions-policy": expect.stringContaining("camera=()"),
      "cross-origin-opener-policy": "unsafe-none",
      "x-frame-options": "DENY",
    });
  expect((await headersOf("/llms.txt"))["cross-origin-opener-policy"]).toBe("same-origin");
  expect(await headersOf("/login")).not.toHaveProperty("strict-transport-security");
});

test.describe("prefetching", () => {
  test.use({ ignoreHTTPSErrors: true });

  test("HEAD and prefetch answer no request", async ({ page, consent, signIn, workspace, startApp }) => {
    const app = await startApp({ name: "Zapier", listens: "https", confidential: true });
    await signIn(workspace.admin);
    await page.goto(app.authorizeUrl("openid"));
    await consent.allow().click();
    await page.waitForURL(/^https:/);

    const address = await app.consentUrl("openid");
    const id = requestIdOf(address);
    const purposes: Record<string, string>[] = [
      { "sec-purpose": "prefetch" },
      { "sec-purpose": "prefetch;prerender" },
      { purpose: "prefetch" },
      { "next-router-prefetch": "1" },
      { rsc: "1", "next-router-prefetch": "1" },
    ];
    const ahead = [
      page.request.head(address),
      ...purposes.map((headers) => page.request.get(address, { headers })),
    ];
    for (const reply of await Promise.all(ahead)) {
      expect([200, 204]).toContain(reply.status());
      // Next may send its router's requests to the same page with an extra parameter; no user is sent to the app.
      expect(new URL(reply.url()).origin).toBe(new URL(address).origin);
    }
    let row: unknown;
    await withDatabase(async (sql) => {
      [row] = await sql`select answered_at, browser_hash from oauth_requests where id = ${id}`;
    });
    expect(row).toEqual({ answered_at: null, browser_hash: null });
    await page.goto(address);
    await page.waitForURL(/^https:/);
    expect(app.arrivals).toHaveLength(2);
  });
});
