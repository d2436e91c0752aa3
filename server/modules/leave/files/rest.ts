import { limits } from "@/drizzle/schema/limits";
import { leaveFileTypes } from "@/drizzle/schema/values";
import { endpoint, type WriteOptions } from "@/server/transport/endpoint";
import { createFile } from "./create";
import { deleteFile } from "./delete";
import { listFiles } from "./list";
import { leaveFileV2 } from "./present";
import { readFile } from "./read";
import { LeaveFile } from "./schema";

/** Never deferred: an operation would keep the content outside its seal. */
const write: WriteOptions = { idempotent: true, onBehalf: true, defer: false };

export const leaveFileEndpoints = [
  endpoint({
    method: "GET",
    path: "/v2/leaves/{id}/files",
    operationId: "listLeaveFiles",
    tag: "Leave files",
    summary: "List a leave's files",
    description:
      "The files of a leave, oldest first, without their content. 404 unless the key's owner is the person, an administrator, a location admin who manages the person, or an approver where the leave type's `approversSeeFiles` is set.",
    scope: "leave-files:read",
    params: { id: "leave" },
    list: "whole",
    data: LeaveFile,
    call: async (ctx, { params }) => ({ items: (await listFiles(ctx, params.id)).items, next: null }),
    present: leaveFileV2,
  }),
  endpoint({
    method: "POST",
    path: "/v2/leaves/{id}/files",
    status: 201,
    operationId: "addLeaveFile",
    tag: "Leave files",
    summary: "Add a file to a leave",
    description:
      "The body is the file itself, up to 10 MiB: PDF, PNG, JPEG, WEBP or HEIC by its content. Its name is in `Content-Disposition: attachment; filename*=UTF-8''note.pdf` (RFC 6266); names in a query would be logged. An open or approved leave takes five files.",
    scope: "leave-files:write",
    write,
    params: { id: "leave" },
    upload: { maximumBytes: limits.fileBytes },
    data: LeaveFile,
    errors: ["CONFLICT", "TOO_MANY_FILES", "FILE_TYPE_NOT_SUPPORTED", "CONTENT_TOO_LARGE"],
    call: (ctx, { params, file }) => createFile(ctx, params.id, file),
    present: leaveFileV2,
  }),
  endpoint({
    method: "GET",
    path: "/v2/leaves/{id}/files/{fileId}",
    operationId: "downloadLeaveFile",
    tag: "Leave files",
    summary: "Download a leave's file",
    description: "The content of a file, as an attachment. Each read is recorded in the audit log.",
    scope: "leave-files:read",
    params: { id: "leave", fileId: "leaveFile" },
    download: leaveFileTypes,
    call: (ctx, { params }) => readFile(ctx, params.id, params.fileId),
    present: ({ file, chunks }) => ({
      name: file.name,
      contentType: file.contentType,
      byteCount: file.byteCount,
      chunks,
    }),
  }),
  endpoint({
    method: "DELETE",
    path: "/v2/leaves/{id}/files/{fileId}",
    status: 204,
    operationId: "deleteLeaveFile",
    tag: "Leave files",
    summary: "Delete a leave's file",
    description:
      "Deletes a file and its content for good: the acting user's own upload, or any as an administrator or a location admin who manages the person.",
    scope: "leave-files:write",
    write,
    params: { id: "leave", fileId: "leaveFile" },
    errors: ["FORBIDDEN"],
    call: (ctx, { params }) => deleteFile(ctx, params.id, params.fileId),
  }),
];
