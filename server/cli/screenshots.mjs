// `npm run screenshots`: a picture of every state of every page, in both themes, at 1280 and 390 pixels, and of every page in German, in
// e2e/screenshots. The tests start their own server.
import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { findBrowser } from "./browser.mjs";
import { buildPages, buildServer } from "./build.mjs";
import { Refusal, run, runCommand } from "./prepare.mjs";

const FOLDER = "e2e/screenshots";
/** The journeys through every state; words after the command filter by title instead. */
const EVERY_STATE = "accessibility fault|speaks German";

await runCommand(async () => {
  const wanted = process.argv.slice(2).join(" ") || EVERY_STATE;
  rmSync(FOLDER, { recursive: true, force: true });
  await buildServer();
  await buildPages();
  const command = ["node_modules/@playwright/test/cli.js", "test", "--config", "e2e/playwright.config.ts"];
  try {
    await run(process.execPath, [...command, "--reporter=line", "--grep", wanted], {
      env: { SCREENSHOTS: "1", PLAYWRIGHT_CHROMIUM: await findBrowser() },
      show: true,
    });
  } catch (error) {
    // Pictures are for review: a state with a fault has one, too.
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
  }
  const count = existsSync(FOLDER) ? readdirSync(FOLDER).length : 0;
  console.log(`${count} pictures are in ${path.resolve(FOLDER)}.`);
});
