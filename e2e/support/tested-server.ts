import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";

/** Asks the system for a free port; a configuration file cannot await one itself. */
const printFreePort = `
  const server = require("node:net").createServer();
  server.listen(0, "127.0.0.1", () => {
    console.log(server.address().port);
    server.close();
  });`;

const freePortNow = (): string =>
  execFileSync(process.execPath, ["-e", printFreePort], { encoding: "utf8" }).trim();

/** The number of concurrent tests: the server, its database and the browsers share the processors. */
export const workers = Math.min(4, Math.max(2, Math.floor(availableParallelism() / 2)));

/** A running server to test instead of our own. The variable has the name that Playwright users expect. */
const givenUrl = process.env.BASE_URL || undefined;

/**
 * The ports of the tests' stand-ins for a given server: fixed, so that it can be started with them (docs/contributing.md, In the browser).
 */
const fixedPorts = { receivers: [4801, 4802, 4805, 4806], slack: 4803, microsoft: 4804 };

/** A port for the surroundings of our own server; the environment passes it to the workers, which read the configuration again. */
function port(variable: string, fixed: number): number {
  process.env[variable] ||= givenUrl ? String(fixed) : freePortNow();
  return Number(process.env[variable]);
}

/** Ports at which receivers of webhooks may listen, one per worker: the server under test allows deliveries to exactly these. */
export const receiverPorts = (): number[] =>
  fixedPorts.receivers.slice(0, workers).map((fixed, worker) => port(`E2E_RECEIVER_PORT_${worker}`, fixed));

/** Ports of the stand-ins for Slack and for Microsoft, which the server under test calls in their place. */
export const providerPorts = (): { slack: number; microsoft: number } => ({
  slack: port("E2E_SLACK_PORT", fixedPorts.slack),
  microsoft: port("E2E_MICROSOFT_PORT", fixedPorts.microsoft),
});

/** The server under test. */
interface TestedServer {
  url: string;
  /** The port of the server that the tests start; of a given server only the address is known. */
  port: number;
  /** The data directory: the demo's sign-ins, mail, and the database's address. */
  dataDir: string;
  isGiven: boolean;
}

/** The server at BASE_URL, with its DATA_DIR; by default our own, so that it does not clash with a developer's. */
export function testedServer(): TestedServer {
  if (givenUrl) {
    const url = new URL(givenUrl);
    const dataDir = path.resolve(process.env.DATA_DIR || ".data");
    return {
      url: url.origin,
      port: Number(url.port || (url.protocol === "https:" ? 443 : 80)),
      dataDir,
      isGiven: true,
    };
  }
  process.env.E2E_PORT ||= freePortNow();
  if (!process.env.E2E_DATA_DIR) {
    const folder = mkdtempSync(path.join(tmpdir(), "timeaway-e2e-"));
    process.env.E2E_DATA_DIR = folder;
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  }
  const port = Number(process.env.E2E_PORT);
  return { url: `http://localhost:${port}`, port, dataDir: process.env.E2E_DATA_DIR, isGiven: false };
}
