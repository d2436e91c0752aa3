import { type Clock, systemClock } from "./clock";
import { type Database, type Db, openDatabase } from "./db";
import type { Settings } from "./env";
import { createLog, type Logger } from "./log";

/** What one process holds open. Made once; tests make their own with a clock they hold. */
export interface Services {
  settings: Settings;
  db: Db;
  counters: Database["counters"];
  clock: Clock;
  log: Logger;
  close(): Promise<void>;
}

export interface ServiceOverrides {
  clock?: Clock;
  log?: Logger;
}

export function createServices(settings: Settings, overrides: ServiceOverrides = {}): Services {
  const database = openDatabase(settings.databaseUrl);
  return {
    settings,
    db: database.db,
    counters: database.counters,
    clock: overrides.clock ?? systemClock,
    log: overrides.log ?? createLog(settings.logLevel),
    close: database.close,
  };
}

const shared = globalThis as typeof globalThis & { timeawayServices?: Services };

/** Keeps the process's services where Next's own copy of this module finds them too: one pool for both mounts. */
export function shareServices(services: Services): void {
  shared.timeawayServices = services;
}

/** The process's services; on a Next host without our start command, made from the environment at first use. */
export function sharedServices(make: () => Services): Services {
  shared.timeawayServices ??= make();
  return shared.timeawayServices;
}
