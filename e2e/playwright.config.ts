import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { providerPorts, receiverPorts, testedServer, workers } from "./support/tested-server";

const server = testedServer();
const receivers = receiverPorts().map((receiver) => `127.0.0.1:${receiver}`);
const providers = providerPorts();
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
const executablePath = process.env.PLAYWRIGHT_CHROMIUM;

/** Started for the tests, and stopped with them. */
function ownWebServer() {
  return {
    command: `"${process.execPath}" server/cli/start.mjs`,
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    env: {
      PORT: String(server.port),
      HOST: "localhost",
      DATA_DIR: server.dataDir,
      LOG_LEVEL: "warn",
      // Faster than people, and all from one address.
      PAGE_RATE_PER_SESSION: "200",
      PAGE_RATE_PER_SOURCE: "200",
      WEBHOOK_ALLOW_HOSTS: receivers.join(","),
      SLACK_API_URL: `http://127.0.0.1:${providers.slack}`,
      TEAMS_LOGIN_URL: `http://127.0.0.1:${providers.microsoft}/login`,
      TEAMS_SERVICE_URL: `http://127.0.0.1:${providers.microsoft}/teams`,
    },
    url: `${server.url}/api/health`,
    // The first start may have to build.
    timeout: 600_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
  } as const;
}

export default defineConfig({
  testDir: "specs",
  outputDir: "../test-results",
  globalSetup: "./support/start-providers.ts",
  forbidOnly: true,
  retries: 0,
  workers,
  // Ends what hangs: a long journey takes a minute on a busy machine.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: server.url,
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    screenshot: "only-on-failure",
    // It would take a tenth of the time; --trace on makes a trace of a failed test.
    trace: "off",
    launchOptions: executablePath ? { executablePath } : {},
  },
  projects: [
    { name: "desktop", use: { viewport: desktop } },
    { name: "phone", grep: /@phone/, use: { viewport: phone, isMobile: true, hasTouch: true } },
  ],
  webServer: server.isGiven ? undefined : ownWebServer(),
});
