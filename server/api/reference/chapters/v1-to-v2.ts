import type { Settings } from "@/server/kernel/env";
import { type Chapter, code, heading, list, table, text } from "../page";

const pairs = ["departments", "locations", "labels", "leave-types", "leaves", "users"] as const;

/** What differs between the sealed version and the present one. */
export const v1ToV2 = ({ baseUrl }: Settings): Chapter => ({
  slug: "v1-to-v2",
  title: "v1 to v2",
  description:
    "What changes when you move from v1 to v2. Version 1 is read-only and gets no new endpoints, fields or keys.",
  blocks: [
    text(
      "Existing v1 keys work until you delete them. A deleted key can't be restored. Everything new is in v2 only. Neither version accepts the other's keys.",
    ),
    heading("Differences", "differences"),
    table(
      "v1 and v2",
      ["Aspect", "v1", "v2"],
      [
        ["Key header", "`x-api-key: <key>`", "`Authorization: Bearer <API_KEY>`"],
        ["Keys", "Company-wide, no scopes", "Owned by a person, with scopes their role allows"],
        ["Success", '`{ "status": "ok", "data": … }`', '`{ "data": … }`'],
        [
          "Errors",
          '`{ "message": … }` or `{ "status": "error", "message": … }`',
          "`{ error: { code, name, description, resolution, requestId, details? } }`",
        ],
        ["Missing or unknown key", "403", "401 [UNAUTHORIZED](errors#unauthorized)"],
        ["Unsupported method", "404", "405 [METHOD_NOT_ALLOWED](errors#method_not_allowed)"],
        [
          "Bad query values",
          "Ignored, or clamped to the range",
          "400 [VALIDATION_ERROR](errors#validation_error)",
        ],
        ["Pagination", "`limit` and `nextToken`", "The same"],
        ["Page size for leaves and users", "25 to 500, default 300", "1 to 1000, default 300"],
        ["Single records", "None", "`GET /v2/<resource>/{id}`"],
        ["Access", "Reads", "Reads, writes, webhooks"],
        ["Limits", "Per key", "The same, per key"],
      ],
    ),
    heading("Endpoints", "endpoints"),
    table(
      "Endpoints of both versions",
      ["v1", "v2"],
      pairs.map((name) => [`[GET /v1/${name}](v1-list-${name})`, `[GET /v2/${name}](list-${name})`]),
    ),
    heading("Records", "records"),
    list(
      "Labels add `userCount`. Leave types add `position`, `calendarStatus` and `isPrivate`.",
      "Leaves add `reason`, `statusReason` and `approvedLevel`, and `createdAt` is never null. The query parameters `startDate` and `endDate` are required in v1 and optional in v2.",
      "A leave's expanded `user` or `approver` has `departmentId`. In v1 it has `role` and `teamId`, which is the department's ID.",
      "A user's `employeeId`, `startDate` and `endDate` are null if not set. In v1 they're left out.",
      "IDs are the same in both versions.",
    ),
    heading("How to move", "move"),
    list(
      "Create a key under [API keys](/dashboard/open-api/keys) as someone who can see the data you need. An administrator sees everything a v1 key does.",
      "Send it as `Authorization: Bearer`, change `/v1` to `/v2`, and branch on `error.code` for errors.",
      "Then delete the v1 key under [Legacy keys](/dashboard/open-api/legacy).",
    ),
    code("v1 call", "bash", `curl "${baseUrl}/v1/departments" \\\n  -H "x-api-key: $TIMEAWAY_V1_KEY"`),
    code(
      "v2 call",
      "bash",
      `curl "${baseUrl}/v2/departments" \\\n  -H "Authorization: Bearer $TIMEAWAY_API_KEY"`,
    ),
  ],
});
