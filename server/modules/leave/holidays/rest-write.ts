import { holidayV2 } from "@/server/modules/people/places/present";
import {
  Holiday,
  HolidayCreate,
  HolidayImport,
  HolidayImportResult,
  HolidayPatch,
} from "@/server/modules/people/places/schema";
import { endpoint, type WriteOptions } from "@/server/transport/endpoint";
import { createHoliday, holidayFaults } from "./create-holiday";
import { deleteHoliday } from "./delete-holiday";
import { importHolidays } from "./import-holidays";
import { holidayPreviewV2 } from "./present";
import {
  previewHoliday,
  previewHolidayDeletion,
  previewHolidayImport,
  previewHolidayUpdate,
} from "./preview-holidays";
import { HolidayPreview } from "./schema";
import { updateHoliday } from "./update-holiday";

const write: WriteOptions = { idempotent: true, onBehalf: true, defer: true };

export const holidayWriteEndpoints = [
  endpoint({
    method: "POST",
    path: "/v2/holidays",
    status: 201,
    operationId: "createHoliday",
    tag: "Holidays",
    summary: "Create a public holiday",
    description:
      "Administrators, and location admins for locations they manage. Open and approved leave on that day is recounted, past leave too: each is a `leave.updated` event, and its person gets an email.",
    scope: "holidays:write",
    write,
    body: HolidayCreate,
    data: Holiday,
    errors: ["FORBIDDEN", "CONFLICT", "LEAVE_NEGATIVE_BALANCE"],
    referenceFaults: holidayFaults,
    call: (ctx, { body }) => createHoliday(ctx, body),
    present: holidayV2,
  }),
  endpoint({
    method: "POST",
    path: "/v2/holidays/import",
    operationId: "importHolidays",
    tag: "Holidays",
    summary: "Import public holidays",
    description:
      "Adds up to 500 holidays to a location. A day that already has a holiday keeps it, so importing the same days twice is safe. Open and approved leave on the new days is recounted, and each person gets one email. Administrators, and location admins for locations they manage.",
    scope: "holidays:write",
    write,
    body: HolidayImport,
    data: HolidayImportResult,
    errors: ["FORBIDDEN", "LEAVE_NEGATIVE_BALANCE"],
    referenceFaults: holidayFaults,
    call: (ctx, { body }) => importHolidays(ctx, body),
  }),
  endpoint({
    method: "POST",
    path: "/v2/holidays/preview",
    operationId: "previewHoliday",
    tag: "Holidays",
    summary: "Preview a new public holiday",
    description:
      "Which leave the holiday would recount, and which balances wouldn't cover it. Changes nothing.",
    scope: "holidays:write",
    body: HolidayCreate,
    data: HolidayPreview,
    errors: ["FORBIDDEN"],
    referenceFaults: holidayFaults,
    call: (ctx, { body }) => previewHoliday(ctx, body),
    present: holidayPreviewV2,
  }),
  endpoint({
    method: "POST",
    path: "/v2/holidays/import/preview",
    operationId: "previewHolidayImport",
    tag: "Holidays",
    summary: "Preview an import of public holidays",
    description:
      "Which leave the import would recount, and which balances wouldn't cover it. Days that already have a holiday keep it. Changes nothing.",
    scope: "holidays:write",
    body: HolidayImport,
    data: HolidayPreview,
    errors: ["FORBIDDEN"],
    referenceFaults: holidayFaults,
    call: (ctx, { body }) => previewHolidayImport(ctx, body),
    present: holidayPreviewV2,
  }),
  endpoint({
    method: "POST",
    path: "/v2/holidays/{id}/preview",
    operationId: "previewHolidayUpdate",
    tag: "Holidays",
    summary: "Preview a changed public holiday",
    description:
      "Which leave the change would recount, and which balances wouldn't cover it. Changes nothing.",
    scope: "holidays:write",
    params: { id: "holiday" },
    body: HolidayPatch,
    data: HolidayPreview,
    errors: ["FORBIDDEN"],
    referenceFaults: holidayFaults,
    call: (ctx, { params, body }) => previewHolidayUpdate(ctx, params.id, body),
    present: holidayPreviewV2,
  }),
  endpoint({
    method: "GET",
    path: "/v2/holidays/{id}/deletion-preview",
    operationId: "previewHolidayDeletion",
    tag: "Holidays",
    summary: "Preview deleting a public holiday",
    description:
      "Which leave deleting it would recount, and which balances wouldn't cover it. Changes nothing.",
    scope: "holidays:write",
    params: { id: "holiday" },
    data: HolidayPreview,
    errors: ["FORBIDDEN"],
    call: (ctx, { params }) => previewHolidayDeletion(ctx, params.id),
    present: holidayPreviewV2,
  }),
  endpoint({
    method: "PATCH",
    path: "/v2/holidays/{id}",
    operationId: "updateHoliday",
    tag: "Holidays",
    summary: "Update a public holiday",
    description: "Open and approved leave on the days before and after is recounted.",
    scope: "holidays:write",
    write,
    params: { id: "holiday" },
    body: HolidayPatch,
    data: Holiday,
    errors: ["FORBIDDEN", "CONFLICT", "LEAVE_NEGATIVE_BALANCE"],
    referenceFaults: holidayFaults,
    call: (ctx, { params, body }) => updateHoliday(ctx, params.id, body),
    present: holidayV2,
  }),
  endpoint({
    method: "DELETE",
    path: "/v2/holidays/{id}",
    status: 204,
    operationId: "deleteHoliday",
    tag: "Holidays",
    summary: "Delete a public holiday",
    description:
      "Administrators, and location admins for locations they manage. Open and approved leave on that day is recounted; refused if a balance wouldn't cover it.",
    scope: "holidays:write",
    write,
    params: { id: "holiday" },
    errors: ["FORBIDDEN", "LEAVE_NEGATIVE_BALANCE"],
    call: (ctx, { params }) => deleteHoliday(ctx, params.id),
  }),
];
