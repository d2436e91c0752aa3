import { endpoint, type WriteOptions } from "@/server/transport/endpoint";
import { editCertificate, withdrawCertificate } from "./edit";
import { getCertificate } from "./get";
import { certificateV2 } from "./present";
import { requestCertificate } from "./request-certificate";
import { CertificateAsk, CertificatePatch, LeaveCertificate } from "./schema";

const write: WriteOptions = { idempotent: true, onBehalf: true, defer: true };

const common = { tag: "Leave files", params: { id: "leave" } } as const;

export const certificateEndpoints = [
  endpoint({
    ...common,
    method: "GET",
    path: "/v2/leaves/{id}/certificate",
    operationId: "getLeaveCertificate",
    summary: "Get the certificate asked for",
    description:
      "The certificate that a leave rule or a person asked for: when it is due, and whether it was received. 404 if none is asked for, or for callers who don't see the leave's files. Nothing is due for leave that is no longer OPEN or APPROVED.",
    scope: "leave-files:read",
    data: LeaveCertificate,
    call: (ctx, { params }) => getCertificate(ctx, params.id),
    present: certificateV2,
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/v2/leaves/{id}/certificate",
    status: 201,
    operationId: "askLeaveCertificate",
    summary: "Ask for a certificate",
    description:
      "Asks the person for a certificate by email, once for a leave. For administrators and location admins who manage the person. The next file that is added to the leave marks it as received.",
    scope: "leave-files:write",
    write,
    body: CertificateAsk,
    data: LeaveCertificate,
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params, body }) => requestCertificate(ctx, params.id, body),
    present: certificateV2,
  }),
  endpoint({
    ...common,
    method: "PATCH",
    path: "/v2/leaves/{id}/certificate",
    operationId: "editLeaveCertificate",
    summary: "Edit the certificate asked for",
    description: "Moves the day on which it is due, marks it as received, or takes that back.",
    scope: "leave-files:write",
    write,
    body: CertificatePatch,
    data: LeaveCertificate,
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params, body }) => editCertificate(ctx, params.id, body),
    present: certificateV2,
  }),
  endpoint({
    ...common,
    method: "DELETE",
    path: "/v2/leaves/{id}/certificate",
    status: 204,
    operationId: "withdrawLeaveCertificate",
    summary: "No longer ask for a certificate",
    description: "Files of the leave stay.",
    scope: "leave-files:write",
    write,
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params }) => withdrawCertificate(ctx, params.id),
  }),
];
