import { z } from "zod";
import "@/server/kernel/text/field-messages";
import type { PoolingSettings } from "@/server/kernel/database/pooling";
import type { Collector } from "@/server/kernel/telemetry/span-export";
import type { Sampling } from "@/server/kernel/telemetry/tracer";
import type { TimeLimits } from "@/server/kernel/time/time-limits";
import type { SealingKeys } from "./secrets";

/** A missing or invalid setting; `message` is one line that names it. */
class SettingsError extends Error {
  override name = "SettingsError";
}

const origin = z.url({ protocol: /^https?$/, error: "must be an http or https URL" });
const trimmed = (url: string) => url.replace(/\/+$/, "");
const secret = z.string().min(32, "must have at least 32 characters");
/** Separated by commas, newest first. */
const secrets = z
  .string()
  .transform((text) => text.split(",").map((one) => one.trim()))
  .refine((all): all is [string, ...string[]] => all.every(({ length }) => length >= 32), {
    error: "must have at least 32 characters; several are separated by commas, the newest first",
  });
const keys = z
  .string()
  .transform((text): Buffer[] => text.split(",").map((one) => Buffer.from(one.trim(), "base64")))
  .refine((all): all is [Buffer, ...Buffer[]] => all.every(({ length }) => length === 32), {
    error: "must be 32 bytes in base64; several are separated by commas, the newest first",
  });
const count = (label: string, minimum: number, maximum: number) =>
  z.coerce
    .number({ error: `must be ${label}` })
    .int()
    .min(minimum)
    .max(maximum);

const samplers = [
  ...(["always_on", "always_off", "traceidratio"] as const),
  ...(["parentbased_always_on", "parentbased_always_off", "parentbased_traceidratio"] as const),
] as const;

