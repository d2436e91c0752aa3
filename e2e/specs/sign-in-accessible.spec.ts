import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { LoginPage } from "../pages/login.page";
import { WorkspaceChoicePage } from "../pages/workspace-choice.page";
import { createWorkspace } from "../support/operator";
import { type State, visit } from "../support/visit-states";

/** Every state of the public pages, each reached as a user would. */
const states: State<{ page: Page }>[] = [
  { title: "login", reach: ({ page }) => page.goto("/login") },
  { title: "login, request over", reach: ({ page }) => page.goto("/login?session=gone") },
  {
    title: "login, wrong password",
    reach: async ({ page }) => {
      const login = new LoginPage(page);
      await login.open();
      await login.signIn({ name: "", email: "nobody@example.test", password: "wrong" });
      await expect(page.getByRole("alert").filter({ hasText: "is not correct" })).toBeVisible();
    },
  },
  {
    title: "login, password shown",
    reach: async ({ page }) => {
      const login = new LoginPage(page);
      await login.open();
      await login.giveAddress("nobody@example.test");
      await login.password.fill("a long secret of many words, which does not fit");
      await page.getByRole("button", { name: "Show password" }).click();
    },
  },
  { title: "forgot password", reach: ({ page }) => page.goto("/forgot-password") },
  { title: "reset password, link over", reach: ({ page }) => page.goto("/reset-password?token=gone") },
  { title: "sign-in link, over", reach: ({ page }) => page.goto("/login/link?token=gone") },
  {
    title: "workspace choice",
    reach: async ({ page }) => {
      const { admin } = await createWorkspace(
        "COMPLETE",
        undefined,
        "Acme Trading and Shipping of the North",
      );
      await createWorkspace("COMPLETE", admin, "Globex");
      const login = new LoginPage(page);
      await login.open();
      await login.signIn(admin);
      await expect(new WorkspaceChoicePage(page).heading()).toBeVisible();
    },
  },
  {
    title: "workspace choice, over",
    reach: async ({ page }) => {
      await page.context().clearCookies();
      await new WorkspaceChoicePage(page).open();
    },
  },
  { title: "page not found, signed out", reach: ({ page }) => page.goto("/nowhere") },
];

test("no page of signing in has an accessibility fault in any state @phone", async ({ page }) => {
  test.slow();
  await visit(states, { page });
});
