import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { ReferencePage } from "../pages/reference.page";
import { type State, visit } from "../support/visit-states";

type Known = { page: Page };

const kinds = [
  "",
  "errors",
  "sync",
  "webhooks",
  "oauth",
  "mcp",
  "v1-to-v2",
  "list-leaves",
  "create-notification",
  "import-users",
  "v1-list-users",
];

/** A page of each kind in its initial state, and the actions on it. */
const states: State<Known>[] = [
  ...kinds.map((slug) => ({
    title: `reference ${slug || "front"}`,
    reach: ({ page }: Known) => new ReferencePage(page).open(slug),
  })),
  {
    title: "reference tried",
    reach: async ({ page }) => {
      const reference = new ReferencePage(page);
      await reference.open("list-users");
      const closed = page.getByRole("button", { name: /^Show fields of/ });
      while ((await closed.count()) > 0) await closed.first().click();
      await reference.send().click();
      await expect(reference.answerBody()).toContainText("UNAUTHORIZED");
    },
  },
  { title: "reference search", reach: ({ page }) => new ReferencePage(page).open("?q=leave") },
];

test("no page has an accessibility fault @phone", async ({ page, signIn, workspace }) => {
  test.slow();
  await signIn(workspace.admin);
  await visit(states, { page });
});
