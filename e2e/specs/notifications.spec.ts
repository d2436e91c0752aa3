import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import PostalMime from "postal-mime";
import { slackToken } from "@/server/test/slack-stand-in";
import { expect, test } from "../fixtures";
import { IntegrationsPage } from "../pages/integrations.page";
import { NewNotificationPage } from "../pages/new-notification.page";
import { NotificationPage } from "../pages/notification.page";
import { NotificationsPage } from "../pages/notifications.page";
import { Shell } from "../pages/shell.page";
import { withDatabase } from "../support/age";
import { signedInElsewhere } from "../support/another-browser";
import { writeLater } from "../support/api";
import { createNotification, notificationBody } from "../support/notification-api";
import { createKey, createPerson } from "../support/operator";
import { ownServer } from "../support/own-server";

/** Subjects of the e-mails that the server under test has sent, of those with this in them. */
async function mails(text: string): Promise<string[]> {
  const outbox = path.join(ownServer().dataDir, "outbox");
  const files = readdirSync(outbox).filter((file) => file.endsWith(".eml"));
  const parsed = files.map((file) => PostalMime.parse(readFileSync(path.join(outbox, file))));
  const subjects = (await Promise.all(parsed)).map(({ subject }) => subject ?? "");
  return subjects.filter((subject) => subject.includes(text));
}

test("a daily overview is planned from an empty list, with a preview of the next message and times @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  const list = new NotificationsPage(page);
  await list.open();
  await expect(page.getByRole("heading", { name: "No notifications yet" })).toBeVisible();
  for (const name of ["Weekly overview", "Birthdays"]) await expect(list.card(name)).toBeVisible();
  await list.card("Daily overview").click();

  const form = new NewNotificationPage(page);
  await expect(form.kind("Daily")).toBeChecked();
  await expect(form.week("This week")).toHaveCount(0);
  await expect(form.nonWorkingDays()).toHaveCount(0);
  await expect(form.enabled()).toHaveCount(0);
  await expect(form.zone()).toHaveText("Europe/Berlin");
  await form.name().fill("Monday overview");
  for (const day of ["Tuesday", "Wednesday", "Thursday", "Friday"]) await form.dayToggle(day).click();
  await expect(form.dayToggle("Monday")).toHaveAttribute("aria-pressed", "true");
  await form.time().fill("07:15");
  await form.chooseZone("new york", "America/New York");
  await form.addAddress("ana@example.test");
  await form.sendEmpty().check();

  await expect(form.message()).toContainText("Monday overview");
  await expect(form.message()).toContainText("Nobody is away");
  await expect(form.nextSends()).toHaveCount(3);
  await expect(form.nextSends().first()).toContainText(/^Mon, .+07:15 America\/New_York/);
  await expect(form.nextSends().first()).toContainText(/your time \(Europe\/Berlin\)/);
  await form.save().click();

  const notification = new NotificationPage(page);
  await expect(notification.heading()).toHaveText("Monday overview");
  await expect(new Shell(page).notifications()).toContainText("Notification Monday overview created");
  await expect(page).toHaveTitle(/^Monday overview – Scheduled notifications – Open API/);
  await expect(form.time()).toHaveValue("07:15");
  await list.open();
  await expect(list.row("Monday overview")).toContainText("Every Monday at 07:15, America/New_York");
  await expect(list.row("Monday overview")).toContainText("Everyone");
  await expect(list.row("Monday overview")).toContainText("ana@example.test");
  await expect(list.row("Monday overview")).toContainText(workspace.admin.name);
  await expect(list.enabled("Monday overview")).toBeChecked();
});

test("each kind has its own fields, and no others", async ({ page, signIn, workspace }) => {
  await signIn(workspace.admin);
  const form = new NewNotificationPage(page);
  await form.open();
  await form.kind("Weekly").check();
  await expect(form.days()).toHaveCount(0);
  await expect(form.day()).toHaveValue("1");
  await form.week("Next week").check();
  await form.firstDay().selectOption("Sunday");
  await expect(form.message()).toContainText("Week");
  await form.kind("Birthday").check();
  for (const gone of [form.day(), form.firstDay(), form.groupBy(), form.sendEmpty()])
    await expect(gone).toHaveCount(0);
  await expect(form.nonWorkingDays()).toBeVisible();
  await expect(form.enabled()).toBeChecked();
  await expect(form.preview()).toContainText("Nobody in the audience has a birthday in the next year.");
  await form.enabled().uncheck();
  await form.name().fill("Birthdays");
  await form.addAddress("team@example.test");
  await form.save().click();
  await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  const notification = new NotificationPage(page);
  await expect(notification.enabled("Birthdays")).not.toBeChecked();
  for (const kind of ["Daily", "Weekly"]) await expect(form.kind(kind)).toBeDisabled();
  await expect(page.getByRole("note", { name: "Changing the kind" })).toContainText("cannot become");
});

