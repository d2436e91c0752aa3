import { catalogue, type ErrorCode } from "@/server/kernel/errors";
import { forbiddenEverywhere } from "./conditions";
import { rowOf } from "./markdown-table";

const codes = Object.keys(catalogue) as ErrorCode[];

const beforePath =
  "Any path can return it, before the request is read any further. The connection is closed.";

/** Facts about a code beyond its row. */
const more: Partial<Record<ErrorCode, readonly string[]>> = {
  VALIDATION_ERROR: ["`details.fields` lists every problem as `{ path, message }`."],
  UNAUTHORIZED: [
    "Comes with `WWW-Authenticate: Bearer`. OAuth access tokens and v1 keys aren't accepted here.",
  ],
  INSUFFICIENT_SCOPE: ["`details.requiredScopes` lists the scopes you need."],
  FORBIDDEN: [
    ...forbiddenEverywhere,
    "The acting user's role doesn't allow it. Each operation's page says who can use it.",
  ],
  ON_BEHALF_OF_NOT_ALLOWED: [
    "The key doesn't have `users:act-on-behalf`, the user doesn't exist, or the owner doesn't manage them. The response is the same for all three.",
  ],
  RESOURCE_NOT_FOUND: ["Also returned for unknown paths and malformed IDs."],
  WEBHOOK_NOT_FOUND: ["Also returned for deliveries of another webhook."],
  METHOD_NOT_ALLOWED: ["The `Allow` header lists the methods you can use."],
  MALFORMED_REQUEST: [beforePath],
  REQUEST_TIMEOUT: [beforePath],
  CONTENT_TOO_LARGE: [
    "For chunk extensions, any path can return it, before the request is read any further. The connection is closed.",
  ],
  EXPECTATION_FAILED: [beforePath],
  REQUEST_HEADERS_TOO_LARGE: [beforePath],
  UNSUPPORTED_CONTENT_ENCODING: ["The `Accept-Encoding` header of the response lists what is read."],
  IDEMPOTENCY_REQUEST_IN_PROGRESS: [
    "The first request hasn't finished yet. Once it has, you get its response.",
  ],
  RATE_LIMITED: ["There is no `Retry-After`. The request wasn't processed, so it's safe to send it again."],
  QUOTA_EXCEEDED: ["The quota resets on the first of the month at 00:00 UTC."],
  INTERNAL_ERROR: ["You can safely retry a write with the same `Idempotency-Key`."],
  SERVICE_UNAVAILABLE: [
    "Usually over within seconds, such as while a database restarts. Retry with exponential backoff and jitter.",
  ],
};

function sectionOf(code: ErrorCode): string {
  const [status, name, description, resolution] = catalogue[code];
  return [
    `## ${code}`,
    `**${status}** ${name}. ${description}`,
    ...(more[code] ? [more[code].map((words) => `- ${words}`).join("\n")] : []),
    `**What to do:** ${resolution}`,
  ].join("\n\n");
}

/** A row per code, which links to its section. */
export const errorRows = codes
  .map((code) => {
    const [status, , description] = catalogue[code];
    return rowOf([`[${code}](errors#${code.toLowerCase()})`, String(status), description]);
  })
  .join("\n");

/** The whole catalogue as Markdown, one heading per code. */
export const errorSections = codes.map(sectionOf).join("\n\n");
