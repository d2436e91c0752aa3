import { expect, test } from "../oauth-fixtures";
import { AuditLogPage } from "../pages/audit-log.page";
import { ConnectedAppsPage } from "../pages/connected-apps.page";
import { WebhooksPage } from "../pages/webhooks.page";
import { WorkspaceAppsPage } from "../pages/workspace-apps.page";
import { letAppsChangeLeave } from "../support/app-rules";
import { addManyApps } from "../support/many-rows";
import { createPerson, createWorkspace } from "../support/operator";

const assistant = "openid mcp:workspace:read mcp:users:read mcp:leaves:read mcp:leaves:write zapier:webhooks";
/** No test sends to it. */
const target = "https://hooks.example.com/catch/1";

test("an app's card lists its permissions, actions and webhooks; revoking ends its tokens and webhooks", async ({
  page,
  signIn,
  workspace,
  startApp,
}) => {
  const app = await startApp({ name: "Claude" });
  await signIn(workspace.admin);
  await letAppsChangeLeave(page, true);
  const tokens = await app.connect(page, assistant);
  expect((await app.addHook(tokens, target, "leave.approved")).status).toBe(201);
  expect((await app.callTool(tokens, "get_workspace_info")).status).toBe(200);
  const apps = new ConnectedAppsPage(page);
  const card = apps.app("Claude");
  await page.goto("/dashboard/open-api/apps");
  await expect(page).toHaveURL("/dashboard/settings/apps");
  await expect(card.getByRole("list", { name: "Permissions" }).getByRole("listitem").first()).toHaveText(
    "Request, change and cancel your own leave",
  );
  // The request log is written shortly after the requests.
  await expect(async () => {
    await page.reload();
    await expect(card).toContainText("Looked up the workspace", { timeout: 1_000 });
  }).toPass();
  await expect(card.getByRole("meter", { name: "Requests of Claude this month" })).toHaveAttribute(
    "aria-valuenow",
    "2",
  );
  await expect(apps.webhooks("Claude")).toHaveText("leave.approved to hooks.example.comActive");

  await apps.revoke("Claude").click();
  await expect(apps.revoking("Claude")).toContainText("The webhook it made ends, too.");
  await apps.revoking("Claude").getByRole("button", { name: "Revoke access" }).click();
  await expect(apps.revoked()).toContainText("Claude");
  expect((await app.callTool(tokens, "get_workspace_info")).status).toBe(401);
  expect((await app.refresh(tokens)).status).toBe(400);
  const webhooks = new WebhooksPage(page);
  await webhooks.open("?status=revoked");
  await expect(webhooks.row("hooks.example.com")).toContainText("Made by Claude");
});

test("only allowed apps: others lose their access, consent refuses them, and the log names the administrator", async ({
  page,
  signIn,
  workspace,
  startApp,
}) => {
  const [claude, other] = [await startApp({ name: "Claude" }), await startApp({ name: "Another app" })];
  await signIn(workspace.admin);
  const [kept, ended] = [await claude.connect(page), await other.connect(page)];
  const apps = new WorkspaceAppsPage(page);
  await new ConnectedAppsPage(page).open();
  await page
    .getByRole("navigation", { name: "Whose apps" })
    .getByRole("link", { name: "Whole workspace" })
    .click();
  await apps.allow("Claude").click();
  await expect(apps.row("Claude")).toContainText("Since");
  await apps.policy("Only apps you allow").click();
  await expect(apps.asking().getByRole("listitem")).toHaveText(["Another app (1 person)"]);
  await apps.confirm("Restrict apps");
  await expect(page.getByText("1 connection ended.")).toBeVisible();
  await expect(apps.policy("Only apps you allow")).toBeChecked();
  expect((await other.refresh(ended)).status).toBe(400);
  expect((await claude.refresh(kept)).status).toBe(200);

  await page.goto(other.authorizeUrl());
  await expect(
    page.getByRole("heading", { name: "Your workspace doesn't allow this app yet" }),
  ).toBeVisible();

  await apps.open();
  await apps.changes().check();
  await expect(page.getByText("AI apps may change leave", { exact: true }).last()).toBeVisible();
  await apps.disallow("Claude").click();
  await apps.confirm("Stop allowing");
  await expect(page.getByText("1 connection ended.")).toBeVisible();
  await expect(apps.table()).toBeHidden();
  expect((await claude.refresh(kept)).status).toBe(400);

  const log = new AuditLogPage(page);
  await log.open("?action=workspace.update");
  await log.changes("Changed workspace settings").last().click();
  await expect(log.lines().last()).toContainText(/any app.*only allowed apps/);
  await log.open("?resourceType=oauth_client");
  await expect(log.line("Allowed app")).toContainText(workspace.admin.name);
  await expect(
    log.line("Stopped allowing app").getByRole("link", { name: "stopped allowing app" }),
  ).toHaveAttribute("href", "/dashboard/settings/apps/workspace");
});

