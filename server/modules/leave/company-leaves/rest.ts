import { endpoint } from "@/server/transport/endpoint";
import { getCompanyLeave } from "./get-company-leave";
import { listCompanyLeaves } from "./list-company-leaves";
import { listPeople } from "./list-people";
import {
  companyLeaveDetailsV2,
  companyLeavePersonV2,
  companyLeavePreviewV2,
  companyLeaveV2,
} from "./present";
import { previewCompanyLeave } from "./preview-company-leave";
import {
  CompanyLeave,
  CompanyLeaveDetails,
  CompanyLeavePeopleQuery,
  CompanyLeavePerson,
  CompanyLeavePreview,
  CompanyLeavePreviewRequest,
  CompanyLeaveQuery,
} from "./schema";

const tag = "Company leave";

export const companyLeaveEndpoints = [
  endpoint({
    method: "GET",
    path: "/v2/company-leaves",
    operationId: "listCompanyLeaves",
    tag,
    summary: "List company leave",
    description:
      "Days that the company takes off for many people at once, the latest first. Administrators see all, location admins that of locations they manage.",
    scope: "company-leaves:read",
    query: CompanyLeaveQuery,
    list: "paged",
    data: CompanyLeave,
    errors: ["FORBIDDEN"],
    call: (ctx, { query: { limit }, after }) => listCompanyLeaves(ctx, { limit, after }),
    present: companyLeaveV2,
  }),
  endpoint({
    method: "GET",
    path: "/v2/company-leaves/{id}",
    operationId: "getCompanyLeave",
    tag,
    summary: "Get a company leave",
    description: "With the people by outcome, and how many have joined since it was booked.",
    scope: "company-leaves:read",
    params: { id: "companyLeave" },
    data: CompanyLeaveDetails,
    errors: ["FORBIDDEN"],
    call: (ctx, { params }) => getCompanyLeave(ctx, params.id),
    present: companyLeaveDetailsV2,
  }),
  endpoint({
    method: "GET",
    path: "/v2/company-leaves/{id}/users",
    operationId: "listCompanyLeaveUsers",
    tag,
    summary: "List the people of a company leave",
    description: "What became of each, by name: their leave, or why there is none.",
    scope: "company-leaves:read",
    params: { id: "companyLeave" },
    query: CompanyLeavePeopleQuery,
    list: "paged",
    data: CompanyLeavePerson,
    errors: ["FORBIDDEN"],
    call: (ctx, { params, query: { limit, outcome }, after }) =>
      listPeople(ctx, { id: params.id, outcome }, { limit, after }),
    present: companyLeavePersonV2,
  }),
  endpoint({
    method: "POST",
    path: "/v2/company-leaves/preview",
    operationId: "previewCompanyLeave",
    tag,
    summary: "Preview a company leave",
    description:
      "Who would get leave and who wouldn't, by the rules that book it: who lacks balance and by how much, who is away already and which days are left, who doesn't work on these days. Changes nothing.",
    scope: "company-leaves:write",
    body: CompanyLeavePreviewRequest,
    data: CompanyLeavePreview,
    errors: ["FORBIDDEN"],
    call: (ctx, { body }) => previewCompanyLeave(ctx, body),
    present: companyLeavePreviewV2,
  }),
];
