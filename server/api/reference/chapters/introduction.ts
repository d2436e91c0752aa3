import { scopes } from "@/server/access/scopes";
import type { Settings } from "@/server/kernel/env";
import { lifetimeMs as pageTokenLifetimeMs } from "@/server/kernel/page-token";
import { keptMs } from "@/server/modules/operations/store";
import { burst, intervalMs, monthlyQuota } from "@/server/modules/rate-limits/policy";
import { retentionMs } from "../../idempotency";
import { defaultMaximumBytes } from "../../steps/read-input";
import { durationWords, grouped, sizeWords } from "../limits";
import { type Block, type Chapter, code, heading, list, note, table, text } from "../page";

const baseUrl = ({ baseUrl: url, appUrl }: Settings): Block[] => [
  heading("Base URL", "base-url"),
  code("Base URL", "http", url),
  text(
    "Version 2 lives below `/v2`. Version 1, below `/v1`, is sealed: it is read-only and will not grow. See [v1 to v2](v1-to-v2).",
  ),
  text(
    `Everything here is made from the declarations that validate requests. They are also an OpenAPI 3.1 document, [openapi.json](${url}/v2/openapi.json), and Markdown for language models, [llms.txt](${appUrl}/llms.txt).`,
  ),
  code(
    "first call",
    "bash",
    `curl "${url}/v2/leaves?limit=5&expand=user,leaveType" \\\n  -H "Authorization: Bearer $TIMEAWAY_API_KEY"`,
  ),
];

const authentication: Block[] = [
  heading("Authentication", "authentication"),
  text(
    "Every call carries `Authorization: Bearer <API_KEY>`. A key has the form `svc_live_…` and is made on the page [API keys](/dashboard/open-api/keys); it is shown once. A key that is missing, malformed, expired or revoked is answered 401 [UNAUTHORIZED](errors#unauthorized).",
  ),
  text(
    "OAuth access tokens are not accepted on `/v2`, nor are v1 keys. An app that acts for a signed-in person starts at [OAuth](oauth).",
  ),
  heading("Scopes", "scopes", 3),
  text(
    "A key carries scopes. Those in force are the key's that its owner's role still allows; a call without the scope it needs is answered 403 [INSUFFICIENT_SCOPE](errors#insufficient_scope), and `details.requiredScopes` names it.",
  ),
  text(`There are ${scopes.length}: ${scopes.map((scope) => `\`${scope}\``).join(", ")}.`),
  heading("Reach", "reach", 3),
  text("A key acts as its owner, and never sees more than they do. A visibility add-on does not widen that."),
  table(
    "Reach by role",
    ["Role of the owner", "Reach"],
    [
      ["Administrator", "The whole workspace."],
      ["Location admin", "The locations that they manage."],
      ["Approver", "The departments that they approve. Departments, locations and labels cannot be read."],
      ["User", "Only themselves. Departments, locations and labels cannot be read."],
    ],
  ),
];

const envelope = {
  error: {
    code: "VALIDATION_ERROR",
    name: "Validation error",
    description: "A parameter, header or field is not valid.",
    resolution: "Correct what details.fields lists and send the request again.",
    requestId: "req_01JD3V5X7Q9W2E4R6T8Y0ZABCD",
    details: { fields: [{ path: "limit", message: "Must be a whole number from 1 to 1000." }] },
  },
};

const answers: Block[] = [
  heading("Answers", "answers"),
  text(
    "Bodies are JSON. What was asked for stands in `data`. Every answer has an `X-Request-Id`, which finds the request in the [log](/dashboard/open-api/logs) for 30 days.",
  ),
  list(
    "Ids are opaque text with a prefix that says what they name, such as `user-…` or `leaveType-…`.",
    "Instants are ISO 8601 in UTC with milliseconds; days are `YYYY-MM-DD`.",
    `A request body is one JSON object of at most ${sizeWords(defaultMaximumBytes)}, sent as \`application/json\`. A field that is not known is refused.`,
    "Query parameters that are not known are ignored; a known one that is given twice is refused.",
  ),
  heading("Errors", "errors", 3),
  text(
    "The HTTP status says whether a call succeeded. Every refusal has the same body; branch on `error.code`, which never changes its meaning. [Errors](errors) lists them all.",
  ),
  code("error", "json", JSON.stringify(envelope, null, 2)),
];

