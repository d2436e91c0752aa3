import { format } from "node:util";
import type { Logger } from "@/server/kernel/log";

/**
 * Makes of whatever is written to the console's output lines of a log: our own announcements, Next's, a package's. For a standard output
 * that is no terminal, where whoever reads expects JSON.
 */
export function consoleAsLines(log: Logger): void {
  const say = (...what: unknown[]): void => {
    for (const line of format(...what).split("\n")) if (line.trim()) log.info(line.trim());
  };
  Object.assign(console, { log: say, info: say, debug: say });
}
