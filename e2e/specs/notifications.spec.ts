import { expect, test } from "../fixtures";
import { NewNotificationPage } from "../pages/new-notification.page";
import { NotificationPage } from "../pages/notification.page";
import { NotificationsPage } from "../pages/notifications.page";
import { Shell } from "../pages/shell.page";
import { withDatabase } from "../support/age";
import { signedInElsewhere } from "../support/another-browser";
import { writeLater } from "../support/api";
import { createNotification, notificationBody } from "../support/notification-api";
import { createKey, createPerson } from "../support/operator";

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
  await expect(form.nextSends().first()).toContainText(/^Mon \d.+07:15 America\/New_York/);
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

test("403 a user without the role reads who notifications are for; an approver sees only their own", async ({
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

test("the pages are in German, and the message in the language chosen for it", async ({
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
  await page.getByRole("link", { name: "Benachrichtigung erstellen" }).click();
  const message = page.getByRole("region", { name: "Vorschau" }).getByRole("article", { name: "Nachricht" });
  await expect(message).toContainText("Niemand ist abwesend");
  await page.getByRole("combobox", { name: "Sprache" }).selectOption("Portugiesisch");
  await expect(message).toContainText("Ninguém");
});

test("202 a key's pending write is shown with its operation, until it is done", async ({
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
      const being = page.getByRole("list", { name: "Saving" }).getByRole("listitem");
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
