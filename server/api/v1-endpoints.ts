import { leaveStatuses, userStatuses } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import type { Page, Position } from "@/server/kernel/page-token";
import { decodeId } from "@/server/kernel/schema";
import { listDepartments } from "@/server/modules/directory/list-departments";
import { listLabels } from "@/server/modules/directory/list-labels";
import { listLocations } from "@/server/modules/directory/list-locations";
import { departmentV1, labelV1, locationV1 } from "@/server/modules/directory/present";
import { listLeaveTypes } from "@/server/modules/leave-types/list-leave-types";
import { leaveTypeV1 } from "@/server/modules/leave-types/present";
import { expandLeavesWith } from "@/server/modules/leaves/expand-leaves";
import { listLeaves } from "@/server/modules/leaves/list-leaves";
import { leaveV1 } from "@/server/modules/leaves/present";
import { leaveExpansions } from "@/server/modules/leaves/schema";
import { findUsersWithRole } from "@/server/modules/people/find-users";
import { listUsers } from "@/server/modules/people/list-users";
import { userV1 } from "@/server/modules/people/present";
import { LabelReference, userExpansions } from "@/server/modules/people/schema";
import type { V1Query } from "./v1-query";

/** One of the six sealed endpoints: a v2 verb, lenient parameters and v1's shape. */
export interface V1Endpoint {
  method: "GET";
  path: `/v1/${string}`;
  /** Parameters that must be there. */
  required: readonly string[];
  /** Parameters that select rows: a nextToken works for the same ones only. */
  filters: readonly string[];
  call(ctx: Ctx, query: V1Query, after: Position | null): Promise<Page<unknown>>;
  present(item: unknown): unknown;
}

interface Declared<R> extends Omit<V1Endpoint, "method" | "required" | "filters" | "call" | "present"> {
  required?: readonly string[];
  filters?: readonly string[];
  call(ctx: Ctx, query: V1Query, after: Position | null): Promise<Page<R>>;
  present(item: R): unknown;
}

/** Method syntax compares parameters loosely, so records of different rows stand in one list. */
const v1 = <R>(record: Declared<R>): V1Endpoint =>
  ({ method: "GET", required: [], filters: [], ...record }) as V1Endpoint;

const everything = (query: V1Query) => query.count("limit", { minimum: 1, maximum: 1000, fallback: 1000 });
const aPage = (query: V1Query) => query.count("limit", { minimum: 25, maximum: 500, fallback: 300 });

async function leaves(ctx: Ctx, query: V1Query, after: Position | null) {
  const page = await listLeaves(ctx, {
    startDate: query.date("startDate"),
    endDate: query.date("endDate"),
    status: query.oneOf("status", leaveStatuses) ?? ["APPROVED"],
    limit: aPage(query),
    after,
  });
  const expand = query.oneOf("expand", leaveExpansions) ?? [];
  return { items: await expandLeavesWith(ctx, page.items, expand, findUsersWithRole), next: page.next };
}

const users = (ctx: Ctx, query: V1Query, after: Position | null) =>
  listUsers(ctx, {
    status: query.oneOf("status", userStatuses) ?? ["ACTIVE"],
    locations: query.list("locations", (item) => decodeId("location", item)),
    departments: query.list("departments", (item) => decodeId("department", item)),
    labels: query.list("labels", (item) => LabelReference.safeParse(item).data ?? null),
    expand: query.oneOf("expand", userExpansions),
    limit: aPage(query),
    after,
  });

/** All of v1: sealed, so nothing is ever added here. */
export const v1Endpoints: readonly V1Endpoint[] = [
  v1({ path: "/v1/departments", call: (ctx) => listDepartments(ctx), present: departmentV1 }),
  v1({
    path: "/v1/locations",
    call: (ctx, query, after) => listLocations(ctx, { limit: everything(query), after }),
    present: locationV1,
  }),
  v1({
    path: "/v1/labels",
    call: (ctx, query, after) => listLabels(ctx, { limit: everything(query), after }),
    present: labelV1,
  }),
  v1({
    path: "/v1/leave-types",
    call: (ctx, query, after) => listLeaveTypes(ctx, { limit: everything(query), after }),
    present: leaveTypeV1,
  }),
  v1({
    path: "/v1/leaves",
    required: ["startDate", "endDate"],
    filters: ["startDate", "endDate", "status", "expand"],
    call: leaves,
    present: leaveV1,
  }),
  v1({
    path: "/v1/users",
    filters: ["status", "locations", "departments", "labels", "expand"],
    call: users,
    present: userV1,
  }),
];
