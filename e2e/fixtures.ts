import { test as base } from "@playwright/test";
import type { Demo } from "@/server/cli/demo";
import { LoginPage } from "./pages/login.page";
import { type Person, readDemo } from "./support/demo";
import { createWorkspace, type Workspace } from "./support/operator";

type Fixtures = {
  loginPage: LoginPage;
  demo: Demo;
  /** Signs a person in through the form; ends on the dashboard. */
  signIn(person: Person): Promise<void>;
  /** A workspace of the test's own, with its administrator. */
  workspace: Workspace;
};

/** Playwright's `test` with the pages and the demo workspace that journeys need. */
export const test = base.extend<Fixtures>({
  loginPage: async ({ page }, use) => use(new LoginPage(page)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
  demo: async ({}, use) => use(readDemo()),
  signIn: async ({ page, loginPage }, use) =>
    use(async (person) => {
      await loginPage.open();
      await loginPage.signIn(person);
      await page.waitForURL("**/dashboard/**");
    }),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  workspace: async ({}, use) => use(await createWorkspace()),
});

export { expect } from "@playwright/test";
