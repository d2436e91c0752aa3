import { test as base } from "./fixtures";
import { ConsentPage } from "./pages/consent.page";
import { type AppOptions, OauthApp } from "./support/oauth-app";

type Fixtures = {
  consent: ConsentPage;
  /** Starts an app that stops with the test. */
  startApp(options?: AppOptions): Promise<OauthApp>;
};

/** `test` with fixtures for journeys through OAuth. */
export const test = base.extend<Fixtures>({
  consent: async ({ page }, use) => use(new ConsentPage(page)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's dependencies from here
  startApp: async ({}, use) => {
    const started: OauthApp[] = [];
    await use(async (options) => {
      const app = await OauthApp.start(options);
      started.push(app);
      return app;
    });
    await Promise.all(started.map((app) => app.close()));
  },
});

export { expect } from "@playwright/test";
