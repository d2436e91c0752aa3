import { endpoint } from "@/server/transport/endpoint";
import { getDepartment } from "./get-department";
import { getHoliday } from "./get-holiday";
import { getLabel } from "./get-label";
import { getLocation } from "./get-location";
import { listDepartments } from "./list-departments";
import { listHolidays } from "./list-holidays";
import { listLabels } from "./list-labels";
import { listLocations } from "./list-locations";
import {
  departmentDetailV2,
  departmentV2,
  holidayV2,
  labelV2,
  locationDetailV2,
  locationV2,
} from "./present";
import {
  Department,
  DepartmentDetail,
  DepartmentQuery,
  Holiday,
  HolidayQuery,
  Label,
  Location,
  LocationDetail,
  PageQuery,
} from "./schema";

const departmentReads = [
  endpoint({
    method: "GET",
    path: "/v2/departments",
    operationId: "listDepartments",
    tag: "Departments",
    summary: "List departments",
    description: "Administrators see every department, others only those they manage. Not paginated.",
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
    description: "Includes the parent department and the approvers.",
    scope: "departments:read",
    params: { id: "department" },
    data: DepartmentDetail,
    call: (ctx, { params }) => getDepartment(ctx, params.id),
    present: departmentDetailV2,
  }),
];

const locationReads = [
  endpoint({
    method: "GET",
    path: "/v2/locations",
    operationId: "listLocations",
    tag: "Locations",
    summary: "List locations",
    description: "Administrators see every location, location admins only those they manage. Sorted by name.",
    scope: "locations:read",
    query: PageQuery,
    list: "paged",
    order: "names",
    data: Location,
    call: (ctx, { query, after }) => listLocations(ctx, { limit: query.limit, after }),
    present: locationV2,
  }),
  endpoint({
    method: "GET",
    path: "/v2/locations/{id}",
    operationId: "getLocation",
    tag: "Locations",
    summary: "Get a location",
    description: "Includes working hours and quota settings.",
    scope: "locations:read",
    params: { id: "location" },
    data: LocationDetail,
    call: (ctx, { params }) => getLocation(ctx, params.id),
    present: locationDetailV2,
  }),
];

const labelReads = [
  endpoint({
    method: "GET",
    path: "/v2/labels",
    operationId: "listLabels",
    tag: "Labels",
    summary: "List labels",
    description:
      "Every label in the workspace, sorted by name. `userCount` counts only people the key can see.",
    scope: "labels:read",
    query: PageQuery,
    list: "paged",
    order: "names",
    data: Label,
    call: (ctx, { query, after }) => listLabels(ctx, { limit: query.limit, after }),
    present: labelV2,
  }),
  endpoint({
    method: "GET",
    path: "/v2/labels/{id}",
    operationId: "getLabel",
    tag: "Labels",
    summary: "Get a label",
    description: "`userCount` counts only people the key can see.",
    scope: "labels:read",
    params: { id: "label" },
    data: Label,
    call: (ctx, { params }) => getLabel(ctx, params.id),
    present: labelV2,
  }),
];

const holidayReads = [
  endpoint({
    method: "GET",
    path: "/v2/holidays",
    operationId: "listHolidays",
    tag: "Holidays",
    summary: "List public holidays",
    description: "Holidays of the locations the key can see, sorted by date.",
    scope: "holidays:read",
    query: HolidayQuery,
    list: "paged",
    data: Holiday,
    call: (ctx, { query, after }) => listHolidays(ctx, { ...query, after }),
    present: holidayV2,
  }),
  endpoint({
    method: "GET",
    path: "/v2/holidays/{id}",
    operationId: "getHoliday",
    tag: "Holidays",
    summary: "Get a public holiday",
    description: "A holiday of a location the key can see.",
    scope: "holidays:read",
    params: { id: "holiday" },
    data: Holiday,
    call: (ctx, { params }) => getHoliday(ctx, params.id),
    present: holidayV2,
  }),
];

export const directoryEndpoints = [...departmentReads, ...locationReads, ...labelReads, ...holidayReads];
