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
    "Version 2 is under `/v2`. Version 1, under `/v1`, is read-only and won't change. See [v1 to v2](v1-to-v2).",
  ),
  text(
    `This reference is generated from the same schemas that validate requests. You can also get it as an OpenAPI 3.1 document, [openapi.json](${url}/v2/openapi.json), or as Markdown for language models, [llms.txt](${appUrl}/llms.txt).`,
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
    "Send `Authorization: Bearer <API_KEY>` with every request. Create a key under [API keys](/dashboard/open-api/keys). It looks like `svc_live_…` and is shown only once. If the key is missing, malformed, expired or revoked, you get 401 [UNAUTHORIZED](errors#unauthorized).",
  ),
  text(
    "`/v2` doesn't accept OAuth access tokens or v1 keys. To build an app that acts for a signed-in person, see [OAuth](oauth).",
  ),
  heading("Scopes", "scopes", 3),
  text(
    "Scopes set what a key can do. A scope only works while the owner's role allows it. If a request needs a scope the key doesn't have, you get 403 [INSUFFICIENT_SCOPE](errors#insufficient_scope), with the scope in `details.requiredScopes`.",
  ),
  text(`There are ${scopes.length} scopes: ${scopes.map((scope) => `\`${scope}\``).join(", ")}.`),
  heading("Reach", "reach", 3),
  text("A key acts as its owner and never sees more than they do. Visibility add-ons don't change that."),
  table(
    "Reach by role",
    ["Role of the owner", "Reach"],
    [
      ["Administrator", "The whole workspace."],
      ["Location admin", "The locations they manage."],
      ["Approver", "The departments they approve for. Can't read departments, locations or labels."],
      ["User", "Only themselves. Can't read departments, locations or labels."],
    ],
  ),
];

const envelope = {
  error: {
    code: "VALIDATION_ERROR",
    name: "Validation error",
    description: "A parameter, header or field is not valid.",
    resolution: "Fix the fields listed in details.fields, then send the request again.",
    requestId: "req_01JD3V5X7Q9W2E4R6T8Y0ZABCD",
    details: { fields: [{ path: "limit", message: "Must be a whole number from 1 to 1000." }] },
  },
};

const answers: Block[] = [
  heading("Responses", "answers"),
  text(
    "Responses are JSON, with the result in `data`. Every response has an `X-Request-Id`. Use it to find the request in the [log](/dashboard/open-api/logs) for 30 days.",
  ),
  list(
    "IDs are opaque strings with a prefix for their type, such as `user-…` or `leaveType-…`.",
    "Timestamps are ISO 8601 in UTC with milliseconds. Dates are `YYYY-MM-DD`.",
    `Send request bodies as one JSON object of at most ${sizeWords(defaultMaximumBytes)}, with \`Content-Type: application/json\`. Unknown fields are rejected.`,
    "Unknown query parameters are ignored. Sending a known one twice is an error.",
  ),
  heading("Errors", "errors", 3),
  text(
    "The HTTP status tells you whether a request succeeded. Every error has the same body. Branch on `error.code`: its meaning never changes. See [Errors](errors) for the full list.",
  ),
  code("error", "json", JSON.stringify(envelope, null, 2)),
];

const paging: Block[] = [
  heading("Pagination", "paging"),
  text(
    `When a list has more pages, the response includes \`nextToken\` next to \`data\`. Send it as the \`nextToken\` parameter to get the next page. Keep all other parameters the same, except \`limit\`. You won't miss or repeat rows when others are added or removed between pages. A token is valid for ${durationWords(pageTokenLifetimeMs)}. If it was changed, has expired or belongs to another query, you get 400.`,
  ),
  text(
    "`limit` is a whole number. Each operation lists its default and maximum. Departments and scheduled reports aren't paginated.",
  ),
];

