import type { Settings } from "@/server/kernel/env";
import { type Chapter, code, heading, list, table, text } from "../page";

const pairs = ["departments", "locations", "labels", "leave-types", "leaves", "users"] as const;

/** What differs between the sealed version and the present one. */
export const v1ToV2 = ({ baseUrl }: Settings): Chapter => ({
  slug: "v1-to-v2",
  title: "v1 to v2",
  description:
    "Version 1 is sealed: read-only, no new endpoints, fields or keys. What changes when you move.",
  blocks: [
    text(
      "Existing v1 keys keep working until they are deleted, and a deleted one never comes back. Everything new exists only in v2. Neither version takes the other's keys.",
    ),
    heading("Differences", "differences"),
    table(
      "v1 and v2",
      ["Aspect", "v1", "v2"],
      [
        ["Key header", "`x-api-key: <key>`", "`Authorization: Bearer <API_KEY>`"],
        ["Keys", "Company-wide, without scopes", "A person's, with scopes, limited by their role"],
        ["Success", '`{ "status": "ok", "data": … }`', '`{ "data": … }`'],
        [
          "Errors",
          '`{ "message": … }` or `{ "status": "error", "message": … }`',
          "`{ error: { code, name, description, resolution, requestId, details? } }`",
        ],
        ["No key, or an unknown one", "403", "401 [UNAUTHORIZED](errors#unauthorized)"],
        ["Another method", "404", "405 [METHOD_NOT_ALLOWED](errors#method_not_allowed)"],
        [
          "Bad query values",
          "Ignored, or moved into the range",
          "400 [VALIDATION_ERROR](errors#validation_error)",
        ],
        ["Paging", "`limit` and `nextToken`", "The same"],
        ["Page of leaves and users", "25 to 500, default 300", "1 to 1000, default 300"],
        ["Single records", "None", "`GET /v2/<resource>/{id}`"],
        ["Access", "Reads", "Reads, writes, webhooks"],
        ["Limits", "The same for each key", "The same for each key"],
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
      "Labels gain `userCount`, leave types `position`, `calendarStatus` and `isPrivate`.",
      "Leaves gain `reason`, `statusReason` and `approvedLevel`, and `createdAt` is never null. `startDate` and `endDate` of the query are required in v1, optional in v2.",
      "An expanded `user` or `approver` of a leave has `departmentId`; in v1 it has `role` and `teamId`, which is the department's id.",
      "`employeeId`, `startDate` and `endDate` of a user are null when they are not set; in v1 they are absent.",
      "Ids are the same in both.",
    ),
    heading("Move", "move"),
    list(
      "Make a key on the page [API keys](/dashboard/open-api/keys) of a person who reaches what you read: an administrator reaches what a v1 key does.",
      "Send it as `Authorization: Bearer`, change `/v1` to `/v2`, and read errors by `error.code`.",
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
