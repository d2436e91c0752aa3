import { spawnSync } from "node:child_process";

const canPin = spawnSync("taskset", ["--version"]).status === 0;

/**
 * The command that runs a program on one core: servers under test on the first, the load on the second, so that they do not compete for CPU
 * time. PostgreSQL uses both. Without `taskset` nothing is pinned.
 */
export function onCore(core: 0 | 1, command: string, args: string[]): [string, string[]] {
  return canPin ? ["taskset", ["-c", String(core), command, ...args]] : [command, args];
}
