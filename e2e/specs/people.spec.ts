import { expect, test } from "../fixtures";
import { PeoplePage } from "../pages/people.page";
import { signedInElsewhere } from "../support/another-browser";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { addManyPeople, team } from "../support/many-people";
import { createKey, createPerson } from "../support/operator";
import { wakeUp } from "../support/wake-up";

test("an administrator finds an employee, changes them, ends their access, and erases their data", async ({
  page,
  signIn,
  workspace,
  browser,
}) => {
  const bo = await createPerson(workspace, "USER");
  await createKey(bo, "Own");
  const theirs = await signedInElsewhere(browser, bo);
  await theirs.goto("/dashboard/people");
  await expect(theirs.getByRole("heading", { level: 1, name: "People" })).toBeVisible();
  await expect(theirs.getByRole("columnheader", { name: "Role" })).toBeHidden();
  await signIn(workspace.admin);
  const people = new PeoplePage(page);
  await people.open();
  await expect(people.row(/Ada Perić/)).toContainText("Administrator");
  await people.search().fill(bo.email);
  await expect(people.row(/Ada Perić/)).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(bo.email)}`));
  await people.person(bo.name).click();
  await expect(people.heading(bo.name)).toBeVisible();
  await expect(page.getByRole("table", { name: "API keys" })).toContainText("Own");

  await people.edit().click();
  await page.getByRole("textbox", { name: "Email" }).fill(workspace.admin.email);
  await people.save().click();
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveAccessibleDescription(/Someone else/);
  await page.getByRole("textbox", { name: "Email" }).fill(bo.email);
  await page.getByRole("textbox", { name: "Name" }).fill("Bo Lindqvist");
  await page.getByRole("combobox", { name: "Role" }).selectOption("Approver");
  await people.save().click();
  await expect(page.getByRole("group", { name: "Departments to approve" })).toHaveAccessibleDescription(
    /at least one/,
  );
  await page.getByRole("group", { name: "Departments to approve" }).getByRole("checkbox").first().check();
  await people.save().click();
  await expect(people.heading("Bo Lindqvist")).toBeVisible();
  await expect(page.getByRole("region", { name: "Profile" })).toContainText("Approver");

  await people.deactivate().click();
  await expect(people.dialog()).toContainText("Signed out of 1 browser");
  await expect(people.dialog()).toContainText("1 API key stops working");
  await expect(people.dialog()).toContainText("1 department has no approver then");
  await people.dialog().getByRole("button", { name: "Deactivate person" }).click();
  await expect(people.activate()).toBeVisible();
  await theirs.goto("/dashboard");
  await expect(theirs).toHaveURL(/login/);
  await people.open();
  await expect(people.row(/Bo Lindqvist/)).toBeHidden();
  await page.getByRole("combobox", { name: "Status" }).selectOption("Inactive");
  await expect(people.row(/Bo Lindqvist/)).toContainText("Inactive");

  await people.person("Bo Lindqvist").click();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export data" }).click();
  expect((await download).suggestedFilename()).toMatch(/^personal-data-.*\.zip$/);
  await people.erase().click();
  await expect(people.dialog()).toContainText("1 API key is revoked");
  await people.dialog().getByRole("textbox").fill("Bo Lindqvist");
  await people.dialog().getByRole("button", { name: "Erase data" }).click();
  await expect(people.heading("People")).toBeVisible();
  await page.getByRole("combobox", { name: "Status" }).selectOption("Everyone");
  await expect(people.row(/Ada Perić/)).toBeVisible();
  await expect(people.row(/Bo Lindqvist|Deleted user/)).toBeHidden();
});

test("leave beyond the last working day is listed before it ends with it", async ({
  page,
  signIn,
  workspace,
}) => {
  const monday = comingMonday();
  const bo = await createPerson(workspace, "USER");
  const { plain } = await createKey(bo, "Own");
  const { id: leaveTypeId } = await createLeaveType(workspace, "Vacation", { approvalRequired: false });
  for (const [startDate, endDate] of [
    [monday(0), monday(4)],
    [monday(7), monday(8)],
  ])
    await callApi(plain, "POST", "/v2/leaves", { leaveTypeId, startDate, endDate });
  await signIn(workspace.admin);
  const people = new PeoplePage(page);
  await people.open();
  await people.person(bo.name).click();
  await people.edit().click();
  await page.getByLabel("Last day of work").fill(monday(1));
  await people.save().click();
  await expect(people.dialog()).toContainText("Change 2 leaves?");
  const changing = people.dialog().getByRole("region", { name: "Leave that changes" });
  await expect(changing.getByRole("listitem")).toContainText([
    /changed to .*, 3 days fewer/,
    "cancelled, 2 days fewer",
  ]);
  await expect(people.dialog()).toContainText("Left on the last day of work");
  // Less than nothing where the year has just begun, and little is earned by then.
  await expect(people.dialog().getByRole("listitem").last()).toContainText(
    /^Vacation: -?\d+\sdays?(\s\d+\sh)?(\s\d+\smin)?$/,
  );
  await people.dialog().getByRole("button", { name: "Go back" }).click();
  await expect(people.save()).toBeEnabled();
  await people.save().click();
  await people.dialog().getByRole("button", { name: "Save and change leave" }).click();
  await expect(people.heading(bo.name)).toBeVisible();
  const left = await callApi<{ startDate: string; endDate: string }[]>(
    plain,
    "GET",
    "/v2/leaves?status=APPROVED",
  );
  expect(left).toMatchObject([{ startDate: monday(0), endDate: monday(1) }]);
});

test("an employee is invited by mail, chooses a password, and is not invited again", async ({
  page,
  signIn,
  workspace,
  browser,
}) => {
  await signIn(workspace.admin);
  const people = new PeoplePage(page);
  await people.open();
  await wakeUp(page);
  await page.keyboard.press("c");
  await people.heading("Invite person").waitFor();
  const newcomer = {
    name: "Zoë Zander",
    email: `zoe-${Date.now()}@example.test`,
    password: "a brand new password",
  };
  await page.getByRole("textbox", { name: "Name" }).fill(newcomer.name);
  await page.getByRole("textbox", { name: "Email" }).fill(newcomer.email);
  await page.getByRole("button", { name: "Add person" }).click();
  await expect(people.heading(newcomer.name)).toBeVisible();
  await expect(page.getByRole("note", { name: "Not signed in yet" })).toBeVisible();
  // No mail is set up here: the link is passed on.
  await page.getByRole("button", { name: "Create link" }).click();
  const path = await page.getByRole("textbox", { name: `Link for ${newcomer.name}` }).inputValue();
  await people.open("?state=INVITED");
  await expect(people.row(/Zoë Zander/)).toContainText("Invited");

  const theirs = await browser.newPage();
  await theirs.goto(path);
  await expect(theirs.getByRole("heading", { level: 1, name: /^Welcome to / })).toBeVisible();
  await theirs.getByLabel("Password", { exact: true }).fill(newcomer.password);
  await theirs.getByRole("button", { name: "Set password" }).click();
  await expect(theirs.getByRole("note", { name: `Welcome, ${newcomer.name}` })).toBeVisible();
  await expect(theirs.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "No one matches" })).toBeVisible();
});

test("many people load page by page, with filters kept in the address, and are changed in a batch", async ({
  page,
  signIn,
  workspace,
}) => {
  await createLeaveType(workspace, "Vacation");
  await addManyPeople(workspace, 240);
  await signIn(workspace.admin);
  const people = new PeoplePage(page);
  await people.open();
  await expect(page.getByText("241 people")).toBeVisible();
  await page.getByRole("button", { name: "Load more people" }).click();
  await expect(people.table()).toHaveAttribute("aria-rowcount", "242");
  await page.getByRole("combobox", { name: "Department" }).selectOption(team(3));
  await expect(page.getByText("25 people")).toBeVisible();
  await page.reload();
  await expect(page.getByText("25 people")).toBeVisible();
  await people.selectAll().check();
  await expect(people.bulk()).toContainText("25 people selected");
  await people.bulk().getByRole("button", { name: "Send invitations" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send 25 invitations" }).click();
  await expect(page.getByRole("dialog")).toContainText("25 invitations sent");
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
  await expect(people.row(/Person 051/)).toContainText("Invited");
  await people.selectAll().check();
  await people
    .row(/Person 051/)
    .getByRole("checkbox")
    .uncheck();
  await people.change().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What to change").selectOption("Department");
  await dialog.getByLabel("New department").selectOption(team(4));
  await expect(dialog).toContainText("24 people will change");
  await dialog.getByRole("button", { name: "Change 24 people" }).click();
  await expect(dialog).toContainText("24 people changed");
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByText("1 person", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByText("241 people")).toBeVisible();
  await people.selectAll().check();
  await page.getByRole("button", { name: "Select all 241 who match" }).click();
  await people.change().click();
  await dialog.getByLabel("What to change").selectOption("Deactivate");
  await expect(dialog).toContainText("240 people will change");
  await expect(dialog).toContainText("Ada Perić: you can't deactivate yourself");
  await dialog.getByLabel("What to change").selectOption("Working pattern");
  await dialog.getByRole("button", { name: "Change people" }).click();
  await expect(dialog.getByLabel("From")).toHaveAccessibleDescription(/Choose the first day/);
  await dialog.getByLabel("From").fill("2027-03-01");
  await dialog.getByLabel("Friday").fill("");
  await expect(dialog).toContainText("241 people will change");
  await dialog.getByRole("button", { name: "Change 241 people" }).click();
  await expect(dialog).toContainText("241 people changed");
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await people.person("Ada Perić").click();
  await expect(page.getByRole("region", { name: "Working pattern" })).toContainText("Mon – Thu 8 h");
  await people.open();
  await people.search().fill("nobody at all");
  await expect(page.getByRole("heading", { name: "No one matches" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByText("241 people")).toBeVisible();
});

test("one page has a person's balances, year and deciders; for oneself without the buttons", async ({
  page,
  signIn,
  workspace,
}) => {
  const { id: leaveTypeId } = await createLeaveType(workspace, "Vacation");
  const bo = await createPerson(workspace, "USER");
  const { plain } = await createKey(bo, "Own");
  const monday = comingMonday();
  const dates = { startDate: monday(0), endDate: monday(1) };
  await callApi(plain, "POST", "/v2/leaves", { leaveTypeId, ...dates });
  await signIn(workspace.admin);
  const people = new PeoplePage(page);
  await people.open();
  await people.person(bo.name).click();
  await expect(people.heading(bo.name)).toBeVisible();
  await expect(page).toHaveTitle(`${bo.name} – Timeaway`);
  const balances = page.getByRole("region", { name: "Balances" });
  await expect(balances.getByRole("listitem")).toContainText("Vacation");
  const leave = page.getByRole("region", { name: "Leave", exact: true });
  await expect(leave.getByRole("table", { name: "Coming leave" })).toContainText("Vacation");
  await expect(leave.getByRole("img", { name: /Leave|leave/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Who decides" })).toContainText("An administrator decides.");
  await expect(page.getByRole("region", { name: "Working pattern" })).toBeVisible();
  const left = await balances.getByRole("listitem").innerText();
  await balances.getByRole("button", { name: "Adjust" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: /Days/ }).first().fill("2");
  await dialog.getByRole("textbox", { name: "From" }).fill(monday(0));
  await dialog.getByRole("textbox", { name: /Note/ }).fill("Worked at the fair");
  await dialog.getByRole("button", { name: "Adjust" }).click();
  await expect(dialog).toBeHidden();
  await expect(balances.getByRole("listitem")).not.toHaveText(left);
  const address = page.url();

  await page.context().clearCookies();
  await signIn(bo);
  await page.goto(address);
  await expect(page.getByRole("region", { name: "Who decides" })).toContainText("An administrator decides.");
  await expect(leave.getByRole("table", { name: "Coming leave" })).toContainText("Vacation");
  await expect(page.getByRole("region", { name: "Balances" })).toBeVisible();
  await expect(
    page.getByRole("main").getByRole("button", { name: /Adjust|Set pattern|Deactivate/ }),
  ).toHaveCount(0);
  await expect(people.edit()).toHaveCount(0);
});