const writes = (settings: Settings): Block[] => [
  heading("Idempotency", "idempotency"),
  text(
    `To retry a write safely, send an \`Idempotency-Key\` of 1 to 255 printable ASCII characters, such as a UUID. We store the response for ${durationWords(retentionMs)}, per API key, in the same transaction as the write. If you send the same request again, you get the same response with \`Idempotent-Replayed: true\`, and nothing changes.`,
  ),
  list(
    "If you use the same key for a different request, you get 422 [IDEMPOTENCY_KEY_REUSED](errors#idempotency_key_reused). The order of fields and white space in the body don't matter.",
    "While the first request is still running, you get 409 [IDEMPOTENCY_REQUEST_IN_PROGRESS](errors#idempotency_request_in_progress).",
    "400, 401, 429 and 5xx responses aren't stored. Fix the request or send it again with the same key.",
    "`POST /v2/webhooks` ignores the header.",
  ),
  heading("Operations", "operations"),
  text(
    `Writes normally finish before they respond. If a write takes longer than ${durationWords(settings.writeWaitMs)}, you get \`202\` with an operation instead. The write then runs in the background exactly once, even if a server crashes. Poll the operation's \`url\` ([Get an operation](get-operation)). Polling counts toward your limits.`,
  ),
  table(
    "Prefer",
    ["Header", "Effect"],
    [
      ["`Prefer: respond-async`", "Returns 202 right away."],
      [
        "`Prefer: wait=<seconds>`",
        `Waits this long instead of ${durationWords(settings.writeWaitMs)}. Only a shorter wait has an effect.`,
      ],
    ],
  ),
  text(
    `An operation is \`PENDING\` until it's \`SUCCEEDED\` or \`FAILED\`. If it succeeded, \`result\` has the status and body the write would have returned. If it failed, \`error\` says why. Operations are kept for ${durationWords(keptMs)}. Imports always run as operations, webhook writes never do.`,
  ),
  heading("Acting for others", "acting-for-others"),
  text(
    "To make a write as another person, send `X-On-Behalf-Of: <user ID>`. That person is then the acting user; without the header, it's the key's owner. Administrators manage everyone, location admins the people in their locations, and approvers the people in their departments. Nobody manages someone with a higher role. The key needs `users:act-on-behalf`, and its owner must manage that person. Otherwise you get 403 [ON_BEHALF_OF_NOT_ALLOWED](errors#on_behalf_of_not_allowed). The acting user's role must allow the write, and it can't reach people the key's owner can't. Reads and everything under `/v2/webhooks` ignore the header.",
  ),
];

const limits: Block[] = [
  heading("Limits", "limits"),
  table(
    "Limits of one key",
    ["Limit", "Value", "When you exceed it"],
    [
      ["Rate", `${1000 / intervalMs} requests per second`, "429 [RATE_LIMITED](errors#rate_limited)"],
      ["Burst", `${burst} requests`, "429 [RATE_LIMITED](errors#rate_limited)"],
      [
        "Quota",
        `${grouped(monthlyQuota)} requests per calendar month (UTC)`,
        "429 [QUOTA_EXCEEDED](errors#quota_exceeded)",
      ],
    ],
  ),
  text(
    "Each key has its own limits. Reads, writes and polling all count. Requests rejected with 401 or 429 aren't processed and don't use quota. For a valid key, every response shows what's left in `RateLimit-Policy` and `RateLimit`.",
  ),
  note(
    "There is no Retry-After",
    "Retry `RATE_LIMITED` with exponential backoff and jitter, for example up to 5 attempts, each after a random delay of up to min(30 s, 500 ms × 2^attempt). Don't retry `QUOTA_EXCEEDED` until next month.",
  ),
];

/** What holds for every operation. */
export const introduction = (settings: Settings): Chapter => ({
  slug: "introduction",
  title: "API reference",
  description:
    "Authentication, errors, pagination, idempotency and limits: what you need to know before your first request.",
  blocks: [...baseUrl(settings), ...authentication, ...answers, ...paging, ...writes(settings), ...limits],
});
