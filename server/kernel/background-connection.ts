import postgres, { type Sql } from "postgres";
import { second } from "./clock";

/**
 * One connection of its own for work that nobody waits for: behind it no request can queue up. Opened at first use. Written with
 * `synchronous_commit = off`: only for what a crash may forget.
 */
export const openBackgroundConnection = (url: string): Sql =>
  postgres(url, {
    max: 1,
    onnotice: () => {},
    connect_timeout: 10,
    connection: { synchronous_commit: "off", statement_timeout: 10 * second },
  });
