import { test as base, expect, type Page } from "@playwright/test";
import type { Demo } from "@/server/cli/demo";
import { LoginPage } from "./pages/login.page";
import { type Person, readDemo } from "./support/demo";
import { createWorkspace, type Workspace } from "./support/operator";
import { signIn } from "./support/sign-in";
import { visitUntilAwake } from "./support/until-awake";

type Fixtures = {
  /** Console messages that a test provokes, and so tolerates. */
  tolerated: RegExp[];
  loginPage: LoginPage;
  demo: Demo;
  /** Signs a user in; the page stays where it is. */
  signIn(person: Person): Promise<void>;
  /** A workspace for this test only, with its administrator. */
  workspace: Workspace;
};

/** A refusal or a lost connection is not a page's fault: tests check how the page handles it. */
const answered = /^Failed to load resource: (the server responded with a status of|net::ERR_)/;

/** Collects script errors and refusals of the content security policy. */
function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !answered.test(text)) complaints.push(`${text} (${page.url()})`);
  });
  return complaints;
}

/** Playwright's `test` with the pages and the demo workspace for journeys. */
export const test = base.extend<Fixtures>({
  tolerated: [[], { option: true }],
  page: async ({ page, tolerated, javaScriptEnabled }, use) => {
    const complaints = listen(page);
    if (javaScriptEnabled) visitUntilAwake(page);
    await use(page);
    const unexpected = complaints.filter((text) => !tolerated.some((pattern) => pattern.test(text)));
    expect(unexpected, "complaints in the browser's console").toEqual([]);
  },
  loginPage: async ({ page }, use) => use(new LoginPage(page)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's dependencies from here
  demo: async ({}, use) => use(readDemo()),
  signIn: async ({ page, timezoneId, javaScriptEnabled }, use) =>
    use((person) => signIn(page, person, javaScriptEnabled ? timezoneId : undefined)),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  workspace: async ({}, use) => use(await createWorkspace()),
});

export { expect };
