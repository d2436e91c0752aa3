import { endpoint } from "@/server/transport/endpoint";
import { getDepartment } from "./get-department";
import { listDepartments } from "./list-departments";
import { departmentDetailV2, departmentV2 } from "./present";
import { Department, DepartmentDetail, DepartmentQuery } from "./schema";

export const directoryEndpoints = [
  endpoint({
    method: "GET",
    path: "/v2/departments",
    operationId: "listDepartments",
    tag: "Departments",
    summary: "List departments",
    description:
      "Administrators see every department; others those they manage. One response, no pagination.",
    scope: "departments:read",
    query: DepartmentQuery,
    list: "whole",
    data: Department,
    call: (ctx) => listDepartments(ctx),
    present: departmentV2,
  }),
  endpoint({
    method: "GET",
    path: "/v2/departments/{id}",
    operationId: "getDepartment",
    tag: "Departments",
    summary: "Get a department",
    scope: "departments:read",
    params: { id: "department" },
    data: DepartmentDetail,
    call: (ctx, { params }) => getDepartment(ctx, params.id),
    present: departmentDetailV2,
  }),
];
