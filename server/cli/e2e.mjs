// `npm run e2e -- <arguments of playwright test>`: the browser tests alone, against their own server or the one at BASE_URL.
import { findBrowser } from "./browser.mjs";
import { buildPages, buildServer } from "./build.mjs";
import { runTests } from "./run-tests.mjs";

const withWindow = process.argv.some((argument) => /^--(headed|debug|ui$)/.test(argument));

await runTests(async () => {
  await buildServer();
  if (!process.env.BASE_URL) await buildPages();
  return {
    args: ["node_modules/@playwright/test/cli.js", "test", "--config", "e2e/playwright.config.ts"],
    env: { PLAYWRIGHT_CHROMIUM: await findBrowser({ withWindow }) },
  };
});