test("the address for assistants is copied, and programs open with it filled in", async ({
  page,
  context,
  baseURL,
  signIn,
  workspace,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(await createPerson(workspace, "USER"));
  await new ConnectedAppsPage(page).open();
  await page.getByRole("link", { name: "Connect an assistant" }).click();
  await page.getByRole("button", { name: "Copy address" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toBe(`${baseURL}/mcp`);
  await page.getByRole("link", { name: "VS Code" }).click();
  const open = page.getByRole("link", { name: "Add to VS Code" });
  const link = decodeURIComponent((await open.getAttribute("href")) ?? "");
  expect(link).toBe(`vscode:mcp/install?{"name":"timeaway","type":"http","url":"${address}"}`);
});

test("on a plan without Open API, connected apps remain in the settings", async ({
  page,
  signIn,
  startApp,
}) => {
  const workspace = await createWorkspace("FREE");
  const app = await startApp();
  await signIn(workspace.admin);
  await app.connect(page);
  const apps = new ConnectedAppsPage(page);
  await page.goto("/dashboard/settings");
  await page
    .getByRole("navigation", { name: "Settings" })
    .getByRole("link", { name: "Connected apps" })
    .click();
  await expect(apps.app("Claude Desktop")).toBeVisible();
  await expect(apps.app("Claude Desktop").getByRole("link", { name: "View requests" })).toBeHidden();
});

test("apps of the same name are grouped, and each is revoked separately", async ({
  page,
  consent,
  signIn,
  workspace,
  startApp,
}) => {
  const [one, other] = [await startApp({ name: "Claude" }), await startApp({ name: "claude " })];
  await signIn(workspace.admin);
  for (const app of [one, other]) {
    await page.goto(app.authorizeUrl());
    await consent.allow().click();
    await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
  }
  const apps = new ConnectedAppsPage(page);
  await apps.open();
  await expect(apps.list()).toContainText("2 apps named claude were registered separately.");
  await expect(apps.list().getByRole("article")).toHaveCount(2);
  await page.getByRole("button", { name: /^Revoke access for claude, registered / }).click();
  await apps.revoking("claude").getByRole("button", { name: "Revoke access" }).click();
  await expect(apps.list().getByRole("article")).toHaveCount(1);
  await expect(apps.app("Claude")).toBeVisible();
});

test("another user's apps are neither shown nor revoked", async ({
  page,
  consent,
  signIn,
  workspace,
  startApp,
}) => {
  const app = await startApp();
  await signIn(workspace.admin);
  await page.goto(app.authorizeUrl());
  await consent.allow().click();
  await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
  await page.context().clearCookies();
  await signIn(await createPerson(workspace, "USER"));
  await new ConnectedAppsPage(page).open();
  await expect(page.getByRole("heading", { name: "No apps connected" })).toBeVisible();
  const refused = await page.request.post("/api/trpc/connectedApps.revoke", {
    headers: { "content-type": "application/json" },
    data: { json: { clientId: app.clientId } },
  });
  expect(refused.status()).toBe(404);
});

test("404 an app that was revoked in another window says so in the dialog", async ({
  page,
  context,
  consent,
  signIn,
  workspace,
  startApp,
}) => {
  const app = await startApp();
  await signIn(workspace.admin);
  await page.goto(app.authorizeUrl());
  await consent.allow().click();
  await expect(page.getByRole("heading", { name: "Signed in." })).toBeVisible();
  const apps = new ConnectedAppsPage(page);
  await apps.open();
  const elsewhere = new ConnectedAppsPage(await context.newPage());
  await elsewhere.open();
  await elsewhere.revokeAccess("Claude Desktop");
  await expect(elsewhere.revoked()).toBeVisible();
  await apps.revokeAccess("Claude Desktop");
  await expect(apps.revoking("Claude Desktop").getByRole("alert")).toContainText(
    /^Not found.*look for it in the list/,
  );
});

test("45 apps take three pages, with the position in the address", async ({ page, signIn, workspace }) => {
  await addManyApps(workspace, 45);
  await signIn(workspace.admin);
  const apps = new ConnectedAppsPage(page);
  await apps.open();
  const cards = apps.list().getByRole("article");
  await expect(cards).toHaveCount(20);
  await expect(apps.app("App 0001")).toBeVisible();
  await expect(apps.newest()).toBeHidden();
  await apps.older().click();
  await expect(apps.app("App 0021")).toBeVisible();
  await expect(cards).toHaveCount(20);
  await page.reload();
  await expect(apps.app("App 0021")).toBeVisible();
  await apps.revokeAccess("App 0021");
  await expect(apps.app("App 0041")).toBeVisible();
  await expect(apps.app("App 0021")).toBeHidden();
  await apps.older().click();
  await expect(cards).toHaveCount(4);
  await expect(apps.older()).toBeHidden();
  await page.goBack();
  await expect(apps.app("App 0022")).toBeVisible();
  await apps.newest().click();
  await expect(apps.app("App 0001")).toBeVisible();
});
