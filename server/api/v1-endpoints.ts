import { z } from "zod";
import { leaveStatuses, userStatuses } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import type { Page, Position } from "@/server/kernel/database/page-token";
import { decodeId } from "@/server/kernel/schema";
import { listLeaveTypes } from "@/server/modules/leave/leave-types/list-leave-types";
import { leaveTypeV1 } from "@/server/modules/leave/leave-types/present";
import { type ExpandedLeaveRow, expandLeavesWith } from "@/server/modules/leave/requests/expand-leaves";
import { listLeaves } from "@/server/modules/leave/requests/list-leaves";
import { leaveV1 } from "@/server/modules/leave/requests/present";
import { leaveExpansions } from "@/server/modules/leave/requests/schema";
import { findUsersWithRole, type UserRowWithRole } from "@/server/modules/people/people/find-users";
import { listUsers } from "@/server/modules/people/people/list-users";
import { userV1 } from "@/server/modules/people/people/present";
import { LabelReference, sealedUserExpansions } from "@/server/modules/people/people/schema";
import { listDepartments } from "@/server/modules/people/places/list-departments";
import { listLabels } from "@/server/modules/people/places/list-labels";
import { listLocations } from "@/server/modules/people/places/list-locations";
import { departmentV1, labelV1, locationV1 } from "@/server/modules/people/places/present";
import { type Endpoint, endpoint } from "@/server/transport/endpoint";
import { aPage, choicesOf, choicesOr, listOf, requiredDate, wholePage } from "./v1-query";
import { DepartmentV1, LabelV1, LeaveTypeV1, LeaveV1, LocationV1, UserV1 } from "./v1-records";

const sealed = { method: "GET", tag: "v1 (sealed)", scope: "any" } as const;

const WholeQuery = z.object(wholePage);

const LeaveQuery = z.object({
  startDate: requiredDate("Only leaves that end on or after this day.", "2026-11-01"),
  endDate: requiredDate("Only leaves that start on or before this day.", "2026-11-30"),
  status: choicesOr("APPROVED", leaveStatuses),
  expand: choicesOf(leaveExpansions),
  ...aPage,
});

const idList = (kind: "location" | "department") =>
  listOf("Comma-separated IDs.", (item) => decodeId(kind, item));

const UserQuery = z.object({
  status: choicesOr("ACTIVE", userStatuses),
  locations: idList("location"),
  departments: idList("department"),
  labels: listOf("Comma-separated IDs or names.", (item) => LabelReference.safeParse(item).data ?? null),
  expand: choicesOf(sealedUserExpansions),
  ...aPage,
});

async function listExpanded(
  ctx: Ctx,
  { expand = [], ...filter }: z.output<typeof LeaveQuery>,
  after: Position | null,
): Promise<Page<ExpandedLeaveRow<UserRowWithRole>>> {
  const page = await listLeaves(ctx, { ...filter, after });
  return { items: await expandLeavesWith(ctx, page.items, expand, findUsersWithRole), next: page.next };
}

/** All of v1: sealed, so nothing is ever added here. Its envelope is v1.ts's, its verbs are v2's. */
export const v1Endpoints: readonly Endpoint[] = [
  endpoint({
    ...sealed,
    path: "/v1/departments",
    operationId: "v1ListDepartments",
    summary: "List departments (v1)",
    description: "Every department in the company. Not paginated.",
    list: "whole",
    data: DepartmentV1,
    call: (ctx) => listDepartments(ctx),
    present: departmentV1,
  }),
  endpoint({
    ...sealed,
    path: "/v1/locations",
    operationId: "v1ListLocations",
    summary: "List locations (v1)",
    description: "Every location in the company, sorted by name.",
    query: WholeQuery,
    list: "paged",
    order: "names",
    data: LocationV1,
    call: (ctx, { query, after }) => listLocations(ctx, { limit: query.limit, after }),
    present: locationV1,
  }),
  endpoint({
    ...sealed,
    path: "/v1/labels",
    operationId: "v1ListLabels",
    summary: "List labels (v1)",
    description: "Every label in the company, sorted by name.",
    query: WholeQuery,
    list: "paged",
    order: "names",
    data: LabelV1,
    call: (ctx, { query, after }) => listLabels(ctx, { limit: query.limit, after }),
    present: labelV1,
  }),
  endpoint({
    ...sealed,
    path: "/v1/leave-types",
    operationId: "v1ListLeaveTypes",
    summary: "List leave types (v1)",
    description: "Every leave type in the company, including inactive ones, sorted by position.",
    query: WholeQuery,
    list: "paged",
    data: LeaveTypeV1,
    call: (ctx, { query, after }) => listLeaveTypes(ctx, { limit: query.limit, after }),
    present: leaveTypeV1,
  }),
  endpoint({
    ...sealed,
    path: "/v1/leaves",
    operationId: "v1ListLeaves",
    summary: "List leaves (v1)",
    description: "Leaves in a date range, sorted by start date. v1 doesn't include free text.",
    query: LeaveQuery,
    list: "paged",
    data: LeaveV1,
    call: (ctx, { query, after }) => listExpanded(ctx, query, after),
    present: leaveV1,
  }),
  endpoint({
    ...sealed,
    path: "/v1/users",
    operationId: "v1ListUsers",
    summary: "List users (v1)",
    description: "The people in the company, in the order they were added.",
    query: UserQuery,
    list: "paged",
    data: UserV1,
    call: (ctx, { query, after }) => listUsers(ctx, { ...query, after }),
    present: userV1,
  }),
];
