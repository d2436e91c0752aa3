import { parseArgs } from "node:util";
import { secretBytes } from "./sign.js";

/** Invalid arguments; the message is one line that gives the reason. */
export class UsageError extends Error {}

export const usage = `Usage: npx @timeaway/client listen --forward-to <url> [options]

Sends the events of an API key on to an address of yours, signed as a webhook's deliveries are.
For development behind a firewall: nothing has to reach your machine. The key needs webhooks:read
and the scopes of the events, such as leaves:read. It is asked with every second while something
happens, every 20 while nothing does, which counts toward its month: give it a key of its own.

  --forward-to <url>  where to, such as http://localhost:4000/hook
  --api-key <key>     svc_live_…; or TIMEAWAY_API_KEY
  --base-url <url>    where the API is; or TIMEAWAY_BASE_URL
  --events <types>    only these, with commas between them, such as leave.approved,user.updated
  --since <time>      from then on, such as 2026-11-20T20:00:00Z; otherwise from now on
  --secret <whsec_…>  to sign with; or TIMEAWAY_WEBHOOK_SECRET; otherwise a new one
  --version           prints the version
  --help              prints this

Anything but 2xx is sent again after 1, 2 and 4 seconds, then given up. While nothing listens there,
or the API is away, it waits, and goes on where it was.
`;

export interface ListenOptions {
  forwardTo: URL;
  apiKey: string;
  baseUrl: string;
  /** Null for all types that the key may read. */
  types: string[] | null;
  /** Null for the time of the start. */
  since: Date | null;
  /** Null for a new one. */
  secret: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

const known = {
  "forward-to": { type: "string" },
  "api-key": { type: "string" },
  "base-url": { type: "string" },
  events: { type: "string", multiple: true },
  since: { type: "string" },
  secret: { type: "string" },
  version: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: known, allowPositionals: true });
  } catch (error) {
    // Node adds advice on unusual arguments in further sentences.
    throw new UsageError(String((error as Error).message).split(/\.\s/)[0]);
  }
}

function urlOf(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.username || url?.password) throw new UsageError(`${name} must be without a username and password`);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError(`${name} must be an http or https URL, such as http://localhost:4000/hook`);
}

function keyOf(text: string): string {
  // The message never shows the key, not even in part: the line may end up in a log.
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new UsageError("--api-key must be a key as it was shown, svc_live_…");
}

function instantOf(text: string): Date {
  const isDated = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.test(text);
  const at = new Date(isDated ? text : Number.NaN);
  if (!Number.isNaN(at.getTime())) return at;
  throw new UsageError("--since must be a time such as 2026-11-20T20:00:00Z");
}

function secretOf(text: string): string {
  if (secretBytes(text)) return text;
  throw new UsageError("--secret must have the form whsec_…, with base64 after it");
}

/**
 * Reads the command line and the environment.
 * @throws UsageError with one line
 */
export function readArguments(args: readonly string[], env: Environment): "help" | "version" | ListenOptions {
  const { values, positionals } = parsed(args);
  if (values.help) return "help";
  if (values.version) return "version";
  const [command, more] = positionals;
  if (command !== "listen") throw new UsageError(command ? `Unknown command '${command}'` : "No command");
  if (more !== undefined) throw new UsageError(`Unexpected argument '${more}'`);
  const given = (option: "forward-to" | "api-key" | "base-url", variable?: string): string => {
    const value = values[option] || (variable && env[variable]);
    if (value) return value;
    throw new UsageError(`--${option} is missing${variable ? `, and ${variable} is not set` : ""}`);
  };
  const types = values.events?.flatMap((list) => list.split(",")).map((type) => type.trim());
  if (types?.includes("")) throw new UsageError("--events must be types with commas between them");
  const secret = values.secret ?? (env.TIMEAWAY_WEBHOOK_SECRET || null);
  return {
    forwardTo: urlOf("--forward-to", given("forward-to")),
    apiKey: keyOf(given("api-key", "TIMEAWAY_API_KEY")),
    baseUrl: urlOf("--base-url", given("base-url", "TIMEAWAY_BASE_URL")).href,
    types: types ?? null,
    since: values.since === undefined ? null : instantOf(values.since),
    secret: secret === null ? null : secretOf(secret),
  };
}
