import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePort } from "./free-port";

// What the folder of an embedded PostgreSQL says of it: its port and password, its process, its log.

/** The one account of the server. */
export const userName = "app";

/** Kept inside the cluster's folder, so that one rename publishes both. */
type Access = { port: number; password: string };

/** Somebody else listens on its port. */
export async function moveToFreePort(folder: string): Promise<void> {
  writeAccess(folder, { ...readAccess(folder), port: await freePort() });
}

/**
 * A pid file that outlived its machine (a restored volume, a new container) may name a living process that is
 * no PostgreSQL, and PostgreSQL then refuses to start.
 */
export function forgetForeignPid(folder: string): void {
  const pid = pidFileLines(folder)[0];
  if (!pid || !existsSync("/proc/self/cmdline")) return;
  const commandFile = `/proc/${pid}/cmdline`;
  const command = existsSync(commandFile) ? readFileSync(commandFile, "utf8") : "";
  if (!command.includes("postgres")) rmSync(pidFile(folder), { force: true });
}

/** A running server's own port counts, not the file's: another process may just be moving it. */
export function urlFor(folder: string, database: string): string {
  const { port, password } = readAccess(folder);
  const runningPort = Number(pidFileLines(folder)[3]) || port;
  return `postgres://${userName}:${password}@127.0.0.1:${runningPort}/${database}`;
}

function pidFileLines(folder: string): string[] {
  return existsSync(pidFile(folder)) ? readFileSync(pidFile(folder), "utf8").split("\n") : [];
}

/** In bytes; what is written after it is what `serverLogSince` answers. */
export function serverLogSize(folder: string): number {
  return existsSync(serverLog(folder)) ? statSync(serverLog(folder)).size : 0;
}

/** Before a start; the one before is kept. */
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

/** By one rename: a reader sees all or nothing of it. */
export function writeAccess(folder: string, access: Access): void {
  const draft = `${accessFile(folder)}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(access), { mode: 0o600 });
  renameSync(draft, accessFile(folder));
}

export const accessFile = (folder: string) => path.join(folder, "access.json");
export const pidFile = (folder: string) => path.join(folder, "postmaster.pid");
export const serverLog = (folder: string) => path.join(folder, "server.log");
