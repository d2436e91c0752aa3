import { maximumImportBytes } from "@/server/modules/workspace/imports/schema";
import { endpoint } from "@/server/transport/endpoint";
import { importUsers } from "./import-users";
import { UserImport, UserImportResult } from "./schema";

export const peopleImportEndpoints = [
  endpoint({
    method: "POST",
    path: "/v2/users/import",
    operationId: "importUsers",
    tag: "Users",
    summary: "Import users",
    description:
      "Up to 10,000 rows and 8 MiB. Always runs as an operation, with progress and a result for each row.",
    scope: "users:write",
    write: { idempotent: true, onBehalf: true, defer: "always" },
    body: UserImport,
    maximumBodyBytes: maximumImportBytes,
    data: UserImportResult,
    errors: ["FORBIDDEN"],
    call: (ctx, { body }) => importUsers(ctx, body),
  }),
];
