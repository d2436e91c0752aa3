import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { requestToDecide } from "../support/request-to-decide";
import { type State, visit } from "../support/visit-states";

type Request = Awaited<ReturnType<typeof requestToDecide>>;
type Known = { page: Page; request: Request };

const states: State<Known>[] = [
  { title: "decide", reach: ({ page, request }) => page.goto(request.path) },
  {
    title: "decide form not read",
    reach: ({ page, request }) => page.goto(`${request.path}?problem=form`),
  },
  { title: "decide unknown link", reach: ({ page }) => page.goto(`/decide/${"x".repeat(43)}`) },
  {
    title: "decide changed",
    reach: async ({ page, request }) => {
      await request.change({ endDate: request.monday(1) });
      await page.goto(request.path);
    },
  },
  {
    title: "decide denied",
    reach: async ({ page, request }) => {
      await page.goto(request.path);
      const deny = page.getByRole("button", { name: "Deny leave" });
      if (await deny.isVisible()) await deny.click();
      await expect(page.getByRole("heading", { name: "This leave is denied" })).toBeVisible();
    },
  },
];

test("deciding from a mail has no accessibility fault in any state @phone", async ({ page, workspace }) => {
  test.slow();
  await visit(states, { page, request: await requestToDecide(workspace) });
});
