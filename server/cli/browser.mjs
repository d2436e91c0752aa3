// Finds a Chromium for the browser tests, or installs one.
import { spawnSync } from "node:child_process";
import { Refusal, run } from "./prepare.mjs";
import { step } from "./progress.mjs";

/** Chromium without windows: the same pages in two thirds of the time. */
const SHELL = "/usr/bin/chromium-headless-shell";
const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * The path of a working browser: PLAYWRIGHT_CHROMIUM, an installed one, Playwright's own, or the system's package.
 * @param {{ withWindow?: boolean }} [options] withWindow: a browser with a visible window
 * @returns {Promise<string>}
 * @throws Refusal when no browser is available
 */
export async function findBrowser({ withWindow = false } = {}) {
  const named = process.env.PLAYWRIGHT_CHROMIUM;
  if (named && !works(named)) throw new Refusal(`PLAYWRIGHT_CHROMIUM: ${named} does not run.`);
  const { chromium } = await import("@playwright/test");
  const own = chromium.executablePath();
  const found = [named, own, ...installed(withWindow)].find((path) => path && works(path));
  return found ?? (await downloaded(own)) ?? (await packaged(withWindow)) ?? refuse();
}

const installed = (/** @type {boolean} */ withWindow) => (withWindow ? INSTALLED : [SHELL, ...INSTALLED]);

/** A browser that lacks a system library exists, but does not run. */
function works(path) {
  return spawnSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0;
}

async function downloaded(path) {
  const install = ["node_modules/@playwright/test/cli.js", "install", "--no-shell", "chromium"];
  await attempt("downloading a browser", () =>
    run(process.execPath, install, { env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000" } }),
  );
  return works(path) ? path : undefined;
}

async function packaged(withWindow) {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status !== 0) return undefined;
  const install = (name) =>
    run("apt-get", ["install", "-y", "--no-install-recommends", name], {
      env: { DEBIAN_FRONTEND: "noninteractive" },
    });
  await attempt("installing the system's browser", async () => {
    await run("apt-get", ["update"]);
    if (withWindow) await install("chromium");
    // Not every release has it as a separate package.
    else await install("chromium-headless-shell").catch(() => install("chromium"));
  });
  return installed(withWindow).find(works);
}

async function attempt(title, work) {
  await step(title, work).catch((error) => console.error(error.message));
}

function refuse() {
  throw new Refusal(
    "No browser for the tests: install Chromium, or set PLAYWRIGHT_CHROMIUM to one that runs.",
  );
}
