import type { Page } from "@playwright/test";
import { expect, test } from "../oauth-fixtures";
import { AuditLogPage } from "../pages/audit-log.page";
import { ConnectedAppsPage } from "../pages/connected-apps.page";
import { ConsentPage } from "../pages/consent.page";
import { WebhooksPage } from "../pages/webhooks.page";
import { WorkspaceAppsPage } from "../pages/workspace-apps.page";
import { letAppsChangeLeave, setAppsPolicy } from "../support/app-rules";
import type { OauthApp } from "../support/oauth-app";
import { createPerson } from "../support/operator";
import { type State, visit } from "../support/visit-states";

type Known = {
  page: Page;
  /** Connected by the administrator, with webhooks. */
  assistant: OauthApp;
  /** Not connected. */
  other: OauthApp;
  /** As `other`; later the row is a cached copy of its document. */
  described: OauthApp;
};

const reads = "openid email mcp:workspace:read mcp:users:read mcp:leaves:read";
const writes = "mcp:leaves:write mcp:approvals:write";
const connect = "/dashboard/settings/apps/connect";

/** With two webhooks and one call. Its permission to change leave is revoked again. */
async function connectAssistant(page: Page, assistant: OauthApp): Promise<void> {
  await letAppsChangeLeave(page, true);
  const tokens = await assistant.connect(page, `${reads} ${writes} zapier:webhooks`);
  await letAppsChangeLeave(page, false);
  await assistant.addHook(tokens, "https://hooks.zapier.com/hooks/standard/1", "leave.approved");
  await assistant.addHook(tokens, "https://automations.example.com/webhook/2", "leave.requested");
  await assistant.callTool(tokens, "get_workspace_info");
}

const states: State<Known>[] = [
  { title: "workspace apps, none", reach: ({ page }) => new WorkspaceAppsPage(page).open() },
  {
    title: "connected apps, one that changes leave and has webhooks",
    reach: async ({ page, assistant }) => {
      await connectAssistant(page, assistant);
      const apps = new ConnectedAppsPage(page);
      await apps.open();
      await expect(apps.webhooks("Claude")).toBeVisible();
    },
  },
  {
    title: "connected apps, revoking one with webhooks",
    reach: async ({ page }) => {
      const apps = new ConnectedAppsPage(page);
      await apps.open();
      await apps.revoke("Claude").click();
      await expect(apps.revoking("Claude")).toBeVisible();
    },
  },
  {
    title: "webhooks made by an app",
    reach: async ({ page }) => {
      await new WebhooksPage(page).open();
      await expect(new WebhooksPage(page).row("hooks.zapier.com")).toContainText("Made by Claude");
    },
  },
  {
    title: "webhook made by an app, settings",
    reach: async ({ page }) => {
      await new WebhooksPage(page).open();
      const address = await page.getByRole("link", { name: "hooks.zapier.com" }).getAttribute("href");
      await page.goto(`${address}?tab=settings`);
      await expect(page.getByText("Made by Claude")).toBeVisible();
    },
  },
  {
    title: "audit log, by an app",
    reach: async ({ page }) => {
      const log = new AuditLogPage(page);
      await log.open("?action=webhook.create");
      await expect(log.line("by the app Claude").first()).toBeVisible();
    },
  },
  {
    title: "audit log, rules on apps",
    reach: async ({ page }) => {
      const log = new AuditLogPage(page);
      await setAppsPolicy(page, "LISTED");
      await setAppsPolicy(page, "ANY");
      await log.open("?action=workspace.update");
      await log.changes("Changed workspace settings").first().click();
      await expect(log.lines().first()).toContainText("only allowed apps");
    },
  },
  {
    title: "consent, wants to change leave",
    reach: async ({ page, other }) => {
      await letAppsChangeLeave(page, true);
      await page.goto(await other.consentUrl(`${reads} ${writes}`));
      await expect(new ConsentPage(page).heading()).toHaveText("Assistant wants to change leave for you");
    },
  },
  {
    title: "consent, wants to change leave where that is off",
    reach: async ({ page, other }) => {
      await letAppsChangeLeave(page, false);
      await page.goto(await other.consentUrl(`${reads} ${writes}`));
      await expect(new ConsentPage(page).unavailable()).toBeVisible();
    },
  },
  {
    title: "consent, nothing to allow",
    reach: async ({ page, other }) => page.goto(await other.consentUrl(writes)),
  },
  {
    title: "consent, app that describes itself in a document",
    reach: async ({ page, described }) => {
      await page.goto(
        await described.describedConsentUrl("https://assistant.example/oauth/client.json", reads),
      );
      await expect(new ConsentPage(page).unverified()).toContainText("assistant.example");
    },
  },
  {
    title: "workspace apps",
    reach: async ({ page, assistant }) => {
      await assistant.connect(page, reads);
      await new WorkspaceAppsPage(page).open();
      await expect(new WorkspaceAppsPage(page).row("Claude")).toContainText("1 person");
    },
  },
  {
    title: "workspace apps, allowing only some",
    reach: async ({ page }) => {
      const apps = new WorkspaceAppsPage(page);
      await apps.open();
      await apps.policy("Only apps you allow").click();
      await expect(apps.asking()).toContainText("Claude (1 person)");
    },
  },
  {
    title: "workspace apps, unknown app",
    reach: async ({ page }) => {
      const apps = new WorkspaceAppsPage(page);
      await apps.open();
      await apps.address().fill("client-nobody");
      await apps.allowApp().click();
      await expect(page.getByText("No app has this client ID.")).toBeVisible();
    },
  },
  {
    title: "workspace apps, only some allowed, one no longer",
    reach: async ({ page }) => {
      const apps = new WorkspaceAppsPage(page);
      await apps.open();
      await apps.allow("Claude").click();
      await expect(apps.disallow("Claude")).toBeVisible();
      await setAppsPolicy(page, "LISTED");
      await page.reload();
      await apps.disallow("Claude").click();
      await expect(apps.asking()).toContainText("loses the connection immediately");
    },
  },
  {
    title: "consent, app that the workspace does not allow",
    reach: async ({ page, other }) => {
      await page.goto(await other.consentUrl(reads));
      await expect(
        page.getByRole("heading", { name: "Your workspace doesn't allow this app yet" }),
      ).toBeVisible();
    },
  },
  { title: "connect Claude, only some apps allowed", reach: ({ page }) => page.goto(connect) },
  { title: "connect Cursor", reach: ({ page }) => page.goto(`${connect}?with=cursor`) },
  { title: "connect VS Code", reach: ({ page }) => page.goto(`${connect}?with=vscode`) },
];

const otherStates: State<Known>[] = [
  { title: "workspace apps, not allowed", reach: ({ page }) => new WorkspaceAppsPage(page).open() },
  { title: "connect ChatGPT, person", reach: ({ page }) => page.goto(`${connect}?with=chatgpt`) },
  { title: "connect another app, person", reach: ({ page }) => page.goto(`${connect}?with=other`) },
];

test("pages about apps have no accessibility fault in any state @phone", async ({
  page,
  signIn,
  workspace,
  startApp,
}) => {
  test.slow();
  const [assistant, other] = [await startApp({ name: "Claude" }), await startApp({ name: "Assistant" })];
  const known = { page, assistant, other, described: await startApp({ name: "Assistant" }) };
  await signIn(workspace.admin);
  await visit(states, known);
  await page.context().clearCookies();
  await signIn(await createPerson(workspace, "USER"));
  await visit(otherStates, known);
});