const paging: Block[] = [
  heading("Paging", "paging"),
  text(
    `A list that is paged has a top-level \`nextToken\` beside \`data\` while there is more. Send it back as \`nextToken\`, with the same other parameters; only \`limit\` may change. It stays right when rows are added or removed between two pages, and is good for ${durationWords(pageTokenLifetimeMs)}. One that was changed, has expired or belongs to another query is answered 400.`,
  ),
  text(
    "`limit` is a whole number; each operation says its default and its maximum. Departments and scheduled reports come in one response.",
  ),
];

const writes = (settings: Settings): Block[] => [
  heading("Idempotency", "idempotency"),
  text(
    `Send an \`Idempotency-Key\`, 1 to 255 printable ASCII characters such as a UUID, with a write. The answer is kept for ${durationWords(retentionMs)}, for each API key, in the same transaction as the write itself: sending the same request again gives the same answer, with \`Idempotent-Replayed: true\`, and changes nothing.`,
  ),
  list(
    "The same key with a different request: 422 [IDEMPOTENCY_KEY_REUSED](errors#idempotency_key_reused). The order of the body's members and white space make no difference.",
    "While the first request is still running: 409 [IDEMPOTENCY_REQUEST_IN_PROGRESS](errors#idempotency_request_in_progress).",
    "Answers 400, 401, 429 and 5xx are not kept: correct the request, or send it again.",
    "`POST /v2/webhooks` ignores the header.",
  ),
  heading("Operations", "operations"),
  text(
    `A write waits for its end and gives its normal answer. One that takes longer than ${durationWords(settings.writeWaitMs)} answers \`202\` with an operation instead, is carried out exactly once, and survives a crash. Poll its \`url\` ([Get an operation](get-operation)); polling counts toward the limits.`,
  ),
  table(
    "Prefer",
    ["Header", "Effect"],
    [
      ["`Prefer: respond-async`", "The write answers 202 at once."],
      ["`Prefer: wait=<seconds>`", `It waits less than ${durationWords(settings.writeWaitMs)}.`],
    ],
  ),
  text(
    `The status is \`PENDING\`, then \`SUCCEEDED\` with \`result\`, the status and body that the write would have answered, or \`FAILED\` with \`error\`. Operations are kept ${durationWords(keptMs)}. Imports are always operations. Writes to webhooks never are.`,
  ),
  heading("Acting for others", "acting-for-others"),
  text(
    "`X-On-Behalf-Of: <user id>` does a write as another person. The key needs `users:act-on-behalf`, and its owner must manage that person: an administrator everyone, a location admin the people of their locations, an approver those of their departments, nobody a person whose role is stronger. The write then needs the rights of that person and the reach of the owner. Reads, and everything below `/v2/webhooks`, ignore the header. Refused, it is 403 [ON_BEHALF_OF_NOT_ALLOWED](errors#on_behalf_of_not_allowed).",
  ),
];

const limits: Block[] = [
  heading("Limits", "limits"),
  table(
    "Limits of one key",
    ["Limit", "Value", "When it is reached"],
    [
      ["Rate", `${1000 / intervalMs} requests a second`, "429 [RATE_LIMITED](errors#rate_limited)"],
      ["Burst", `${burst} requests`, "429 [RATE_LIMITED](errors#rate_limited)"],
      [
        "Quota",
        `${grouped(monthlyQuota)} requests a calendar month (UTC)`,
        "429 [QUOTA_EXCEEDED](errors#quota_exceeded)",
      ],
    ],
  ),
  text(
    "Each key has its own. Reads, writes and polling count alike; a refused request (401, 429) was not run and uses no quota. Every answer to a known key tells what is left in `RateLimit-Policy` and `RateLimit`.",
  ),
  note(
    "There is no Retry-After",
    "Retry a `RATE_LIMITED` request with exponential backoff and jitter, such as up to 5 attempts, each after a random delay of up to min(30 s, 500 ms × 2^attempt). Do not retry `QUOTA_EXCEEDED` before the next month.",
  ),
];

/** What holds for every operation. */
export const introduction = (settings: Settings): Chapter => ({
  slug: "introduction",
  title: "API reference",
  description: "What holds for every operation of the REST API.",
  blocks: [...baseUrl(settings), ...authentication, ...answers, ...paging, ...writes(settings), ...limits],
});
