import { format } from "node:util";
import type { Logger } from "@/server/kernel/telemetry/log";

/**
 * Turns console output into log lines: our own announcements, Next's, a package's. For a standard output that is no terminal, where readers
 * expect JSON.
 */
export function consoleAsLines(log: Logger): void {
  const say = (...what: unknown[]): void => {
    for (const line of format(...what).split("\n")) if (line.trim()) log.info(line.trim());
  };
  Object.assign(console, { log: say, info: say, debug: say });
}
