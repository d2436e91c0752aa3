import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Asks the system for a free port; a configuration file cannot wait for one itself. */
const printFreePort = `
  const server = require("node:net").createServer();
  server.listen(0, "127.0.0.1", () => {
    console.log(server.address().port);
    server.close();
  });`;

const freePortNow = (): string =>
  execFileSync(process.execPath, ["-e", printFreePort], { encoding: "utf8" }).trim();

/** So many tests run at once. */
export const workers = 2;

/** A server that runs already and is tested in place of one of our own. Its name is the variable's that Playwright users expect. */
const givenUrl = process.env.BASE_URL || undefined;

/** Where a given server looks for what the tests bring: fixed, so that it can be started with them (docs/contributing.md, In the browser). */
const fixedPorts = { receivers: [4801, 4802], slack: 4803, microsoft: 4804 };

/** A port of an own server's surroundings; the environment carries it to the workers, which read the configuration again. */
function port(variable: string, fixed: number): number {
  process.env[variable] ||= givenUrl ? String(fixed) : freePortNow();
  return Number(process.env[variable]);
}

/**
 * Ports at which receivers of webhooks may listen, one for each worker: the server under test lets deliveries through to exactly
 * these.
 */
export const receiverPorts = (): number[] =>
  fixedPorts.receivers.map((fixed, worker) => port(`E2E_RECEIVER_PORT_${worker}`, fixed));

/** Ports of the stand-ins for Slack and for Microsoft, which the server under test asks in their place. */
export const providerPorts = (): { slack: number; microsoft: number } => ({
  slack: port("E2E_SLACK_PORT", fixedPorts.slack),
  microsoft: port("E2E_MICROSOFT_PORT", fixedPorts.microsoft),
});

/** The server under test. */
interface TestedServer {
  url: string;
  /** Of the server that the tests start, which listens there; of a given one nothing but its address is known. */
  port: number;
  /** Where it keeps its data: the demo's sign-ins, mail, and the way to its database. */
  dataDir: string;
  isGiven: boolean;
}

/** The server that BASE_URL names, with its DATA_DIR; else one of our own, so that it meets nothing that a developer runs. */
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
