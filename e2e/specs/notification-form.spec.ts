import { expect, test } from "../fixtures";
import { NewNotificationPage } from "../pages/new-notification.page";
import { NotificationPage } from "../pages/notification.page";
import { NotificationsPage } from "../pages/notifications.page";
import { Shell } from "../pages/shell.page";
import { createNotification } from "../support/notification-api";
import { wakeUp } from "../support/wake-up";

test("each kind has only its own fields", async ({ page, signIn, workspace }) => {
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
  await expect(form.preview()).toContainText("No one in the audience has a birthday in the next year.");
  await form.enabled().uncheck();
  await form.name().fill("Birthdays");
  await form.addAddress("team@example.test");
  await form.save().click();
  await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  const notification = new NotificationPage(page);
  await expect(notification.enabled("Birthdays")).not.toBeChecked();
  for (const kind of ["Daily", "Weekly"]) await expect(form.kind(kind)).toBeDisabled();
  await expect(page.getByRole("note", { name: "Changing the kind" })).toContainText(
    "You can't turn a birthday notification into",
  );
});

test("422 the form reports errors at their fields, before and after asking the server", async ({
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
  await expect(form.name()).toHaveAccessibleDescription(/^The name can't look like HTML or script\./);
  await expect(form.days()).toHaveAccessibleDescription("Choose at least one day.");
  const summary = page.getByRole("alert", { name: "3 fields need attention" });
  await summary.getByRole("link", { name: "Add at least one email address." }).click();
  await expect(form.addresses()).toBeFocused();
  await form.name().fill("Overview");
  await form.dayToggle("Sunday").click();
  await expect(summary).toHaveCount(0);

  await form.addAddress("nobody");
  await expect(form.addresses()).toHaveAccessibleDescription(/^nobody isn't a valid email address\./);
  await form.save().click();
  await expect(form.addresses()).toHaveAccessibleDescription(/^nobody isn't|^Fix or remove/);
  // An invisible character.
  await form.addAddress("a\u200bna@example.test");
  await form.save().click();
  await expect(form.addresses()).toBeFocused();
  await expect(form.addresses()).toHaveAccessibleDescription(/isn't a valid email address\./);

  await form.platform(1).selectOption("Microsoft Teams");
  await expect(form.teamId()).toBeVisible();
  await form.platform(1).selectOption("Slack");
  await expect(form.teamId()).toHaveCount(0);
  await expect(form.destination(1).getByRole("note", { name: "Not connected" })).toBeVisible();
  await form.kind("Birthday").check();
  await form.save().click();
  await expect(form.channelId()).toBeFocused();
  await expect(form.channelName()).toHaveAccessibleDescription(/Birthday notifications need it/);
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

test("a daily notification becomes a weekly one, and birthdays are no longer available", async ({
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

test("a form whose answer is lost creates one notification, however often it is sent", async ({
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
  await expect(page.getByText("Can't reach Timeaway")).toBeVisible();
  await page.unrouteAll();
  await form.save().click();
  await expect(new NotificationPage(page).heading()).toHaveText("Only one");
  const list = new NotificationsPage(page);
  await list.open();
  await expect(list.row("Only one")).toHaveCount(1);
});

test("leaving a form with changes asks for confirmation", async ({ page, signIn, workspace }) => {
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
  // Moves on without adding it explicitly: the address counts.
  await page.keyboard.press("Tab");
  await form.save().focus();
  await page.keyboard.press("Enter");
  await expect(new NotificationPage(page).heading()).toHaveText("By keyboard");
});

test("the audience is limited to what the user may choose, and announced", async ({ page, signIn, demo }) => {
  const admin = demo.signIns.find(({ role }) => role === "ADMIN");
  if (!admin) throw new Error("The demo has no administrator.");
  await signIn(admin);
  const form = new NewNotificationPage(page);
  await form.open();
  // A choice before hydration is lost.
  await wakeUp(page);
  const audience = form.audience();
  await expect(audience.getByRole("status")).toHaveText("Includes everyone you can see.");
  const departments = audience.getByRole("group", { name: "Departments" });
  await departments.getByRole("checkbox").first().check();
  await audience.getByRole("group", { name: "Locations" }).getByRole("checkbox").first().check();
  await expect(audience.getByRole("status")).toHaveText("Includes people in 1 location and 1 department.");
  await expect(form.message()).toBeVisible();
});
