import type { Page } from "@playwright/test";
import { slackToken } from "@/server/test/slack-stand-in";
import { expect, test } from "../fixtures";
import { IntegrationsPage } from "../pages/integrations.page";
import { NewNotificationPage } from "../pages/new-notification.page";
import { NotificationPage } from "../pages/notification.page";
import { NotificationsPage } from "../pages/notifications.page";
import { withDatabase } from "../support/age";
import { fillNotifications, type NotificationsMade } from "../support/notifications-in-every-condition";
import { createPerson, type Workspace } from "../support/operator";
import { type State, visit } from "../support/visit-states";

type Made = NotificationsMade & { workspaceId: string };
type Known = Made & { page: Page };

const list = (page: Page) => new NotificationsPage(page);
const form = (page: Page) => new NewNotificationPage(page);
const notification = (page: Page) => new NotificationPage(page);
const integrations = (page: Page) => new IntegrationsPage(page);

const previewed = (page: Page) => expect(form(page).message()).toBeVisible();

/** States of a workspace without notifications and connections. */
const emptyStates: State<Known>[] = [
  { title: "notifications none", reach: ({ page }) => list(page).open() },
  { title: "integrations none", reach: ({ page }) => integrations(page).open() },
];

/** Every state of every page, each reached as a user would. */
const states: State<Known>[] = [
  { title: "notifications", reach: ({ page }) => list(page).open() },
  {
    title: "notifications row menu",
    reach: async ({ page }) => {
      await list(page).open();
      await list(page).actions("Stand-up").click();
    },
  },
  { title: "notifications filtered out", reach: ({ page }) => list(page).open("?q=nothing") },
  {
    title: "notifications deleting",
    reach: async ({ page }) => {
      await list(page).open();
      await list(page).chooseAction("Stand-up", "Delete…");
    },
  },
  {
    title: "new notification daily",
    reach: async ({ page }) => {
      await form(page).open();
      await previewed(page);
    },
  },
  {
    title: "new notification weekly",
    reach: async ({ page }) => {
      await form(page).open("?kind=weekly");
      await previewed(page);
    },
  },
  {
    title: "new notification birthday",
    reach: async ({ page }) => {
      await form(page).open("?kind=birthday");
      await previewed(page);
      await form(page).platform(1).selectOption("Microsoft Teams");
    },
  },
  {
    title: "new notification zones",
    reach: async ({ page }) => {
      await form(page).open();
      await previewed(page);
      await form(page).zone().click();
      await expect(form(page).zones().getByRole("option").first()).toBeVisible();
    },
  },
  {
    title: "new notification errors",
    reach: async ({ page }) => {
      await form(page).open();
      await form(page).addAddress(
        "somebody-with-a-rather-long-address-that-has-to-wrap-somewhere@example.test",
      );
      for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"])
        await form(page).dayToggle(day).click();
      await form(page).addDestination().click();
      await form(page).platform(2).selectOption("Slack");
      await form(page).save().click();
      await expect(page.getByRole("alert", { name: "3 fields need attention" })).toBeVisible();
    },
  },
  {
    title: "notification settings",
    reach: async ({ page, daily }) => {
      await notification(page).open(daily);
      await previewed(page);
    },
  },
  {
    title: "notification settings birthday paused",
    reach: async ({ page, birthday }) => {
      await notification(page).open(birthday);
      await previewed(page);
    },
  },
  {
    title: "notification history",
    reach: ({ page, daily }) => notification(page).open(daily, "?tab=history"),
  },
  {
    title: "notification history none",
    reach: ({ page, birthday }) => notification(page).open(birthday, "?tab=history"),
  },
  { title: "notification not found", reach: ({ page }) => notification(page).open("nonsense") },
  { title: "integrations", reach: ({ page }) => integrations(page).open() },
  {
    title: "integrations replacing",
    reach: async ({ page }) => {
      await integrations(page).open();
      await integrations(page).replaceToken().click();
      await integrations(page).replacing().getByRole("button", { name: "Replace", exact: true }).click();
    },
  },
  {
    title: "integrations disconnecting",
    reach: async ({ page }) => {
      await integrations(page).open();
      await integrations(page).disconnect("Slack").click();
    },
  },
  {
    title: "integrations refused",
    reach: async ({ page, workspaceId }) => {
      await withDatabase(
        (sql) =>
          sql`update integrations set last_error = 'UNAUTHORIZED: token_revoked'
            where platform = 'slack' and workspace_id = ${workspaceId.replace("workspace-", "")}`,
      );
      await integrations(page).open();
    },
  },
];

const refusedStates: State<Known>[] = [
  { title: "notifications refused", reach: ({ page }) => list(page).open() },
  { title: "new notification refused", reach: ({ page }) => form(page).open() },
  { title: "integrations not allowed", reach: ({ page }) => integrations(page).open() },
];

const none: Made = { daily: "", birthday: "", workspaceId: "" };

/** Notifications in every condition, and a connection to Slack. */
async function fill(workspace: Workspace, page: Page): Promise<Made> {
  const made = await fillNotifications(workspace);
  await integrations(page).open();
  await integrations(page).connectSlack(slackToken);
  await expect(integrations(page).card("Slack")).toContainText("Acme");
  return { ...made, workspaceId: workspace.id };
}

test("no page of notifications or integrations has an accessibility fault in any state @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  test.slow();
  page.on("dialog", (dialog) => dialog.accept());
  await signIn(workspace.admin);
  await visit(emptyStates, { page, ...none });
  await visit(states, { page, ...(await fill(workspace, page)) });
  await page.context().clearCookies();
  await signIn(await createPerson(workspace, "USER"));
  await visit(refusedStates, { page, ...none });
});
