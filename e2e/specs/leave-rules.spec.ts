import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { signedInElsewhere } from "../support/another-browser";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createKey, createPerson } from "../support/operator";

const monday = comingMonday();
const rules = "/dashboard/settings/leave-rules";

/** Switches between the entries of a rule's kind and fills in "How far ahead". */
async function addAhead(page: Page, days: string): Promise<void> {
  await page.goto(rules);
  await page.getByRole("link", { name: "Add rule" }).first().click();
  await page.getByRole("link", { name: "How far ahead" }).click();
  await page.getByRole("textbox", { name: "Days", exact: true }).fill(days);
}

test("a rule is made by its sentence, with its effect before it is saved, and switched off", async ({
  page,
  signIn,
  workspace,
}) => {
  const { id: leaveTypeId, key } = await createLeaveType(workspace, "Vacation");
  const leave = { leaveTypeId, startDate: monday(0), endDate: monday(2) };
  await callApi(key, "POST", "/v2/leaves", leave);
  await signIn(workspace.admin);
  await page.goto(rules);
  await expect(page.getByRole("heading", { name: "No leave rules yet" })).toBeVisible();

  await addAhead(page, "1");
  const effect = page.getByRole("region", { name: "What this rule does" });
  await expect(effect).toContainText("Leave can end 1 day ahead at most.");
  await expect(effect).toContainText("Breaks 1 coming leave. It stays.");
  await page.getByRole("button", { name: "Add rule" }).click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Rule added");

  const handbook = page.getByRole("region", { name: "All leave types" });
  await expect(handbook).toContainText("Leave can end 1 day ahead at most.");
  await expect(handbook).toContainText("1 coming leave breaks it and stays.");
  await handbook.getByRole("switch", { name: "“How far ahead” is on" }).click();
  await expect(handbook).toContainText("Off");

  await handbook.getByRole("link", { name: "Edit “How far ahead”" }).click();
  await page.getByRole("textbox", { name: "Days", exact: true }).fill("");
  await page.getByRole("button", { name: "Save rule" }).click();
  await expect(page.getByText("Enter a number.").first()).toBeVisible();
  await page.getByRole("textbox", { name: "Days", exact: true }).fill("365");
  await expect(effect).toContainText("No coming leave breaks it.");
  await page.getByRole("button", { name: "Save rule" }).click();
  await expect(handbook).toContainText("Leave can end 365 days ahead at most.");
});

