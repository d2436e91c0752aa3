import { test as base } from "@playwright/test";
import type { Demo } from "@/server/cli/demo";
import { LoginPage } from "./pages/login.page";
import { readDemo } from "./support/demo";

type Fixtures = { loginPage: LoginPage; demo: Demo };

/** Playwright's `test` with the pages and the demo workspace that journeys need. */
export const test = base.extend<Fixtures>({
  loginPage: async ({ page }, use) => use(new LoginPage(page)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
  demo: async ({}, use) => use(readDemo()),
});

export { expect } from "@playwright/test";
