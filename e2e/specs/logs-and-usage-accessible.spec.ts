import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { KeyPage } from "../pages/key.page";
import { LogsPage } from "../pages/logs.page";
import { UsagePage } from "../pages/usage.page";
import { fillKeys, type Made } from "../support/keys-in-every-condition";
import { type State, visit } from "../support/visit-states";

type Known = Made & { page: Page };

const openApi = "/dashboard/open-api";

/** Every state of every page about requests. */
const states: State<Known>[] = [
  {
    title: "key, logs",
    reach: ({ page, keyId }) => new KeyPage(page).open(keyId, "?tab=logs"),
  },
  { title: "logs", reach: ({ page }) => new LogsPage(page).open() },
  {
    title: "logs, as table",
    reach: async ({ page }) => {
      await new LogsPage(page).open("?range=7d&status=failed");
      await page.getByRole("button", { name: "Show requests over time as table" }).click();
    },
  },
  { title: "logs, custom time", reach: ({ page }) => new LogsPage(page).open("?range=custom&method=GET") },
  { title: "logs, filtered out", reach: ({ page }) => new LogsPage(page).open("?q=nothing&method=POST") },
  {
    title: "logs, keys",
    reach: async ({ page }) => {
      const { key, open } = new LogsPage(page);
      await open();
      await key().control().click();
      await key().search().fill("a");
      await expect(key().options()).not.toHaveCount(0);
    },
  },
  {
    title: "logs, details",
    reach: async ({ page, requestId }) => {
      const logs = new LogsPage(page);
      await logs.open(`?request=${requestId}&live=true`);
      await expect(logs.details()).toContainText("Refused");
    },
  },
  { title: "request", reach: ({ page, requestId }) => new LogsPage(page).open(`/${requestId}`) },
  { title: "request, not found", reach: ({ page }) => new LogsPage(page).open("/nonsense") },
  { title: "errors", reach: ({ page }) => page.goto(`${openApi}/errors`) },
  { title: "errors, of 30 days", reach: ({ page }) => page.goto(`${openApi}/errors?range=30d`) },
  { title: "errors, new ones", reach: ({ page }) => page.goto(`${openApi}/errors?new=visit`) },
  { title: "usage", reach: ({ page }) => new UsagePage(page).open() },
  {
    title: "usage, as table",
    reach: async ({ page }) => {
      const usage = new UsagePage(page);
      await usage.open();
      await usage.asTable("requests per day").click();
      await usage.asTable("latency").click();
    },
  },
];

test("no page about requests has an accessibility fault in any state @phone", async ({
  page,
  request,
  signIn,
  workspace,
}) => {
  test.slow();
  const made = await fillKeys(workspace, request);
  await signIn(workspace.admin);
  await visit(states, { page, ...made });
});
