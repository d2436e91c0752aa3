import { roles } from "@/drizzle/schema/values";
import type { Components, JsonSchema } from "./json-schema";

const without = (schema: JsonSchema | undefined, ...names: string[]): JsonSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema?.properties ?? {}).filter(([name]) => !names.includes(name)),
  ),
  required: schema?.required?.filter((name) => !names.includes(name)) ?? [],
});

/** v1 leaves these out instead of sending null. */
const unsetInV1 = ["employeeId", "startDate", "endDate"];

function bareText(schema: JsonSchema | undefined, description: string): JsonSchema {
  return { ...(schema?.anyOf?.[0] ?? schema), description };
}

const absentWhenUnset = (schema: JsonSchema | undefined): JsonSchema => ({
  ...schema,
  properties: {
    ...schema?.properties,
    ...Object.fromEntries(
      unsetInV1.map((name) => [name, bareText(schema?.properties?.[name], "Left out if not set.")]),
    ),
  },
  required: schema?.required?.filter((name) => !unsetInV1.includes(name)) ?? [],
});

/** A person inside a leave: role and teamId stand for departmentId (decision 10). */
function leaveUser(user: JsonSchema): JsonSchema {
  const { departmentId, ...rest } = user.properties ?? {};
  return {
    type: "object",
    properties: {
      ...rest,
      role: { type: "string", enum: [...roles] },
      teamId: { ...departmentId, description: "The department's ID." },
    },
    required: [...(user.required ?? []).filter((name) => name !== "departmentId"), "role", "teamId"],
  };
}

function leaveSchema(components: Components): JsonSchema {
  const leave = without(components.Leave, "reason", "statusReason", "approvedLevel");
  const person = (description: string): JsonSchema => ({
    anyOf: [leaveUser(absentWhenUnset(components.User)), { type: "null" }],
    description,
  });
  return {
    ...leave,
    properties: {
      ...leave.properties,
      createdAt: {
        anyOf: [leave.properties?.createdAt ?? {}, { type: "null" }],
        description: "Null for leave created before creation times were recorded.",
      },
      user: person("Included with `expand=user`."),
      approver: person("Included with `expand=approver`."),
      leaveType: { ...leaveTypeSchema(components), description: "Included with `expand=leaveType`." },
    },
  };
}

const leaveTypeSchema = (components: Components): JsonSchema =>
  without(components.LeaveType, "position", "calendarStatus", "isPrivate");

/** The item of each list. */
export const v1Records: Record<string, (components: Components) => JsonSchema> = {
  "/v1/departments": (components) => ({ ...components.Department }),
  "/v1/locations": (components) => ({ ...components.Location }),
  "/v1/labels": (components) => without(components.Label, "userCount"),
  "/v1/leave-types": leaveTypeSchema,
  "/v1/leaves": leaveSchema,
  "/v1/users": (components) => absentWhenUnset(components.ExpandedUser),
};

/** The v2 component whose sample values suit the item, too. */
export const v1SampleNames: Record<string, string> = {
  "/v1/departments": "Department",
  "/v1/locations": "Location",
  "/v1/labels": "Label",
  "/v1/leave-types": "LeaveType",
  "/v1/leaves": "Leave",
  "/v1/users": "User",
};
