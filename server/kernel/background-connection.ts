import { second } from "./clock";
import { type Db, databaseOn, openClient } from "./db";
import { Session } from "./session";

/** One connection of its own. */
export interface BackgroundConnection {
  db: Db;
  close(): Promise<void>;
}

/**
 * One connection for work that nobody waits for: behind it no request can queue up. Opened at first use. Written with
 * `synchronous_commit = off`: only for what a crash may forget.
 */
export function openBackgroundConnection(url: string): BackgroundConnection {
  const client = openClient(url, {
    max: 1,
    connection: {
      application_name: "timeaway background",
      synchronous_commit: "off",
      statement_timeout: 10 * second,
    },
  });
  return { db: databaseOn(new Session(client)), close: () => client.end({ timeout: 1 }) };
}
