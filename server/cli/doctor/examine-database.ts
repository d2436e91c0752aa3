import postgres, { type Sql } from "postgres";
import { schemaStanding } from "@/drizzle/migrate";
import { newestMigration } from "@/server/kernel/database/newest-migration";
import { findPooling, type Pooling } from "@/server/kernel/database/pooling";
import type { Settings } from "@/server/kernel/env";
import { second } from "@/server/kernel/time/clock";
import { whyUnusable } from "../open-database";
import { examineDistribution } from "./examine-distribution";
import { error, type Finding, ok, warning } from "./finding";

/** The result of examining the database; with `pooling`, its schema is current and it can be used. */
export interface DatabaseFound {
  findings: Finding[];
  pooling?: Pooling;
}

/** Connections of a process beside its two pools: the request log, metrics, and one spare. */
const connectionsBeside = 3;
const maxClockDifferenceMs = second;

interface Server extends Record<string, unknown> {
  version: string;
  isReadOnly: boolean;
  mayMigrate: boolean;
  most: number;
  used: number;
  at: number;
}

/** Connects, and checks version, privileges, connections, schema and clock. Changes nothing. */
export async function examineDatabase(url: string, settings: Settings): Promise<DatabaseFound> {
  const sql = postgres(url, {
    ...{ max: 1, prepare: false, fetch_types: false, connect_timeout: 5, onnotice: () => undefined },
    connection: { application_name: "timeaway doctor" },
  });
  try {
    return await examined(sql, url, settings);
  } catch (cause) {
    const message = whyUnusable(url, cause) ?? (cause as Error).message;
    return {
      findings: [
        error("database", message, "Start the database, or set DATABASE_URL to where it is; then ask again."),
      ],
    };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function examined(sql: Sql, url: string, settings: Settings): Promise<DatabaseFound> {
  const asked = Date.now();
  const server = await askServer(sql);
  const clock = examineClock(server.at - (asked + Date.now()) / 2);
  const pooling = await findPooling(url, settings.databasePooling);
  const schema = await examineSchema(sql, settings, server);
  const findings = [
    ok("database", `PostgreSQL ${server.version}${pooling.isPooled ? " behind a pooler" : ""} answers.`),
    ...(server.isReadOnly ? [readOnly] : []),
    ...(pooling.isPooled ? [] : [examineConnections(server, settings)]),
    ...[schema, ...(schema.status === "ok" ? await examineDistribution(sql) : []), clock],
  ];
  const isUsable =
    schema.status === "ok" &&
    !server.isReadOnly &&
    findings.every(({ part, status }) => part !== "distribution" || status === "ok");
  return isUsable ? { findings, pooling } : { findings };
}

async function askServer(sql: Sql): Promise<Server> {
  const [server] = await sql<Server[]>`
    select current_setting('server_version') as version,
      pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as "isReadOnly",
      has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as "mayMigrate",
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      extract(epoch from clock_timestamp())::float8 * 1000 as at`;
  if (!server) throw new Error("The database answered nothing.");
  return server;
}

const readOnly = error(
  "database",
  "The database can only be read: it is a replica, or is set so.",
  "Set DATABASE_URL to the primary.",
);

function examineConnections({ most, used }: Server, { databasePoolSizes }: Settings): Finding {
  const each = databasePoolSizes.main + databasePoolSizes.admission + connectionsBeside;
  const message = `${used} of ${most} connections are in use; a process takes up to ${each}.`;
  const resolution = "Raise max_connections, lower DATABASE_POOL_SIZE, or put PgBouncer in between.";
  if (most < each) return error("database", message, resolution);
  return most - used < each ? warning("database", message, resolution) : ok("database", message);
}

async function examineSchema(sql: Sql, settings: Settings, { mayMigrate }: Server): Promise<Finding> {
  const { name } = newestMigration;
  const standing = await schemaStanding(sql);
  if (standing === "current") return ok("database", `The schema is at ${name}.`);
  if (standing === "newer")
    return error(
      "database",
      `The schema is newer than this release, whose newest migration is ${name}.`,
      "Start the release that migrated it, or restore a backup.",
    );
  const message = `The schema is older than ${name}, this release's newest migration.`;
  if (settings.migrateAtStart && mayMigrate)
    return warning("database", message, "The next start migrates it.");
  return error(
    "database",
    message,
    mayMigrate
      ? "Run `npm run admin -- migrate`."
      : "Run `npm run admin -- migrate` with a role that may create tables: this one may not.",
  );
}

function examineClock(differenceMs: number): Finding {
  const message = `This machine's clock and the database's differ by ${(Math.abs(differenceMs) / second).toFixed(1)} s.`;
  if (Math.abs(differenceMs) < maxClockDifferenceMs) return ok("clock", message);
  return warning(
    "clock",
    message,
    "Let both take their time from a time server. The service goes by the database's; certificates and logs do not.",
  );
}
