import { ImportResult, maximumImportBytes } from "@/server/modules/workspace/imports/schema";
import { endpoint, type WriteOptions } from "@/server/transport/endpoint";
import { deleteHours } from "./delete-hours";
import { importHours } from "./import-hours";
import { listHours } from "./list-hours";
import { hoursWorkedV2 } from "./present";
import { recordHours } from "./record-hours";
import { HoursImport, HoursWorked, HoursWorkedCreate, HoursWorkedQuery } from "./schema";
import { loadHours } from "./store";

const write: WriteOptions = { idempotent: true, onBehalf: true, defer: true };
const tag = "Hours worked";

export const hoursWorkedEndpoints = [
  endpoint({
    method: "GET",
    path: "/v2/hours-worked",
    operationId: "listHoursWorked",
    tag,
    summary: "List hours worked",
    description: "Hours worked by the users the key can see. The last reported first.",
    scope: "hours-worked:read",
    query: HoursWorkedQuery,
    list: "paged",
    data: HoursWorked,
    call: (ctx, { query, after }) => listHours(ctx, { ...query, after }),
    present: hoursWorkedV2,
  }),
  endpoint({
    method: "GET",
    path: "/v2/hours-worked/{id}",
    operationId: "getHoursWorked",
    tag,
    summary: "Get hours worked",
    description: "The acting user's own, or those of a user the key can see.",
    scope: "hours-worked:read",
    params: { id: "hoursWorked" },
    data: HoursWorked,
    call: (ctx, { params }) => loadHours(ctx, params.id),
    present: hoursWorkedV2,
  }),
  endpoint({
    method: "POST",
    path: "/v2/hours-worked",
    status: 201,
    operationId: "reportHoursWorked",
    tag,
    summary: "Report hours worked",
    description:
      "The hours a user worked in a period, such as a week. Policies with `hoursWorkedRate` give a part of them on its last day. Hours of the same user and the same period are replaced: a report that's sent twice counts once. Another period that shares a day with one that's there is refused.",
    scope: "hours-worked:write",
    write,
    body: HoursWorkedCreate,
    data: HoursWorked,
    errors: ["FORBIDDEN", "CONFLICT", "LEAVE_NEGATIVE_BALANCE", "PERIOD_CLOSED"],
    call: (ctx, { body }) => recordHours(ctx, body),
    present: hoursWorkedV2,
  }),
  endpoint({
    method: "POST",
    path: "/v2/hours-worked/import",
    operationId: "importHoursWorked",
    tag,
    summary: "Import hours worked",
    description:
      "Up to 10,000 rows and 8 MiB, each by the rules of a single report. A row with the hours that a period has already isn't written again. Always runs as an operation, with progress and a result for each row.",
    scope: "hours-worked:write",
    write: { idempotent: true, onBehalf: true, defer: "always" },
    body: HoursImport,
    maximumBodyBytes: maximumImportBytes,
    data: ImportResult,
    errors: ["FORBIDDEN"],
    call: (ctx, { body }) => importHours(ctx, body),
  }),
  endpoint({
    method: "DELETE",
    path: "/v2/hours-worked/{id}",
    status: 204,
    operationId: "deleteHoursWorked",
    tag,
    summary: "Delete hours worked",
    description: "Takes back the days they gave, unless leave would lose days it was booked against.",
    scope: "hours-worked:write",
    write,
    params: { id: "hoursWorked" },
    errors: ["FORBIDDEN", "LEAVE_NEGATIVE_BALANCE", "PERIOD_CLOSED"],
    call: (ctx, { params }) => deleteHours(ctx, params.id),
  }),
];
