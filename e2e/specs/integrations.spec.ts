import { bot } from "@/server/test/connector-stand-in";
import { slackToken } from "@/server/test/slack-stand-in";
import { expect, test } from "../fixtures";
import { IntegrationsPage } from "../pages/integrations.page";
import { Shell } from "../pages/shell.page";
import { createNotification } from "../support/notification-api";
import { createPerson } from "../support/operator";

test("Slack is connected with a token that Slack accepts, tested, replaced and disconnected @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  await createNotification(workspace, "To Slack", "DAILY", {
    destinations: [{ platform: "slack", addresses: ["C0123456789"] }],
  });
  await signIn(workspace.admin);
  const integrations = new IntegrationsPage(page);
  await integrations.open();
  await expect(integrations.card("Slack")).toContainText("Not connected");
  await integrations.connectSlack("no-token");
  await expect(integrations.botToken()).toHaveAccessibleDescription(/^Enter a bot token/);
  await integrations.connectSlack("xoxb-somebody-elses");
  await expect(integrations.botToken()).toBeFocused();
  await expect(integrations.botToken()).toHaveAccessibleDescription(/provider rejected this.*invalid_auth/);
  await integrations.connectSlack(slackToken);
  const card = integrations.card("Slack");
  await expect(new Shell(page).notifications()).toContainText("Slack is connected");
  await expect(card).toContainText("Acme");
  await expect(card).toContainText("1 notification uses it.");
  await page.reload();
  await expect(card).toContainText("Connected");
  expect(await page.content()).not.toContain(slackToken);

  await integrations.test("Slack").click();
  await expect(card.getByRole("status")).toHaveText("Slack accepted the credentials.");

  await integrations.replaceToken().click();
  const replacing = integrations.replacing();
  await replacing.getByRole("button", { name: "Replace", exact: true }).click();
  await expect(replacing.getByLabel("Bot token")).toBeFocused();
  await replacing.getByLabel("Bot token").fill(slackToken);
  await replacing.getByRole("button", { name: "Replace", exact: true }).click();
  await expect(replacing).toBeHidden();

  await integrations.disconnect("Slack").click();
  const question = integrations.disconnecting("Slack");
  await expect(question.getByRole("button", { name: "Keep connection" })).toBeFocused();
  await expect(question).toContainText("1 notification loses this destination.");
  await question.getByRole("button", { name: "Disconnect Slack" }).click();
  await expect(card).toContainText("Not connected");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("Microsoft Teams is connected with a bot's credentials", async ({ page, signIn, workspace }) => {
  await signIn(workspace.admin);
  const integrations = new IntegrationsPage(page);
  await integrations.open();
  const card = integrations.card("Microsoft Teams");
  await integrations.connect("Microsoft Teams").click();
  await expect(card.getByRole("alert", { name: "3 fields need attention" })).toBeVisible();
  await expect(card.getByLabel("Application ID")).toBeFocused();
  await card.getByLabel("Application ID").fill(bot.appId);
  await card.getByLabel("Tenant ID").fill(bot.tenantId);
  await card.getByLabel("Client secret").fill("wrong~password");
  await integrations.connect("Microsoft Teams").click();
  await expect(card.getByLabel("Client secret")).toHaveAccessibleDescription(/provider rejected this/);
  await card.getByLabel("Client secret").fill(bot.appPassword);
  await integrations.connect("Microsoft Teams").click();
  await expect(card).toContainText(bot.tenantId);
  await integrations.test("Microsoft Teams").click();
  await expect(card.getByRole("status")).toHaveText("Microsoft Teams accepted the credentials.");
});

test("403 users other than administrators read which ones to ask", async ({ page, signIn, workspace }) => {
  await signIn(await createPerson(workspace, "LOCATION_ADMIN"));
  await new IntegrationsPage(page).open();
  await expect(page.getByRole("heading", { name: "This is for administrators" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(`Ask ${workspace.admin.name}.`);
  await expect(
    page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Integrations" }),
  ).toHaveCount(0);
});