test("the request form tells rules, an approver goes ahead with a reason, and the leave's page says so", async ({
  page,
  browser,
  signIn,
  workspace,
}) => {
  const { id: leaveTypeId, key } = await createLeaveType(workspace, "Vacation", { approvalRequired: true });
  const bo = await createPerson(workspace, "USER");
  const { plain } = await createKey(bo, "Own");
  const request = { leaveTypeId, startDate: monday(0), endDate: monday(2) };
  const { id } = await callApi<{ id: string }>(plain, "POST", "/v2/leaves", request);
  const rule = (json: object) => callApi(key, "POST", "/v2/leave-rules", json);
  await rule({
    ...{ name: "Stocktaking", kind: "BLACKOUT", effect: "BLOCK" },
    parameters: { ranges: [{ from: monday(1), to: monday(1) }] },
  });
  const notice = { name: "Short notice", kind: "NOTICE", effect: "WARN", parameters: { days: 300 } };
  await rule({ ...notice, leaveTypeIds: [leaveTypeId] });
  await rule({
    ...{ name: "Doctor's note", kind: "PROOF", effect: "WARN" },
    parameters: { longerThan: 0, withinDays: 2 },
  });

  const own = await signedInElsewhere(browser, bo);
  await own.goto(`/dashboard/request?from=${monday(8)}&to=${monday(8)}`);
  const effect = own.getByRole("region", { name: "What this does" });
  await expect(effect).toContainText("This isn’t in keeping with a leave rule");
  await expect(effect).toContainText("Short notice: Ask 300 days ahead.");
  await expect(effect).toContainText("A certificate is due by");
  await expect(effect).not.toContainText("Doctor's note");
  await own.goto(`/dashboard/leaves/${id}/edit`);
  await own.goto(rules);
  await expect(own.getByRole("region", { name: "All leave types" })).toContainText("No leave:");
  await expect(own.getByRole("region", { name: "Vacation" })).toContainText("Ask 300 days ahead.");

  await signIn(workspace.admin);
  await page.goto("/dashboard/approvals");
  await expect(page.getByText("Stocktaking: No leave:").first()).toBeVisible();
  await page
    .getByRole("button", { name: `Approve leave for ${bo.name}` })
    .first()
    .click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Approve anyway" }).click();
  await expect(dialog.getByText("Say why you approve it anyway.")).toBeVisible();
  await dialog.getByRole("textbox", { name: /^Why you approve it anyway/ }).fill("Agreed in May");
  await dialog.getByRole("button", { name: "Approve anyway" }).click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("approved");
  // Leaving the page sends the decision.
  await page.goto("/dashboard/leaves");
  await expect
    .poll(async () => (await callApi<{ status: string }>(key, "GET", `/v2/leaves/${id}`)).status)
    .toBe("APPROVED");
  await page.goto(`/dashboard/leaves/${id}`);
  await expect(page.getByRole("region", { name: "Leave rules" })).toContainText("Agreed in May");
  await expect(page.getByRole("region", { name: "History" })).toContainText(
    "In spite of the leave rule “Stocktaking”: Agreed in May",
  );
});

test("days that a rule hits are named in the picker, the year and the wallchart, and the handbook leads to its leave", async ({
  page,
  signIn,
  workspace,
}) => {
  const { id: leaveTypeId, key } = await createLeaveType(workspace, "Vacation");
  const other = await createLeaveType(workspace, "Training");
  const leave = await callApi<{ id: string }>(key, "POST", "/v2/leaves", {
    ...{ leaveTypeId, startDate: monday(0), endDate: monday(0) },
  });
  await callApi(key, "POST", "/v2/leave-rules", {
    ...{ name: "Stocktaking", kind: "BLACKOUT", effect: "BLOCK", leaveTypeIds: [leaveTypeId] },
    parameters: { ranges: [{ from: monday(0), to: monday(1) }] },
  });
  await signIn(workspace.admin);

  await page.goto(`/dashboard/request?from=${monday(0)}&to=${monday(0)}`);
  const hit = page.getByRole("button", { name: /No leave by: Stocktaking/ });
  await page.getByRole("combobox", { name: "Type" }).selectOption({ label: "Vacation" });
  await page.getByRole("button", { name: "Show month" }).first().click();
  await expect(hit.first()).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Choose a date" })).toContainText("No leave by: Stocktaking");
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Type" }).selectOption(other.id);
  await page.getByRole("button", { name: "Show month" }).first().click();
  await expect(page.getByRole("dialog", { name: "Choose a date" })).toBeVisible();
  await expect(hit).toHaveCount(0);

  await page.goto(`/dashboard/leaves/year?year=${monday(0).slice(0, 4)}`);
  await expect(page.getByRole("region", { name: "Days without leave, by a leave rule" })).toContainText(
    "Stocktaking",
  );

  await page.goto(`/dashboard/wallchart?on=${monday(0)}`);
  await expect(page.getByRole("gridcell", { name: /No more leave by: Stocktaking/ }).first()).toBeVisible();

  await page.goto(rules);
  await page.getByRole("link", { name: "1 coming leave breaks it and stays." }).click();
  const effect = page.getByRole("region", { name: "What this rule does" });
  await expect(effect.getByRole("link", { name: new RegExp(workspace.admin.name) })).toHaveAttribute(
    "href",
    `/dashboard/leaves/${leave.id}`,
  );
});
