import { endpoint, steppedEndpoint } from "@/server/transport/endpoint";
import { exportPerson } from "./export-person";
import { erasureV2, personalDataV2 } from "./present";
import { resumeErasure } from "./resume-erasure";
import { Erasure, PersonalData } from "./schema";
import { startErasure } from "./start-erasure";

const tag = "Users";

export const personalDataEndpoints = [
  endpoint({
    method: "GET",
    path: "/v2/users/{id}/personal-data",
    operationId: "exportPersonalData",
    tag,
    summary: "Export a user's personal data",
    description:
      "Everything the workspace holds about one person, in sections. Only administrators can do this, with a key that also has `leaves:read`. Each export is in the audit log.",
    scope: "users:read",
    params: { id: "user" },
    data: PersonalData,
    errors: ["FORBIDDEN"],
    call: (ctx, { params }) => exportPerson(ctx, params.id),
    present: personalDataV2,
  }),
  steppedEndpoint({
    method: "POST",
    path: "/v2/users/{id}/erase",
    operationId: "erasePersonalData",
    tag,
    summary: "Erase a user's personal data",
    description:
      "Removes name, email address, birthday, employee ID, labels and reasons for good, also from logs and events. What the person owns ends. Their leave stays, without a name. Only administrators can do this, once the person is inactive. The person's own records are empty as soon as this is accepted. What else names them is removed by an operation, with progress. While it runs, the same call returns the same operation.",
    scope: "users:write",
    write: { idempotent: true, onBehalf: true, defer: "always" },
    params: { id: "user" },
    data: Erasure,
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params }) => startErasure(ctx, params.id),
    step: (tx, { params }) => resumeErasure(tx, params.id),
    present: erasureV2,
  }),
];
