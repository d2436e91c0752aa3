import { endpoint, type WriteOptions } from "@/server/transport/endpoint";
import { createDepartment } from "./create-department";
import { createLabel } from "./create-label";
import { createLocation } from "./create-location";
import { deleteDepartment } from "./delete-department";
import { deleteLabel } from "./delete-label";
import { deleteLocation } from "./delete-location";
import { departmentDetailV2, labelV2, locationDetailV2 } from "./present";
import {
  DepartmentCreate,
  DepartmentDetail,
  DepartmentPatch,
  Label,
  LabelCreate,
  LabelPatch,
  LocationCreate,
  LocationDetail,
  LocationPatch,
} from "./schema";
import { departmentFaults } from "./store";
import { updateDepartment } from "./update-department";
import { updateLabel } from "./update-label";
import { updateLocation } from "./update-location";

const write: WriteOptions = { idempotent: true, onBehalf: true, defer: true };

const labelWrites = [
  endpoint({
    method: "POST",
    path: "/v2/labels",
    status: 201,
    operationId: "createLabel",
    tag: "Labels",
    summary: "Create a label",
    description: "Administrators only. Names are unique in the workspace.",
    scope: "labels:write",
    write,
    body: LabelCreate,
    data: Label,
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { body }) => createLabel(ctx, body),
    present: labelV2,
  }),
  endpoint({
    method: "PATCH",
    path: "/v2/labels/{id}",
    operationId: "updateLabel",
    tag: "Labels",
    summary: "Update a label",
    description: "Administrators only. Fields you don't send keep their value.",
    scope: "labels:write",
    write,
    params: { id: "label" },
    body: LabelPatch,
    data: Label,
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params, body }) => updateLabel(ctx, params.id, body),
    present: labelV2,
  }),
  endpoint({
    method: "DELETE",
    path: "/v2/labels/{id}",
    status: 204,
    operationId: "deleteLabel",
    tag: "Labels",
    summary: "Delete a label",
    description: "Administrators only. Removes the label from everyone who has it.",
    scope: "labels:write",
    write,
    params: { id: "label" },
    errors: ["FORBIDDEN"],
    call: (ctx, { params }) => deleteLabel(ctx, params.id),
  }),
];

const departmentWrites = [
  endpoint({
    method: "POST",
    path: "/v2/departments",
    status: 201,
    operationId: "createDepartment",
    tag: "Departments",
    summary: "Create a department",
    description: "Administrators only.",
    scope: "departments:write",
    write,
    body: DepartmentCreate,
    data: DepartmentDetail,
    errors: ["FORBIDDEN", "CONFLICT"],
    referenceFaults: (ctx, body) => departmentFaults(ctx, body, null),
    call: (ctx, { body }) => createDepartment(ctx, body),
    present: departmentDetailV2,
  }),
  endpoint({
    method: "PATCH",
    path: "/v2/departments/{id}",
    operationId: "updateDepartment",
    tag: "Departments",
    summary: "Update a department",
    description: "Administrators only. `approvers` replaces the whole list.",
    scope: "departments:write",
    write,
    params: { id: "department" },
    body: DepartmentPatch,
    data: DepartmentDetail,
    errors: ["FORBIDDEN", "CONFLICT"],
    referenceFaults: (ctx, body, params) => departmentFaults(ctx, body, params.id),
    call: (ctx, { params, body }) => updateDepartment(ctx, params.id, body),
    present: departmentDetailV2,
  }),
  endpoint({
    method: "DELETE",
    path: "/v2/departments/{id}",
    status: 204,
    operationId: "deleteDepartment",
    tag: "Departments",
    summary: "Delete a department",
    description: "Administrators only. You can't delete the default department or one that's still in use.",
    scope: "departments:write",
    write,
    params: { id: "department" },
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params }) => deleteDepartment(ctx, params.id),
  }),
];

const locationWrites = [
  endpoint({
    method: "POST",
    path: "/v2/locations",
    status: 201,
    operationId: "createLocation",
    tag: "Locations",
    summary: "Create a location",
    description: "Administrators only.",
    scope: "locations:write",
    write,
    body: LocationCreate,
    data: LocationDetail,
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { body }) => createLocation(ctx, body),
    present: locationDetailV2,
  }),
  endpoint({
    method: "PATCH",
    path: "/v2/locations/{id}",
    operationId: "updateLocation",
    tag: "Locations",
    summary: "Update a location",
    description:
      "Administrators only. Leave that's already booked keeps its working days. Refused if another start of the year, reset or carry-over expiry would leave booked or requested leave uncovered.",
    scope: "locations:write",
    write,
    params: { id: "location" },
    body: LocationPatch,
    data: LocationDetail,
    errors: ["FORBIDDEN", "CONFLICT", "LEAVE_NEGATIVE_BALANCE"],
    call: (ctx, { params, body }) => updateLocation(ctx, params.id, body),
    present: locationDetailV2,
  }),
  endpoint({
    method: "DELETE",
    path: "/v2/locations/{id}",
    status: 204,
    operationId: "deleteLocation",
    tag: "Locations",
    summary: "Delete a location",
    description:
      "Administrators only. Also deletes its holidays and policies. You can't delete the default location or one that's still in use.",
    scope: "locations:write",
    write,
    params: { id: "location" },
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params }) => deleteLocation(ctx, params.id),
  }),
];

export const directoryWriteEndpoints = [...departmentWrites, ...locationWrites, ...labelWrites];
