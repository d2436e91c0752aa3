import { endpoint, steppedEndpoint } from "@/server/transport/endpoint";
import { createCompanyLeave } from "./create-company-leave";
import { companyLeaveV2 } from "./present";
import { resumeBooking } from "./resume-booking";
import { resumeUndo } from "./resume-undo";
import { CompanyLeave, CompanyLeaveCreate } from "./schema";
import { startBooking } from "./start-booking";
import { startUndo } from "./start-undo";

const common = { tag: "Company leave", scope: "company-leaves:write", data: CompanyLeave } as const;
const inSteps = {
  params: { id: "companyLeave" },
  write: { idempotent: true, onBehalf: true, defer: "always" },
  errors: ["FORBIDDEN", "CONFLICT"],
  present: companyLeaveV2,
} as const;

export const companyLeaveWriteEndpoints = [
  endpoint({
    ...common,
    method: "POST",
    path: "/v2/company-leaves",
    status: 201,
    operationId: "createCompanyLeave",
    summary: "Book a company leave",
    description:
      "Approved leave for everyone it fits, in the background: the answer's `status` is BOOKING. Poll the company leave until it's BOOKED. Each person gets it once, by email too. Location admins have to name locations they manage.",
    write: { idempotent: true, onBehalf: true, defer: true },
    body: CompanyLeaveCreate,
    errors: ["FORBIDDEN"],
    call: (ctx, { body }) => createCompanyLeave(ctx, body),
    present: companyLeaveV2,
  }),
  steppedEndpoint({
    ...common,
    ...inSteps,
    method: "POST",
    path: "/v2/company-leaves/{id}/book",
    operationId: "bookCompanyLeave",
    summary: "Book a company leave for more people",
    description:
      "Books it for people who joined since, and for those it could not be booked for before. No one gets it twice.",
    call: (ctx, { params }) => startBooking(ctx, params.id),
    step: (tx, { params }) => resumeBooking(tx, params.id),
  }),
  steppedEndpoint({
    ...common,
    ...inSteps,
    method: "DELETE",
    path: "/v2/company-leaves/{id}",
    operationId: "undoCompanyLeave",
    summary: "Undo a company leave",
    description:
      "Cancels the leave that is unchanged since it was booked. What has changed is kept: `keptCount` says for how many people. The company leave itself stays, with the status UNDONE.",
    call: (ctx, { params }) => startUndo(ctx, params.id),
    step: (tx, { params }) => resumeUndo(tx, params.id),
  }),
];
