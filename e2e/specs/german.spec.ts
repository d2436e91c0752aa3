import { mergeTests, type Page } from "@playwright/test";
import { test as oauthTest } from "../oauth-fixtures";
import { callApi } from "../support/api";
import { englishOnly, saidOn } from "../support/english-words";
import { keepPicture } from "../support/keep-picture";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createKey, importLegacyKey, type Workspace } from "../support/operator";
import type { Receiver } from "../support/receiver";
import { testedServer } from "../support/tested-server";
import { expect, test as webhookTest } from "../webhook-fixtures";

const test = mergeTests(webhookTest, oauthTest);

const openApi = "/dashboard/open-api";
const settings = "/dashboard/settings";
const english = englishOnly();

/** Opens a page, and expects no English-only words on it. */
async function expectGerman(page: Page, address: string): Promise<void> {
  await test.step(address, async () => {
    await page.goto(address);
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
    await keepPicture(page, `german ${address.replaceAll("/", " ")}`);
    const said = await saidOn(page);
    expect
      .soft(
        english.filter((words) => said.includes(words)),
        address,
      )
      .toEqual([]);
  });
}

/** Data for every page: a used key, a notified webhook, a v1 key. */
async function fill(workspace: Workspace, receiver: Receiver) {
  const key = await createKey(workspace.admin, "Lohnabrechnung");
  const { webhookId } = await callApi<{ webhookId: string }>(key.plain, "POST", "/v2/webhooks", {
    url: receiver.url,
    description: null,
    events: ["user.created"],
  });
  await callApi(key.plain, "GET", "/v2/departments");
  const narrow = await createKey(workspace.admin, "Nur lesen", "labels:read");
  await fetch(`${testedServer().url}/v2/departments`, {
    headers: { authorization: `Bearer ${narrow.plain}` },
  });
  await importLegacyKey(workspace);
  await expect.poll(() => receiver.arrivals.length).toBe(1);
  return { keyId: key.id, webhookId };
}

test.use({ locale: "de-DE" });

test("every page is in German for users who prefer it", async ({ page, receiver, workspace }) => {
  test.slow();
  expect(english.length).toBeGreaterThan(500);
  const { keyId, webhookId } = await fill(workspace, receiver);
  for (const address of [
    "/login",
    "/login?session=gone",
    "/forgot-password",
    "/reset-password",
    "/login/workspace",
    "/login/second-step",
    "/oauth/error",
  ])
    await expectGerman(page, address);

  await page.goto("/login");
  await page.getByLabel("E-Mail-Adresse").fill(workspace.admin.email);
  await page.getByRole("button", { name: "Weiter", exact: true }).click();
  await page.getByLabel("Passwort", { exact: true }).fill("wrong");
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "ist nicht richtig" })).toBeVisible();
  await page.getByLabel("Passwort", { exact: true }).fill(workspace.admin.password);
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
  await page.waitForURL("**/dashboard");

  const key = `${openApi}/keys/${keyId}`;
  const webhook = `${openApi}/webhooks/${webhookId}`;
  for (const address of [
    openApi,
    ...[`${openApi}/keys`, `${openApi}/keys?q=nichts`, `${openApi}/keys/new?scopes=leaves:write,nope`],
    ...[key, `${key}?tab=logs`, `${key}?tab=scopes`, `${key}?tab=settings`, `${openApi}/keys/nonsense`],
    ...[`${openApi}/webhooks`, `${openApi}/webhooks/new`, `${openApi}/webhooks?q=nichts`],
    ...[webhook, `${webhook}?tab=settings`, `${webhook}?tab=secret`, `${webhook}?status=failed`],
    ...[`${openApi}/usage`, `${openApi}/logs`, `${openApi}/errors`, `${openApi}/legacy`],
    ...[
      `${openApi}/notifications`,
      `${openApi}/notifications/new`,
      `${openApi}/reports`,
      `${openApi}/reports/new`,
      `${openApi}/reports/files/nichts`,
    ],
    ...[settings, `${settings}/oauth-clients`, `${settings}/oauth-clients/new`, `${settings}/audit-log`],
    ...[
      `${settings}/calendar-feeds`,
      `${settings}/calendar-feeds/new`,
      `${settings}/integrations`,
      `${settings}/apps`,
      `${settings}/apps/workspace`,
      `${settings}/apps/connect`,
      `${settings}/locations`,
      `${settings}/locations/new`,
      `${settings}/departments/new`,
      `${settings}/labels`,
      `${settings}/holidays`,
      `${settings}/leave-types`,
      `${settings}/leave-types/new`,
      "/dashboard/nowhere",
    ],
  ])
    await expectGerman(page, address);

  await page.goto(`${openApi}/logs?code=INSUFFICIENT_SCOPE`);
  await page.getByRole("table").getByRole("link").first().click();
  const details = page.getByRole("complementary", { name: "Einzelheiten der Anfrage" });
  await expect(details).toContainText("Dem API-Schlüssel fehlt ein Scope, den diese Anfrage braucht.");
  await expect(details.getByRole("link", { name: "Schlüssel mit departments:read erstellen" })).toBeVisible();
  const entry = await saidOn(page);
  expect(english.filter((words) => entry.includes(words))).toEqual([]);
  await keepPicture(page, "german log details");

  await page.goto(`${openApi}/reference`);
  await expect(page.getByText("Die Referenz gibt es nur auf Englisch.")).toBeVisible();

  await page.goto(webhook);
  await page.getByRole("table", { name: "Zustellungen" }).getByRole("link").first().click();
  await expect(page.getByRole("complementary", { name: "Details der Zustellung" })).toContainText(
    "Versuch 1: Empfangen, 200",
  );
  const said = await saidOn(page);
  expect(english.filter((words) => said.includes(words))).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a user signs in and allows an app, in German", async ({ page, workspace, startApp }) => {
    const app = await startApp({ name: "Claude Desktop" });
    await page.goto(app.authorizeUrl("openid email mcp:leaves:read"));
    await expect(page.getByText("um fortzufahren zu Claude Desktop")).toBeVisible();
    await page.getByLabel("E-Mail-Adresse").fill(workspace.admin.email);
    await page.getByRole("button", { name: "Weiter", exact: true }).click();
    await page.getByLabel("Passwort", { exact: true }).fill(workspace.admin.password);
    await page.getByRole("button", { name: "Anmelden", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(
      "Claude Desktop möchte auf dein Konto",
    );
    await expect(page.getByRole("note", { name: "Nicht verifizierte App" })).toBeVisible();
    await expect(page.getByText("einer App auf diesem Computer (127.0.0.1)")).toBeVisible();
    await keepPicture(page, "german consent");
    const said = await page.locator("body").innerText();
    expect(english.filter((words) => said.includes(words))).toEqual([]);
    await page.getByRole("button", { name: "Zugriff erlauben" }).click();
    await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
    expect(app.arrivals).toHaveLength(1);
  });
});

test("a leave's fault is in German at its field, also one that only the server finds", async ({
  page,
  signIn,
  workspace,
}) => {
  await createLeaveType(workspace, "Urlaub");
  await signIn(workspace.admin);
  const monday = comingMonday();
  await page.goto(`/dashboard/request?from=${monday(5)}&to=${monday(6)}`);
  await expect(page.getByLabel("Letzter Tag")).toHaveAccessibleDescription(
    "Die Abwesenheit hat keine Arbeitstage.",
  );
});
