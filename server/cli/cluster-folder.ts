import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePort } from "./free-port";

// The files in the folder of an embedded PostgreSQL: its port and password, its process ID, its log.

/** The server's only account. */
export const userName = "app";

/** Kept inside the cluster's folder, so that one rename publishes both. */
type Access = { port: number; password: string };

/** Another process listens on its port. */
export async function moveToFreePort(folder: string): Promise<void> {
  writeAccess(folder, { ...readAccess(folder), port: await freePort() });
}

/**
 * A pid file that outlived its machine (a restored volume, a new container) may name a living process that is no PostgreSQL, and PostgreSQL
 * then refuses to start.
 */
export function forgetForeignPid(folder: string): void {
  const pid = pidFileLines(folder)[0];
  if (!pid || !existsSync("/proc/self/cmdline")) return;
  const commandFile = `/proc/${pid}/cmdline`;
  const command = existsSync(commandFile) ? readFileSync(commandFile, "utf8") : "";
  if (!command.includes("postgres")) rmSync(pidFile(folder), { force: true });
}

/** Prefers a running server's own port to the file's: another process may be moving it. */
export function urlFor(folder: string, database: string): string {
  const { port, password } = readAccess(folder);
  const runningPort = Number(pidFileLines(folder)[3]) || port;
  return `postgres://${userName}:${password}@127.0.0.1:${runningPort}/${database}`;
}

function pidFileLines(folder: string): string[] {
  return existsSync(pidFile(folder)) ? readFileSync(pidFile(folder), "utf8").split("\n") : [];
}

/** The size of the log in bytes; `serverLogSince` returns what was written after it. */
export function serverLogSize(folder: string): number {
  return existsSync(serverLog(folder)) ? statSync(serverLog(folder)).size : 0;
}

/** Rotates the log before a start; the previous one is kept. */
export function turnOverServerLog(folder: string, maxBytes = 10 * 1024 * 1024): void {
  if (serverLogSize(folder) > maxBytes) renameSync(serverLog(folder), `${serverLog(folder)}.1`);
}

export function serverLogSince(folder: string, size: number): string {
  return existsSync(serverLog(folder)) ? readFileSync(serverLog(folder)).subarray(size).toString("utf8") : "";
}

/** @throws while there is no cluster */
export function readAccess(folder: string): Access {
  return JSON.parse(readFileSync(accessFile(folder), "utf8")) as Access;
}

/** Writes by one rename: a reader sees all or nothing. */
export function writeAccess(folder: string, access: Access): void {
  const draft = `${accessFile(folder)}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(access), { mode: 0o600 });
  renameSync(draft, accessFile(folder));
}

export const accessFile = (folder: string) => path.join(folder, "access.json");
export const pidFile = (folder: string) => path.join(folder, "postmaster.pid");
export const serverLog = (folder: string) => path.join(folder, "server.log");
