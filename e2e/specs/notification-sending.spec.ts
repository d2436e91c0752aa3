import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import PostalMime from "postal-mime";
import { slackToken } from "@/server/test/slack-stand-in";
import { expect, test } from "../fixtures";
import { IntegrationsPage } from "../pages/integrations.page";
import { NotificationPage } from "../pages/notification.page";
import { Shell } from "../pages/shell.page";
import { createNotification } from "../support/notification-api";
import { testedServer } from "../support/tested-server";

/** Subjects of the sent e-mails of the server under test that contain the text. */
async function mails(text: string): Promise<string[]> {
  const outbox = path.join(testedServer().dataDir, "outbox");
  const files = readdirSync(outbox).filter((file) => file.endsWith(".eml"));
  const parsed = files.map((file) => PostalMime.parse(readFileSync(path.join(outbox, file))));
  const subjects = (await Promise.all(parsed)).map(({ subject }) => subject ?? "");
  return subjects.filter((subject) => subject.includes(text));
}

test("a test message arrives, and appears in the history", async ({ page, signIn, workspace }) => {
  const name = `Stand-up ${workspace.id.slice(-6)}`;
  const id = await createNotification(workspace, name, "DAILY", {
    destinations: [{ platform: "email", addresses: ["ana@example.test", "bo@example.test"] }],
  });
  await signIn(workspace.admin);
  const notification = new NotificationPage(page);
  await notification.open(id, "?tab=history");
  await expect(page.getByRole("heading", { name: "Nothing sent yet" })).toBeVisible();
  await notification.tab("Settings").click();
  await notification.sendTest().click();
  await expect(new Shell(page).notifications()).toContainText("is on its way");
  await notification.tab("History").click();
  await expect(notification.occurrences()).toHaveCount(1);
  await expect(notification.occurrences()).toContainText(/Sent.*Test/);
  await expect(notification.occurrences()).toContainText(/ana@example\.test.*Sent \d\d:\d\d/);
  await expect(notification.sendAgain()).toHaveCount(0);
  expect(await mails(`[Test] ${name}`)).toHaveLength(2);
});

test("a failed message is sent again to the failed destinations only, once Slack is connected", async ({
  page,
  signIn,
  workspace,
}) => {
  const name = `Both ${workspace.id.slice(-6)}`;
  const id = await createNotification(workspace, name, "DAILY", {
    destinations: [
      { platform: "email", addresses: ["ana@example.test"] },
      { platform: "slack", addresses: ["C0123456789"], channelName: "general" },
    ],
  });
  await signIn(workspace.admin);
  const notification = new NotificationPage(page);
  await notification.open(id);
  await notification.sendTest().click();
  // The history shows what was accepted before it was opened.
  await expect(new Shell(page).notifications()).toContainText("is on its way");
  await notification.tab("History").click();
  await expect(notification.occurrences()).toContainText("Partly sent");
  await expect(notification.occurrences()).toContainText("Your workspace isn't connected to this platform.");
  await expect(notification.sendAgain()).toBeVisible();

  const integrations = new IntegrationsPage(page);
  await integrations.open();
  await integrations.connectSlack(slackToken);
  await expect(integrations.card("Slack")).toContainText("1 notification uses it.");
  await notification.open(id, "?tab=history");
  await notification.sendAgain().click();
  await expect(new Shell(page).notifications()).toContainText("Resending to 1 destination");
  await expect(notification.occurrences().getByText("Sent", { exact: true })).toBeVisible();
  await expect(notification.occurrences()).toContainText(/general.*Sent \d\d:\d\d/);
  await expect(notification.sendAgain()).toHaveCount(0);
  expect(await mails(name)).toHaveLength(1);
});
