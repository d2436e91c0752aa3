import { test as base } from "./fixtures";
import { ConsentPage } from "./pages/consent.page";
import { type AppOptions, OauthApp } from "./support/oauth-app";

type Fixtures = {
  consent: ConsentPage;
  /** Starts an app that ends with the test. */
  startApp(options?: AppOptions): Promise<OauthApp>;
};

/** `test` with what journeys through OAuth need. */
export const test = base.extend<Fixtures>({
  consent: async ({ page }, use) => use(new ConsentPage(page)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
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
