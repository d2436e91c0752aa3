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

/**
 * Ports at which receivers of webhooks may listen, one for each worker: the server under test lets deliveries through to exactly
 * these. The environment carries them to the workers.
 */
export function receiverPorts(): number[] {
  process.env.E2E_RECEIVER_PORTS ||= Array.from({ length: workers }, freePortNow).join(",");
  return process.env.E2E_RECEIVER_PORTS.split(",").map(Number);
}

/**
 * Port and data folder of the server under test: its own, so that it meets nothing that a developer runs.
 * The environment carries them to the workers, which read the configuration again.
 */
export function ownServer(): { port: number; dataDir: string } {
  process.env.E2E_PORT ||= freePortNow();
  if (!process.env.E2E_DATA_DIR) {
    const folder = mkdtempSync(path.join(tmpdir(), "timeaway-e2e-"));
    process.env.E2E_DATA_DIR = folder;
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  }
  return { port: Number(process.env.E2E_PORT), dataDir: process.env.E2E_DATA_DIR };
}

/** Ports of the stand-ins for Slack and for Microsoft, which the server under test asks in their place. */
export function providerPorts(): { slack: number; microsoft: number } {
  process.env.E2E_SLACK_PORT ||= freePortNow();
  process.env.E2E_MICROSOFT_PORT ||= freePortNow();
  return { slack: Number(process.env.E2E_SLACK_PORT), microsoft: Number(process.env.E2E_MICROSOFT_PORT) };
}
