import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { PeoplePage } from "../pages/people.page";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createKey, createPerson } from "../support/operator";
import { type State, visit } from "../support/visit-states";

const monday = comingMonday();

/** `gone` is inactive. */
type Known = { page: Page; people: PeoplePage; id: string; gone: string };

const states: State<Known>[] = [
  { title: "people", reach: ({ people }) => people.open() },
  {
    title: "people filtered out",
    reach: async ({ people, page }) => {
      await people.open("?q=nobody");
      await expect(page.getByRole("heading", { name: "No one matches" })).toBeVisible();
    },
  },
  {
    title: "people changing",
    reach: async ({ page, people }) => {
      await people.open();
      await people.selectAll().check();
      await people.change().click();
      await page.getByLabel("What to change").selectOption("Deactivate");
      await expect(page.getByRole("dialog")).toContainText("1 person can't be changed");
    },
  },
  {
    title: "people changing pattern",
    reach: async ({ page }) => {
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("What to change").selectOption("Working pattern");
      await dialog.getByLabel("From").fill(monday(-7));
      await dialog.getByLabel("Saturday").fill("4");
      await expect(dialog).toContainText("1 day of their leave wouldn't be covered");
    },
  },
  { title: "invite", reach: ({ page }) => page.goto("/dashboard/people/new") },
  { title: "person", reach: ({ page, id }) => page.goto(`/dashboard/people/${id}`) },
  {
    title: "person deactivating",
    reach: async ({ page, id, people }) => {
      await page.goto(`/dashboard/people/${id}`);
      await people.deactivate().click();
      await expect(people.dialog().getByRole("listitem").first()).toBeVisible();
    },
  },
  {
    title: "person erasing",
    reach: async ({ page, gone, people }) => {
      await page.goto(`/dashboard/people/${gone}`);
      await people.erase().click();
      await expect(people.dialog().getByRole("listitem").first()).toBeVisible();
    },
  },
  {
    title: "person wrong",
    reach: async ({ page, id, people }) => {
      await page.goto(`/dashboard/people/${id}/edit`);
      await page.getByRole("textbox", { name: "Name" }).fill("");
      await page.getByRole("textbox", { name: "Email" }).fill("");
      await page.getByRole("combobox", { name: "Role" }).selectOption("Approver");
      await people.save().click();
      await expect(page.getByRole("alert", { name: "3 fields need attention" })).toBeVisible();
    },
  },
  {
    title: "person moved uncovered",
    reach: async ({ page, id, people }) => {
      await page.goto(`/dashboard/people/${id}/edit`);
      await page.getByRole("combobox", { name: "Location" }).selectOption("Annex");
      await people.save().click();
      await expect(page.getByRole("combobox", { name: "Location" })).toHaveAccessibleDescription(
        /3 days of booked or requested leave wouldn't be covered there/,
      );
    },
  },
  {
    title: "person leaving",
    reach: async ({ page, id, people }) => {
      await page.goto(`/dashboard/people/${id}/edit`);
      await page.getByLabel("Last day of work").fill(monday(1));
      await people.save().click();
      await expect(people.dialog().getByRole("listitem").first()).toContainText("changed to");
    },
  },
  { title: "person not found", reach: ({ page }) => page.goto("/dashboard/people/user-nonsense") },
];

test("no page about people has an accessibility fault in any state @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  test.slow();
  const bo = await createPerson(workspace, "USER");
  const { plain: own } = await createKey(bo, "Own");
  const { id: leaveTypeId } = await createLeaveType(workspace, "Vacation", { yearlyQuota: 5 });
  await callApi(own, "POST", "/v2/leaves", { leaveTypeId, startDate: monday(0), endDate: monday(6) });
  const { plain } = await createKey(workspace.admin, "Setup");
  const { id: locationId } = await callApi<{ id: string }>(plain, "POST", "/v2/locations", {
    name: "Annex",
    timezone: "UTC",
  });
  await callApi(plain, "PATCH", `/v2/leave-types/${leaveTypeId}`, {
    policies: [{ locationId, yearlyQuota: 2 }],
  });
  const { id: gone } = await callApi<{ id: string }>(plain, "POST", "/v2/users", {
    name: "Gil Gone",
    email: `gil-${Date.now()}@example.test`,
  });
  await callApi(plain, "POST", `/v2/users/${gone}/deactivate`);
  await signIn(workspace.admin);
  const people = new PeoplePage(page);
  await people.open();
  const address = await people.person(bo.name).getAttribute("href");
  await visit(states, { page, people, id: address?.split("/").at(-1) ?? "", gone });
});