const decodedOf = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** @returns null when the text is malformed */
function headersOf(text: string): Record<string, string> | null {
  const pairs = text
    .split(",")
    .filter((pair) => pair.trim())
    .map((pair) => /^\s*([!#$%&'*+.^_`|~0-9a-zA-Z-]+)\s*=(.*)$/.exec(pair));
  if (pairs.some((pair) => pair === null)) return null;
  return Object.fromEntries(
    pairs.map((pair) => [pair?.[1]?.toLowerCase() ?? "", decodedOf(pair?.[2]?.trim() ?? "")]),
  );
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

const Environment = z
  .object({
    PORT: count("a port number", 1, 65535).default(3000),
    HOST: z.string().optional(),
    APP_URL: origin.optional(),
    AUTH_URL: origin.optional(),
    LEGACY_AUTH_URL: origin.optional(),
    BASE_URL: origin.optional(),
    MCP_URL: origin.optional(),
    ISSUER_URL: origin.optional(),
    DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, "must start with postgres://"),
    DATA_DIR: z.string().min(1).default(".data"),
    SESSION_SECRET: secrets,
    ENCRYPTION_KEY: keys,
    CRON_SECRET: secret,
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, "must start with smtp:// or smtps://")
      .optional(),
    EMAIL_FROM: z.string().min(3).default("Timeaway <no-reply@localhost>"),
    PAGE_RATE_PER_SESSION: count("requests a second from 0 to 10000", 0, 10_000).default(20),
    PAGE_RATE_PER_SOURCE: count("requests a second from 0 to 10000", 0, 10_000).default(20),
    TRUSTED_PROXIES: count("a number of proxies", 0, 10).default(0),
    WORK_SLOTS: z
      .string()
      .regex(/^([a-z-]+=[1-9]\d{0,3}(,|$))*$/, "must be pairs like webhook-deliveries=256,operations=6")
      .default(""),
    MIGRATE_AT_START: z.enum(["true", "false"], "must be true or false").default("true"),
    SHUTDOWN_LEAD_SECONDS: count("seconds from 0 to 300", 0, 300).default(5),
    DATABASE_POOLER: z
      .enum(["auto", "none", "transaction"], "must be auto, none or transaction")
      .default("auto"),
    DATABASE_PREPARED_STATEMENTS: z.enum(["auto", "on", "off"], "must be auto, on or off").default("auto"),
    DATABASE_POOL_SIZE: count("a number of connections from 4 to 200", 4, 200).default(10),
    DATABASE_ADMISSION_POOL_SIZE: count("a number of connections from 2 to 50", 2, 50).default(3),
    DATABASE_STATEMENT_TIMEOUT_MS: count("milliseconds from 1000 to 3600000", 1000, 3_600_000).default(
      60_000,
    ),
    DATABASE_LOCK_TIMEOUT_MS: count("milliseconds from 1000 to 3600000", 1000, 3_600_000).default(30_000),
    DATABASE_IDLE_TIMEOUT_MS: count("milliseconds from 1000 to 60000", 1000, 60_000).default(12_000),
    WRITE_WAIT_MS: count("milliseconds from 0 to 60000", 0, 60_000).default(8000),
    WEBHOOK_ALLOW_HOSTS: z.string().default(""),
    WEB_PUSH: z.enum(["on", "off"], "must be on or off").default("on"),
    SLACK_API_URL: origin.default("https://slack.com/api"),
    TEAMS_LOGIN_URL: origin.default("https://login.microsoftonline.com"),
    TEAMS_SERVICE_URL: origin.default("https://smba.trafficmanager.net/teams"),
    METRICS_PORT: count("a port number", 1, 65535).optional(),
    METRICS_HOST: z.string().default("127.0.0.1"),
    OTEL_EXPORTER_OTLP_ENDPOINT: origin.optional(),
    OTEL_EXPORTER_OTLP_HEADERS: z
      .string()
      .default("")
      .transform(headersOf)
      .refine((found) => found !== null, {
        error: "must be pairs like name=value,name=value",
      }),
    OTEL_SERVICE_NAME: z.string().min(1).default("timeaway"),
    OTEL_TRACES_SAMPLER: z
      .enum(samplers, `must be one of ${samplers.join(", ")}`)
      .default("parentbased_traceidratio"),
    OTEL_TRACES_SAMPLER_ARG: z.coerce
      .number({ error: "must be a number from 0 to 1" })
      .min(0)
      .max(1)
      .default(0.05),
    ACCESS_LOG: z.enum(["auto", "on", "off"], "must be auto, on or off").default("auto"),
    SLOW_STATEMENT_MS: count("milliseconds from 1 to 3600000", 1, 3_600_000).default(1000),
    LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(", ")}`).default("info"),
    GOOGLE_CLIENT_ID: z.string().min(1).optional(),
    GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
    GOOGLE_ISSUER: origin.optional(),
    MICROSOFT_CLIENT_ID: z.string().min(1).optional(),
    MICROSOFT_CLIENT_SECRET: z.string().min(1).optional(),
    MICROSOFT_TENANT: z.string().min(1).optional(),
    MICROSOFT_ISSUER: origin.optional(),
    SLACK_CLIENT_ID: z.string().min(1).optional(),
    SLACK_CLIENT_SECRET: z.string().min(1).optional(),
    SLACK_ISSUER: origin.optional(),
  })
  .refine(({ PORT, METRICS_PORT }) => PORT !== METRICS_PORT, {
    path: ["METRICS_PORT"],
    message: "must be another port than PORT",
  });

/** A sign-in provider's client; `issuer` overrides the well-known one (a local provider in tests). */
export interface ProviderSettings {
  clientId: string;
  clientSecret: string;
  issuer?: string;
  tenant?: string;
}

/** The configuration of a process, validated once at startup. URLs have no trailing slash. */
export interface Settings {
  port: number;
  /** The address to listen on; by default all addresses. */
  host: string | undefined;
  appUrl: string;
  authUrl: string;
  legacyAuthUrl: string;
  baseUrl: string;
  /** The URL of the MCP server (decision 13.1). */
  mcpUrl: string;
  issuerUrl: string;
  databaseUrl: string;
  dataDir: string;
  /** Newest first: the newest seals, and all of them open. */
  sessionSecrets: readonly [string, ...string[]];
  encryptionKeys: SealingKeys;
  cronSecret: string;
  smtpUrl: string | undefined;
  emailFrom: string;
  /** Rate limits of pages and their calls, in requests per second; 0 for no limit. */
  pageRates: { perSession: number; perSource: number };
  trustedProxies: number;
  writeWaitMs: number;
  /** Concurrent items of due work in this process, by kind; overrides the kind's default. */
  workSlots: Readonly<Record<string, number>>;
  /** When false, the server refuses to start on a database that is not migrated. */
  migrateAtStart: boolean;
  /** How long a server that shuts down keeps answering requests while `/api/ready` returns 503. */
  shutdownLeadMs: number;
  /** The operator's settings for a pooler behind the database URL. */
  databasePooling: PoolingSettings;
  /** The size of each pool, in connections. */
  databasePoolSizes: Record<"main" | "admission", number>;
  databaseLimits: TimeLimits;
  /** Non-public `host:port` entries that webhooks may reach. */
  webhookAllowHosts: string[];
  /** Whether people can get push notifications on their devices. */
  webPush: boolean;
  /** The API URLs of Slack and Microsoft; stand-ins in tests. */
  slackApiUrl: string;
  teamsLoginUrl: string;
  teamsServiceUrl: string;
  logLevel: string;
  /** Whether each request is logged; `auto` logs unless standard output is a terminal. */
  accessLog: "auto" | "on" | "off";
  /** Slower statements are logged. */
  slowStatementMs: number;
  /** The collector and the sampling of traces; undefined disables tracing. */
  tracing: (Collector & { sampling: Sampling }) | undefined;
  /** The address that Prometheus scrapes; undefined disables metrics. */
  metrics: { port: number; host: string } | undefined;
  providers: { google?: ProviderSettings; microsoft?: ProviderSettings; slack?: ProviderSettings };
  /** Names of variables that are set, and that only earlier versions knew: they have no effect, and stop no start. */
  withdrawn: readonly string[];
}

const withdrawnNames = ["DATABASE_REPLICA_URL", "DATABASE_REPLICA_WAIT_MS"];

function provider(
  id: string | undefined,
  clientSecret: string | undefined,
  more: { issuer?: string | undefined; tenant?: string | undefined },
): ProviderSettings | undefined {
  if (!id || !clientSecret) return undefined;
  return {
    clientId: id,
    clientSecret,
    ...(more.issuer ? { issuer: more.issuer } : {}),
    ...(more.tenant ? { tenant: more.tenant } : {}),
  };
}

/** Formats a validation error as one line: `PORT must be a port number.` */
function describe(error: z.ZodError): string {
  const [issue] = error.issues;
  const message = issue?.message ?? "is not valid";
  return `${String(issue?.path[0] ?? "?")} ${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, "")}.`;
}

function definedValues(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => !!entry[1]));
}

const slotsOf = (text: string): Record<string, number> =>
  Object.fromEntries(
    text
      .split(",")
      .filter(Boolean)
      .map((pair) => pair.split("="))
      .map(([kind = "", slots]) => [kind, Number(slots)]),
  );

/** The names of the variables and their meaning are OpenTelemetry's. */
function tracingOf(e: z.infer<typeof Environment>): Settings["tracing"] {
  if (e.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  const way = e.OTEL_TRACES_SAMPLER.replace("parentbased_", "");
  const ratio = way === "always_on" ? 1 : way === "always_off" ? 0 : e.OTEL_TRACES_SAMPLER_ARG;
  return {
    url: `${trimmed(e.OTEL_EXPORTER_OTLP_ENDPOINT)}/v1/traces`,
    headers: e.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: e.OTEL_SERVICE_NAME,
    sampling: { followsParent: way !== e.OTEL_TRACES_SAMPLER, ratio },
  };
}

/**
 * Reads and validates the environment. An empty variable counts as unset.
 * @throws SettingsError with one line that names the first invalid setting.
 */
export function loadSettings(env: Record<string, string | undefined>): Settings {
  const parsed = Environment.safeParse(definedValues(env));
  if (!parsed.success) throw new SettingsError(describe(parsed.error));
  const e = parsed.data;
  const local = `http://localhost:${e.PORT}`;
  const appUrl = trimmed(e.APP_URL ?? local);
  const authUrl = trimmed(e.AUTH_URL ?? local);
  const baseUrl = trimmed(e.BASE_URL ?? local);
  const google = provider(e.GOOGLE_CLIENT_ID, e.GOOGLE_CLIENT_SECRET, { issuer: e.GOOGLE_ISSUER });
  const microsoft = provider(e.MICROSOFT_CLIENT_ID, e.MICROSOFT_CLIENT_SECRET, {
    issuer: e.MICROSOFT_ISSUER,
    tenant: e.MICROSOFT_TENANT,
  });
  const slack = provider(e.SLACK_CLIENT_ID, e.SLACK_CLIENT_SECRET, { issuer: e.SLACK_ISSUER });
  return {
    port: e.PORT,
    host: e.HOST,
    appUrl,
    authUrl,
    legacyAuthUrl: trimmed(e.LEGACY_AUTH_URL ?? authUrl),
    baseUrl,
    mcpUrl: trimmed(e.MCP_URL ?? `${baseUrl}/mcp`),
    issuerUrl: trimmed(e.ISSUER_URL ?? `${appUrl}/identity`),
    databaseUrl: e.DATABASE_URL,
    dataDir: e.DATA_DIR,
    sessionSecrets: e.SESSION_SECRET,
    encryptionKeys: e.ENCRYPTION_KEY,
    cronSecret: e.CRON_SECRET,
    smtpUrl: e.SMTP_URL,
    emailFrom: e.EMAIL_FROM,
    pageRates: { perSession: e.PAGE_RATE_PER_SESSION, perSource: e.PAGE_RATE_PER_SOURCE },
    trustedProxies: e.TRUSTED_PROXIES,
    writeWaitMs: e.WRITE_WAIT_MS,
    workSlots: slotsOf(e.WORK_SLOTS),
    migrateAtStart: e.MIGRATE_AT_START === "true",
    shutdownLeadMs: e.SHUTDOWN_LEAD_SECONDS * 1000,
    databasePooling: { pooler: e.DATABASE_POOLER, preparedStatements: e.DATABASE_PREPARED_STATEMENTS },
    databasePoolSizes: { main: e.DATABASE_POOL_SIZE, admission: e.DATABASE_ADMISSION_POOL_SIZE },
    databaseLimits: {
      statementMs: e.DATABASE_STATEMENT_TIMEOUT_MS,
      lockMs: e.DATABASE_LOCK_TIMEOUT_MS,
      idleMs: e.DATABASE_IDLE_TIMEOUT_MS,
    },
    webhookAllowHosts: e.WEBHOOK_ALLOW_HOSTS.split(",")
      .map((h) => h.trim())
      .filter(Boolean),
    webPush: e.WEB_PUSH === "on",
    slackApiUrl: trimmed(e.SLACK_API_URL),
    teamsLoginUrl: trimmed(e.TEAMS_LOGIN_URL),
    teamsServiceUrl: trimmed(e.TEAMS_SERVICE_URL),
    logLevel: e.LOG_LEVEL,
    accessLog: e.ACCESS_LOG,
    tracing: tracingOf(e),
    slowStatementMs: e.SLOW_STATEMENT_MS,
    metrics: e.METRICS_PORT === undefined ? undefined : { port: e.METRICS_PORT, host: e.METRICS_HOST },
    providers: {
      ...(google ? { google } : {}),
      ...(microsoft ? { microsoft } : {}),
      ...(slack ? { slack } : {}),
    },
    withdrawn: withdrawnNames.filter((name) => env[name]),
  };
}
