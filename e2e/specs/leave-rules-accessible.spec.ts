import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createPerson } from "../support/operator";
import { type State, visit } from "../support/visit-states";

type Known = { page: Page; ruleId: string };
const monday = comingMonday();
const rules = "/dashboard/settings/leave-rules";
const effect = (page: Page) => page.getByRole("region", { name: "What this rule does" });

const states: State<Known>[] = [
  {
    title: "leave rules",
    reach: async ({ page }) => {
      await page.goto(rules);
      await expect(page.getByText("coming leave breaks it and stays").first()).toBeVisible();
    },
  },
  { title: "leave rules kinds", reach: ({ page }) => page.goto(`${rules}/new`) },
  {
    title: "leave rules notice with faults",
    reach: async ({ page }) => {
      await page.goto(`${rules}/new?kind=NOTICE`);
      await page.getByRole("button", { name: "Add a step" }).click();
      await page.getByRole("button", { name: "Add rule" }).click();
      await expect(page.getByText("Enter a number.").first()).toBeVisible();
    },
  },
  { title: "leave rules blackout", reach: ({ page }) => page.goto(`${rules}/new?kind=BLACKOUT`) },
  { title: "leave rules number away", reach: ({ page }) => page.goto(`${rules}/new?kind=MAX_AWAY`) },
  {
    title: "leave rules one rule",
    reach: async ({ page, ruleId }) => {
      await page.goto(`${rules}/${ruleId}`);
      await expect(effect(page)).toContainText("Breaks 1 coming leave");
    },
  },
  {
    title: "leave rules request refused",
    reach: async ({ page }) => {
      await page.goto(`/dashboard/request?from=${monday(7)}&to=${monday(8)}`);
      await expect(page.getByText("Against a leave rule: say why you go ahead")).toBeVisible();
    },
  },
  { title: "leave rules missing", reach: ({ page }) => page.goto(`${rules}/unknown`) },
];

test("the leave rules' pages are accessible", { tag: "@phone" }, async ({ page, signIn, workspace }) => {
  test.slow();
  const { id: leaveTypeId, key } = await createLeaveType(workspace, "Vacation");
  await callApi(key, "POST", "/v2/leaves", { leaveTypeId, startDate: monday(0), endDate: monday(1) });
  const rule = (json: object) => callApi<{ id: string }>(key, "POST", "/v2/leave-rules", json);
  const { id: ruleId } = await rule({
    ...{ name: "Trade fair", kind: "BLACKOUT", effect: "BLOCK" },
    parameters: { ranges: [{ from: monday(1), to: monday(8) }] },
  });
  await rule({ name: "In good time", kind: "NOTICE", effect: "WARN", parameters: { days: 200 } });
  await rule({
    ...{ name: "Someone stays", kind: "MAX_AWAY", effect: "BLOCK", leaveTypeIds: [leaveTypeId] },
    parameters: { group: "DEPARTMENT", percent: 50 },
  });
  await signIn(workspace.admin);
  await visit(states, { page, ruleId });
});

test("a person without rules, and with some", { tag: "@phone" }, async ({ page, signIn, workspace }) => {
  const bo = await createPerson(workspace, "USER");
  await signIn(bo);
  await visit([{ title: "leave rules none for me", reach: () => page.goto(rules) }], { page, ruleId: "" });
});
