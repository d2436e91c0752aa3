import type { Page } from "@playwright/test";
import { v7 } from "uuid";
import { expect, test } from "../fixtures";
import { ApprovalsPage } from "../pages/approvals.page";
import { withDatabase } from "../support/age";
import { signedInElsewhere } from "../support/another-browser";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createKey, createPerson, type Workspace } from "../support/operator";
import { type State, visit } from "../support/visit-states";

const monday = comingMonday();
const today = () => new Date().toISOString().slice(0, 10);

/** The administrator approves their department; Bo requests leave, Sam of another department stands in. */
async function cast(workspace: Workspace) {
  const { id: leaveTypeId, key } = await createLeaveType(workspace, "Vacation");
  const bo = await createPerson(workspace, "USER");
  const asking = (await createKey(bo, "Own")).plain;
  const ask = async (reason: string, day: string) => {
    const leave = { leaveTypeId, startDate: day, endDate: day, reason };
    return (await callApi<{ id: string }>(asking, "POST", "/v2/leaves", leave)).id;
  };
  const request = await ask("Hiking", monday(0));
  const sam = await createPerson(workspace, "USER");
  const other = v7();
  await withDatabase(async (sql) => {
    const id = workspace.id.replace(/^workspace-/, "");
    await sql`insert into departments (workspace_id, id, name, created_at) values (${id}, ${other}, 'Field', now())`;
    await sql`update users set name = 'Sam Stand', department_id = ${other} where workspace_id = ${id} and email = ${sam.email}`;
    await sql`update workspaces set visibility = 'WORKSPACE' where id = ${id}`;
    await sql`insert into department_approvers (workspace_id, department_id, user_id)
      select ${id}, department_id, id from users where workspace_id = ${id} and email = ${workspace.admin.email}`;
  });
  const statusOf = async () =>
    (await callApi<{ status: string }>(key, "GET", `/v2/leaves/${request}`)).status;
  return { sam, bo, ask, statusOf, key };
}

test("an approver names a stand-in, who sees and decides the request; after the end they see nothing", async ({
  page,
  signIn,
  workspace,
  browser,
}) => {
  const { sam, bo, ask, statusOf } = await cast(workspace);
  await signIn(workspace.admin);
  await page.goto("/dashboard/settings/stand-ins");
  await expect(page.getByRole("heading", { name: "No stand-ins yet" })).toBeVisible();
  await page.getByRole("link", { name: "Name a stand-in" }).click();
  await page.getByRole("button", { name: "Name stand-in" }).click();
  await expect(page.getByRole("alert").first()).toContainText("Choose a person.");
  await page.getByRole("combobox", { name: "Stand-in" }).click();
  await page.getByRole("dialog").getByRole("combobox").fill("Sam");
  await page.getByRole("option", { name: "Sam Stand" }).click();
  await page.getByLabel("From").fill(today());
  await page.getByLabel("To").fill(monday(4));
  await page.getByRole("button", { name: "Name stand-in" }).click();
  const row = page.getByRole("row", { name: /Sam Stand/ });
  await expect(row).toContainText("Now");

  const theirs = await signedInElsewhere(browser, sam);
  await theirs.getByRole("link", { name: "Approvals" }).first().click();
  const requests = new ApprovalsPage(theirs);
  await requests.link(bo.name).click();
  await expect(requests.panel()).toContainText("Hiking");
  await expect(requests.panel()).toContainText(`In place of ${workspace.admin.name}`);
  await requests.approve(bo.name).click();
  await requests.dismiss();
  await expect.poll(statusOf).toBe("APPROVED");
  await ask("Climbing", monday(2));
  await requests.open();
  await expect(requests.row(bo.name)).toHaveCount(1);
  await theirs.goto("/dashboard/settings/stand-ins");
  await expect(theirs.getByRole("row", { name: /You/ })).toContainText(workspace.admin.name);

  await row.getByRole("button", { name: "End Sam Stand" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End stand-in" }).click();
  await expect(row).toContainText("Ended early");
  await requests.open();
  await expect(requests.nothing()).toBeVisible();
});

type Known = { page: Page };
const states: State<Known>[] = [
  {
    title: "stand-ins",
    reach: async ({ page }) => {
      await page.goto("/dashboard/settings/stand-ins");
      await expect(page.getByText("Sam Stand").first()).toBeVisible();
    },
  },
  {
    title: "stand-ins ending",
    reach: async ({ page }) => {
      await page.goto("/dashboard/settings/stand-ins");
      await page.getByRole("button", { name: "End Sam Stand" }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    title: "stand-ins filtered out",
    reach: ({ page }) => page.goto("/dashboard/settings/stand-ins?time=ENDED"),
  },
  {
    title: "stand-in form wrong",
    reach: async ({ page }) => {
      await page.goto("/dashboard/settings/stand-ins/new");
      await page.getByRole("button", { name: "Name stand-in" }).click();
      await expect(page.getByRole("alert").first()).toBeVisible();
    },
  },
];

test("no page about stand-ins has an accessibility fault in any state @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  const { sam, key } = await cast(workspace);
  await signIn(workspace.admin);
  await visit(
    [{ title: "stand-ins none", reach: ({ page: own }) => own.goto("/dashboard/settings/stand-ins") }],
    { page },
  );
  const people = await callApi<{ id: string; email: string }[]>(key, "GET", "/v2/users");
  const standInId = people.find(({ email }) => email === sam.email)?.id;
  await callApi(key, "POST", "/v2/delegations", { standInId, startDate: today(), endDate: monday(4) });
  await visit(states, { page });
});
