import { expect, test } from "../fixtures";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createKey, createPerson } from "../support/operator";

const monday = comingMonday();

test("an employee's navigation has leave only, and the Open API joins it with their first key", async ({
  page,
  signIn,
  workspace,
}) => {
  const person = await createPerson(workspace, "USER");
  await signIn(person);
  await page.goto("/dashboard");
  const main = page.getByRole("navigation", { name: "Main" }).first();
  await expect(main.getByRole("link")).toHaveText(["Today", "Calendar", "My leave", "Settings"]);
  await expect(page.getByRole("main").getByRole("link", { name: /API|Webhooks/ })).toHaveCount(0);

  await main.getByRole("link", { name: "Settings" }).click();
  const settings = page.getByRole("navigation", { name: "Settings" });
  await settings.getByRole("link", { name: "Open API" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Open API add-on");
  await expect(main.getByRole("link", { name: "Settings" })).toHaveAttribute("aria-current", "page");

  await createKey(person, "Own");
  await page.goto("/dashboard/open-api/keys");
  await expect(main.getByRole("link")).toHaveText(["Today", "Calendar", "My leave", "Settings", "Open API"]);
  await expect(main.locator("[aria-current=page]")).toHaveText("Open API");
});

test("the list of shortcuts has the Open API's pages for those who have it in their navigation", async ({
  page,
  signIn,
  workspace,
}) => {
  const person = await createPerson(workspace, "USER");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  const open = async () => {
    await page.goto("/dashboard/settings");
    await expect(async () => {
      await page.keyboard.press("?");
      await expect(list).toBeVisible({ timeout: 500 });
    }).toPass();
  };
  await signIn(person);
  await open();
  await expect(list).toContainText("Calendar");
  await expect(list).not.toContainText("API keys");
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("k");
  await page.keyboard.press("g");
  await page.keyboard.press("m");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My leave");

  await createKey(person, "Own");
  await open();
  await expect(list).toContainText("API keys");
});

test("a leave's title in the browser says whose it is, and when", async ({ page, signIn, workspace }) => {
  const { id: leaveTypeId } = await createLeaveType(workspace, "Vacation");
  const bo = await createPerson(workspace, "USER");
  const { plain } = await createKey(bo, "Own");
  const dates = { startDate: monday(0), endDate: monday(0) };
  const { id } = await callApi<{ id: string }>(plain, "POST", "/v2/leaves", { leaveTypeId, ...dates });
  await signIn(workspace.admin);
  await page.goto(`/dashboard/leaves/${id}`);
  const day = new Date(`${monday(0)}T00:00:00Z`).toLocaleDateString("en-GB", {
    ...{ timeZone: "UTC", day: "numeric", month: "short", year: "numeric" },
  });
  await expect(page).toHaveTitle(`Bo Lind, ${day} – Timeaway`);
});

test.describe("@phone", () => {
  test.skip(({ isMobile }) => !isMobile, "A phone's navigation.");

  test("More has exactly what the bar lacks, with room for a thumb", async ({ page, signIn, workspace }) => {
    const person = await createPerson(workspace, "USER");
    const bar = page
      .getByRole("navigation", { name: "Main" })
      .filter({ has: page.getByRole("button", { name: "More" }) });
    const more = page.getByRole("dialog", { name: "Navigation" });
    const open = async (fourth: string) => {
      await page.goto("/dashboard");
      await expect(bar.getByRole("link")).toHaveText([
        "Today",
        "Calendar",
        "Request",
        new RegExp(`^${fourth}`),
      ]);
      await bar.getByRole("button", { name: "More" }).click();
    };
    await signIn(person);
    await open("My leave");
    await expect(more.getByRole("link")).toHaveText(["Balances", "Calendar feeds", "Stand-ins", "Settings"]);
    for (const link of await more.getByRole("link").all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);

    await page.context().clearCookies();
    await signIn(workspace.admin);
    await open("Approvals");
    await expect(more.getByRole("link")).toHaveText([
      ...["My leave", "Balances", "People", "Insights"],
      ...["Calendar feeds", "Stand-ins", "Settings", "Open API"],
    ]);
  });
});