test("422 the form says what is wrong at its field, before and after asking the server", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  const form = new NewNotificationPage(page);
  await form.open();
  await form.name().fill("<script>alert(1)</script>");
  for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"])
    await form.dayToggle(day).click();
  await form.save().click();
  await expect(form.name()).toBeFocused();
  await expect(form.name()).toHaveAccessibleDescription(/^The name must not look like HTML or script\./);
  await expect(form.days()).toHaveAccessibleDescription("Choose at least one day.");
  const summary = page.getByRole("alert", { name: "3 fields need attention" });
  await summary.getByRole("link", { name: "Add at least one e-mail address." }).click();
  await expect(form.addresses()).toBeFocused();
  await form.name().fill("Overview");
  await form.dayToggle("Sunday").click();
  await expect(summary).toHaveCount(0);

  await form.addAddress("nobody");
  await expect(form.addresses()).toHaveAccessibleDescription(/^nobody is not an e-mail address\./);
  await form.save().click();
  await expect(form.addresses()).toHaveAccessibleDescription(/^nobody is not|^Complete or remove/);
  // An invisible character, which only the server refuses.
  await form.addAddress("a\u200bna@example.test");
  await form.save().click();
  await expect(form.addresses()).toBeFocused();
  await expect(form.addresses()).toHaveAccessibleDescription(/^Must be an e-mail address\./);

  await form.platform(1).selectOption("Microsoft Teams");
  await expect(form.teamId()).toBeVisible();
  await form.platform(1).selectOption("Slack");
  await expect(form.teamId()).toHaveCount(0);
  await expect(form.destination(1).getByRole("note", { name: "Not connected" })).toBeVisible();
  await form.kind("Birthday").check();
  await form.save().click();
  await expect(form.channelId()).toBeFocused();
  await expect(form.channelName()).toHaveAccessibleDescription(/birthdays need it/);
});

test("destinations are added, removed, and shown in the list", async ({ page, signIn, workspace }) => {
  await signIn(workspace.admin);
  const form = new NewNotificationPage(page);
  await form.open();
  await form.name().fill("Everywhere");
  await form.addresses().fill("ana@example.test, bo@example.test");
  await form.addresses().press("Enter");
  await form.destination(1).getByRole("button", { name: "Remove ana@example.test" }).click();
  await form.addAddress("cy@example.test");
  await form.addDestination().click();
  await expect(form.platform(2)).toBeFocused();
  await form.platform(2).selectOption("Slack");
  await form.channelId(2).fill("C0123456789");
  await form.channelName(2).fill("general");
  await form.addDestination().click();
  await form.destination(3).getByRole("button", { name: "Remove destination 3" }).click();
  await expect(form.destination(3)).toHaveCount(0);
  await form.save().click();
  const list = new NotificationsPage(page);
  await expect(new NotificationPage(page).heading()).toHaveText("Everywhere");
  await list.open();
  await expect(list.row("Everywhere")).toContainText("2 addresses");
  await expect(list.row("Everywhere")).toContainText("Slack: general");
});

test("a daily notification becomes a weekly one, and birthdays are out of its reach", async ({
  page,
  signIn,
  workspace,
}) => {
  const id = await createNotification(workspace, "Stand-up", "DAILY");
  await signIn(workspace.admin);
  const notification = new NotificationPage(page);
  await notification.open(id);
  const { form } = notification;
  await expect(form.kind("Birthday")).toBeDisabled();
  await form.kind("Weekly").check();
  await form.day().selectOption("Friday");
  await form.save().click();
  await expect(new Shell(page).notifications()).toContainText("Changes saved");
  await expect(page.getByText("Every Friday at 09:00, Europe/Berlin")).toBeVisible();
  await page.reload();
  await expect(form.kind("Weekly")).toBeChecked();
  await expect(form.day()).toHaveValue("5");
});

