import { catalogue, type ErrorCode } from "@/server/kernel/errors";
import { forbiddenEverywhere } from "../conditions";
import { type Block, type Chapter, heading, list, table, text } from "../page";

const codes = Object.keys(catalogue) as ErrorCode[];

/** Where a code is explained. */
export const anchorOf = (code: string): string => code.toLowerCase();

/** What there is to know of a code beyond its row. */
const more: Partial<Record<ErrorCode, string[]>> = {
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
  IDEMPOTENCY_REQUEST_IN_PROGRESS: [
    "The first request hasn't finished yet. Once it has, you get its response.",
  ],
  RATE_LIMITED: ["There is no `Retry-After`. The request wasn't processed, so it's safe to send it again."],
  QUOTA_EXCEEDED: ["The quota resets on the first of the month at 00:00 UTC."],
  INTERNAL_ERROR: ["You can safely retry a write with the same `Idempotency-Key`."],
};

function blocksOf(code: ErrorCode): Block[] {
  const [status, name, description, resolution] = catalogue[code];
  return [
    heading(code, anchorOf(code)),
    text(`**${status}** ${name}. ${description}`),
    ...(more[code] ? [list(...more[code])] : []),
    text(`**What to do:** ${resolution}`),
  ];
}

/** The whole catalogue, one anchor for each code. */
export const errors = (): Chapter => ({
  slug: "errors",
  title: "Errors",
  description: "Every error code of the REST API v2, what it means and what to do.",
  blocks: [
    text(
      "Every error has the body `{ error: { code, name, description, resolution, requestId, details? } }`. Branch on `code`: the other text can change. `requestId` is the same as the `X-Request-Id` header. OAuth has its own errors, see [OAuth](oauth#errors).",
    ),
    table(
      "Errors",
      ["Code", "Status", "Meaning"],
      codes.map((code) => [
        `[${code}](errors#${anchorOf(code)})`,
        String(catalogue[code][0]),
        catalogue[code][2],
      ]),
    ),
    ...codes.flatMap(blocksOf),
  ],
});
