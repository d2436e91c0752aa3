import { catalogue, type ErrorCode } from "@/server/kernel/errors";
import { forbiddenEverywhere } from "../conditions";
import { type Block, type Chapter, heading, list, table, text } from "../page";

const codes = Object.keys(catalogue) as ErrorCode[];

/** Where a code is explained. */
export const anchorOf = (code: string): string => code.toLowerCase();

/** What there is to know of a code beyond its row. */
const more: Partial<Record<ErrorCode, string[]>> = {
  VALIDATION_ERROR: ["`details.fields` lists every fault at once, as `{ path, message }`."],
  UNAUTHORIZED: [
    "Carries `WWW-Authenticate: Bearer`. An OAuth access token and a v1 key are not recognized either.",
  ],
  INSUFFICIENT_SCOPE: ["`details.requiredScopes` names what is missing."],
  FORBIDDEN: [
    ...forbiddenEverywhere,
    "The acting user's role does not allow it; the page of each operation says when.",
  ],
  ON_BEHALF_OF_NOT_ALLOWED: [
    "A key without `users:act-on-behalf`, an unknown user and a user whom the owner does not manage are answered alike.",
  ],
  RESOURCE_NOT_FOUND: ["Also for a path that does not exist, and for an id that is not well-formed."],
  WEBHOOK_NOT_FOUND: ["Also for a delivery that is not the webhook's."],
  METHOD_NOT_ALLOWED: ["Carries `Allow`."],
  IDEMPOTENCY_REQUEST_IN_PROGRESS: ["Nothing is stored under the key yet: the first request decides."],
  RATE_LIMITED: ["There is no `Retry-After`. Nothing was run, so it is safe to send it again."],
  QUOTA_EXCEEDED: ["The quota starts anew on the first of the month, 00:00 UTC."],
  INTERNAL_ERROR: ["A write may be sent again under the same `Idempotency-Key`."],
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
  description: "Every code of REST API v2, when it is answered, and what to do.",
  blocks: [
    text(
      "Every refusal has the body `{ error: { code, name, description, resolution, requestId, details? } }`. Branch on `code`; the words may become more exact. `requestId` is what `X-Request-Id` says, too. OAuth has errors of its own: see [OAuth](oauth#errors).",
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