test("pausing takes effect at once and can be undone; deleting asks first, with the safe button focused", async ({
  page,
  signIn,
  workspace,
}) => {
  await createNotification(workspace, "Stand-up", "DAILY");
  await createNotification(workspace, "Cakes", "BIRTHDAY");
  await signIn(workspace.admin);
  const list = new NotificationsPage(page);
  await list.open();
  await list.enabled("Stand-up").uncheck();
  await expect(list.row("Stand-up")).toContainText("Paused");
  await new Shell(page).notifications().getByRole("button", { name: "Undo" }).click();
  await expect(list.enabled("Stand-up")).toBeChecked();
  await expect(list.row("Stand-up")).not.toContainText("Paused");
  await list.chooseAction("Cakes", "Pause");
  await expect(list.enabled("Cakes")).not.toBeChecked();

  await list.state().selectOption("Paused");
  await expect(list.row("Stand-up")).toHaveCount(0);
  await list.filter().fill("nothing");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(list.row("Stand-up")).toBeVisible();

  await list.chooseAction("Cakes", "Delete…");
  const keep = list.deleting("Cakes").getByRole("button", { name: "Keep notification" });
  await expect(keep).toBeFocused();
  await keep.click();
  await list.chooseAction("Cakes", "Delete…");
  await list.deleting("Cakes").getByRole("button", { name: "Delete notification" }).click();
  await expect(list.row("Cakes")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("a test message arrives, and its history tells so", async ({ page, signIn, workspace }) => {
  const name = `Stand-up ${workspace.id.slice(-6)}`;
  const id = await createNotification(workspace, name, "DAILY", {
    destinations: [{ platform: "email", addresses: ["ana@example.test", "bo@example.test"] }],
  });
  await signIn(workspace.admin);
  const notification = new NotificationPage(page);
  await notification.open(id, "?tab=history");
  await expect(page.getByRole("heading", { name: "Nothing has been sent yet" })).toBeVisible();
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

test("what failed is sent again to the failed destinations only, once Slack is connected", async ({
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
  await notification.tab("History").click();
  await expect(notification.occurrences()).toContainText("Partly sent");
  await expect(notification.occurrences()).toContainText("The workspace is not connected to this platform.");
  await expect(notification.sendAgain()).toBeVisible();

  const integrations = new IntegrationsPage(page);
  await integrations.open();
  await integrations.connectSlack(slackToken);
  await expect(integrations.card("Slack")).toContainText("1 notification goes there.");
  await notification.open(id, "?tab=history");
  await notification.sendAgain().click();
  await expect(new Shell(page).notifications()).toContainText("Sending again to 1 destination");
  await expect(notification.occurrences().getByText("Sent", { exact: true })).toBeVisible();
  await expect(notification.occurrences()).toContainText(/general.*Sent \d\d:\d\d/);
  await expect(notification.sendAgain()).toHaveCount(0);
  expect(await mails(name)).toHaveLength(1);
});

test("a form whose answer got lost creates one notification, however often it is sent", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  const form = new NewNotificationPage(page);
  await form.open();
  await form.name().fill("Only one");
  await form.addAddress("team@example.test");
  await page.route("**/api/trpc/notifications.create*", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await form.save().click();
  await expect(page.getByText("Timeaway cannot be reached")).toBeVisible();
  await page.unrouteAll();
  await form.save().click();
  await expect(new NotificationPage(page).heading()).toHaveText("Only one");
  const list = new NotificationsPage(page);
  await list.open();
  await expect(list.row("Only one")).toHaveCount(1);
});

test("leaving a form with changes asks first", async ({ page, signIn, workspace }) => {
  await signIn(workspace.admin);
  const form = new NewNotificationPage(page);
  await form.open();
  await form.name().fill("X");
  await page.getByRole("link", { name: "Cancel" }).click();
  const question = page.getByRole("alertdialog", { name: "Leave without creating the notification?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(form.name()).toHaveValue("X");
  await page.getByRole("link", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Leave page" }).click();
  await expect(page).toHaveURL(/\/notifications$/);
});

test("a weekly notification is planned with the keyboard alone", async ({ page, signIn, workspace }) => {
  await signIn(workspace.admin);
  const list = new NotificationsPage(page);
  await list.open();
  await list.create().focus();
  await page.keyboard.press("Enter");
  const form = new NewNotificationPage(page);
  await expect(form.kind("Daily")).toBeVisible();
  await form.kind("Daily").focus();
  await page.keyboard.press("ArrowRight");
  await expect(form.kind("Weekly")).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(form.name()).toBeFocused();
  await page.keyboard.type("By keyboard");
  await form.zone().focus();
  await page.keyboard.press("Enter");
  await expect(form.zones().getByRole("combobox")).toBeFocused();
  await page.keyboard.type("lisb");
  await expect(form.zones().getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(form.zone()).toHaveText("Europe/Lisbon");
  await expect(form.zone()).toBeFocused();
  await form.addresses().focus();
  await page.keyboard.type("ana@example.test");
  // Goes on without adding it by itself: the address counts.
  await page.keyboard.press("Tab");
  await form.save().focus();
  await page.keyboard.press("Enter");
  await expect(new NotificationPage(page).heading()).toHaveText("By keyboard");
});

test("the audience is narrowed to what the person may choose, and said aloud", async ({
  page,
  signIn,
  demo,
}) => {
  const admin = demo.signIns.find(({ role }) => role === "ADMIN");
  if (!admin) throw new Error("The demo has no administrator.");
  await signIn(admin);
  const form = new NewNotificationPage(page);
  await form.open();
  const audience = form.audience();
  await expect(audience.getByRole("status")).toHaveText("Tells of everyone within reach.");
  const departments = audience.getByRole("group", { name: "Departments" });
  await departments.getByRole("checkbox").first().check();
  await audience.getByRole("group", { name: "Locations" }).getByRole("checkbox").first().check();
  await expect(audience.getByRole("status")).toHaveText("Tells of people in 1 location and 1 department.");
  await expect(form.message()).toBeVisible();
});

test("403 a person without the role reads whom notifications are for; an approver sees only their own", async ({
  page,
  signIn,
  workspace,
  browser,
}) => {
  const id = await createNotification(workspace, "Of the administrator", "DAILY");
  await signIn(await createPerson(workspace, "USER"));
  const list = new NotificationsPage(page);
  for (const open of [() => list.open(), () => new NewNotificationPage(page).open()]) {
    await open();
    await expect(
      page.getByRole("heading", { name: "Notifications are for approvers and administrators" }),
    ).toBeVisible();
    await expect(page.getByRole("main")).toContainText(`Ask ${workspace.admin.name}.`);
    await expect(list.create()).toHaveCount(0);
  }
  await new NotificationPage(page).open(id);
  await expect(page.getByRole("heading", { name: "Notification not found" })).toBeVisible();

  const theirs = await signedInElsewhere(browser, await createPerson(workspace, "APPROVER"));
  await new NewNotificationPage(theirs).create("Of the approver");
  const own = new NotificationsPage(theirs);
  await own.open();
  await expect(own.row("Of the approver")).toBeVisible();
  await expect(own.row("Of the administrator")).toHaveCount(0);
  await expect(own.table().getByRole("columnheader", { name: "Owner" })).toHaveCount(0);
  await theirs.context().close();
});

test("the pages speak German, and the message the language that was chosen for it", async ({
  page,
  context,
  baseURL,
  signIn,
  workspace,
}) => {
  await createNotification(workspace, "Montags", "WEEKLY");
  await signIn(workspace.admin);
  await context.addCookies([{ name: "timeaway-language", value: "de", url: baseURL ?? "" }]);
  await new NotificationsPage(page).open();
  const table = page.getByRole("table", { name: "Geplante Benachrichtigungen" });
  await expect(table).toContainText("Jeden Montag um 09:00 Uhr, Europe/Berlin");
  await page.getByRole("link", { name: "Benachrichtigung anlegen" }).click();
  const message = page.getByRole("region", { name: "Vorschau" }).getByRole("article", { name: "Nachricht" });
  await expect(message).toContainText("Niemand ist abwesend");
  await page.getByRole("combobox", { name: "Sprache" }).selectOption("Portugiesisch");
  await expect(message).toContainText("Ninguém");
});

test("202 what a key is about to write is told with its operation, until it is done", async ({
  page,
  signIn,
  workspace,
}) => {
  const id = await createNotification(workspace, "Stand-up", "DAILY");
  const { plain } = await createKey(workspace.admin, "Importer");
  await signIn(workspace.admin);
  const list = new NotificationsPage(page);
  await withDatabase((sql) =>
    sql.begin(async (held) => {
      await held`lock table notifications in exclusive mode`;
      const created = await writeLater(
        plain,
        "POST",
        "/v2/notifications",
        notificationBody("New one", "WEEKLY"),
      );
      const changed = await writeLater(plain, "PATCH", `/v2/notifications/${id}`, { name: "Renamed" });
      await list.open();
      const being = page.getByRole("list", { name: "Being saved" }).getByRole("listitem");
      await expect(being).toContainText(`New one`);
      await expect(being).toContainText(`Saving… (operation ${created})`);
      await expect(list.row("Stand-up")).toContainText(`Saving… (operation ${changed})`);
      await expect(list.row("Stand-up").getByRole("button", { name: "Copy operation ID" })).toBeVisible();
    }),
  );
  await expect(list.row("New one")).toBeVisible();
  await expect(list.row("Renamed")).toBeVisible();
  await expect(page.getByText("Saving…")).toHaveCount(0);
});
