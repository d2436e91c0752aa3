import { ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { encodeId } from "@/server/kernel/schema";
import { findAbsences } from "@/server/modules/leave/absences/find-absences";
import { getRequestTerms } from "@/server/modules/leave/requests/get-request-terms";
import type { ToolScope } from "@/server/transport/tool";
import { type AdmittedExchange, ctxOf } from "./exchange";
import { findPerson } from "./find-person";
import { person, times } from "./wire";

interface Resource {
  name: string;
  title: string;
  description: string;
  scope: ToolScope;
  /** Its groups are passed to `read`. */
  pattern: RegExp;
  read(ctx: Ctx, ...groups: string[]): Promise<unknown>;
}

type Fixed = Resource & { uri: string };
type Template = Resource & { uriTemplate: string };

const mimeType = "application/json";
/** Maximum absences of a month. */
const maxAbsences = 1000;

const fixed: readonly Fixed[] = [
  {
    uri: "timeaway://me",
    name: "me",
    title: "Me",
    description: "The person the app works for: name, department, location and role.",
    scope: "mcp:workspace:read",
    pattern: /^timeaway:\/\/me$/,
    read: async (ctx) => ({ ...person(await findPerson(ctx)), role: ctx.actor.role }),
  },
  {
    uri: "timeaway://policies/mine",
    name: "my-policies",
    title: "My leave types",
    description:
      "The leave types that the person can request: the shortest part, and whether a reason is needed.",
    scope: "mcp:leaves:read",
    pattern: /^timeaway:\/\/policies\/mine$/,
    async read(ctx) {
      const { today, hoursPerDay, types } = await getRequestTerms(ctx);
      const leaveTypes = types.map(({ id, name, shortestDuration, reasonRequired }) => ({
        id: encodeId("leaveType", id),
        ...{ name, shortestDuration, isReasonRequired: reasonRequired },
      }));
      return { today, hoursPerDay, leaveTypes };
    },
  },
];

/** The first and the last day of a month, `YYYY-MM`. */
const daysOfMonth = (month: string) => {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  return { startDate: `${month}-01`, endDate: last };
};

const templates: readonly Template[] = [
  {
    uriTemplate: "timeaway://wallchart/{month}",
    name: "wallchart",
    title: "Wallchart of a month",
    description: "Who is away in a month (YYYY-MM), among the people that the person can see.",
    scope: "mcp:leaves:read",
    pattern: /^timeaway:\/\/wallchart\/(20\d\d-(?:0[1-9]|1[0-2]))$/,
    async read(ctx, month = "") {
      const page = await findAbsences(ctx, { ...daysOfMonth(month), limit: maxAbsences, after: null });
      const absences = page.items.map(({ user, type, time, status }) => ({
        userId: encodeId("user", user.id),
        userName: user.name,
        leaveType: type?.name ?? null,
        ...times(time),
        status,
      }));
      return { month, absences, isCut: page.next !== null };
    },
  },
];

const listed = ({ name, title, description }: Resource) => ({ name, title, description, mimeType });

export const listedResources = fixed.map((one) => ({ uri: one.uri, ...listed(one) }));
export const listedTemplates = templates.map((one) => ({ uriTemplate: one.uriTemplate, ...listed(one) }));

const match = (uri: unknown) => {
  for (const resource of [...fixed, ...templates]) {
    const found = typeof uri === "string" ? resource.pattern.exec(uri) : null;
    if (found) return { resource, groups: found.slice(1) };
  }
  return null;
};

/** The scope that a resource needs; undefined for an unknown one. */
export const scopeOfResource = (uri: unknown): ToolScope | undefined => match(uri)?.resource.scope;

/** @throws ResourceNotFoundError */
export async function readResource(exchange: AdmittedExchange, uri: string) {
  const found = match(uri);
  if (!found) throw new ResourceNotFoundError(uri);
  try {
    const text = JSON.stringify(await found.resource.read(ctxOf(exchange), ...found.groups));
    return { contents: [{ uri, mimeType, text }] };
  } catch (error) {
    if (error instanceof ApiError) throw new ResourceNotFoundError(uri, error.message);
    throw error;
  }
}
