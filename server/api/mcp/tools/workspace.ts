import { z } from "zod";
import { encodeId, idOf } from "@/server/kernel/schema";
import { findWallchartChoices } from "@/server/modules/leave/wallchart/find-wallchart-choices";
import { listHolidays } from "@/server/modules/people/places/list-holidays";
import { getWorkspaceName } from "@/server/modules/workspace/settings/get-name";
import { tool } from "@/server/transport/tool";
import { findPerson } from "../find-person";
import { isCut, Person, Place, person } from "../wire";

const maxListed = 200;

type Kind = "location" | "department" | "leaveType";
const placesOf = (kind: Kind, rows: readonly { id: string; name: string }[]) =>
  rows.slice(0, maxListed).map(({ id, name }) => ({ id: encodeId(kind, id), name }));

const getWorkspaceInfo = tool({
  name: "get_workspace_info",
  title: "Get workspace info",
  description:
    "The workspace, the person you work for, today's date where they work, and the locations, departments and leave types that they can see. Start here when a date, a place or a leave type is named.",
  scope: "mcp:workspace:read",
  input: z.strictObject({}),
  output: z.object({
    workspace: z.object({ name: z.string() }),
    me: Person.extend({ role: z.enum(["ADMIN", "LOCATION_ADMIN", "APPROVER", "USER"]) }),
    today: z.string().describe("The date at the person's location, YYYY-MM-DD."),
    locations: z.array(Place),
    departments: z.array(Place),
    leaveTypes: z.array(Place),
    isCut,
  }),
  async call(ctx) {
    const [name, me, { today, ...choices }] = await Promise.all([
      getWorkspaceName(ctx),
      findPerson(ctx),
      findWallchartChoices(ctx),
    ]);
    const { locations, departments, leaveTypes } = choices;
    return {
      workspace: { name },
      me: { ...person(me), role: ctx.actor.role },
      today,
      locations: placesOf("location", locations),
      departments: placesOf("department", departments),
      leaveTypes: placesOf("leaveType", leaveTypes),
      isCut: [locations, departments, leaveTypes].some(({ length }) => length > maxListed),
    };
  },
});

const getHolidays = tool({
  name: "get_holidays",
  title: "Get public holidays",
  description:
    "Public holidays of a location and calendar year. Without a location those of the person you work for.",
  scope: "mcp:workspace:read",
  input: z.strictObject({
    year: z.int().min(1900).max(2200).optional().describe("The calendar year; this year unless given."),
    locationId: idOf("location").optional().describe("A location's ID, from get_workspace_info."),
  }),
  output: z.object({
    holidays: z.array(z.object({ date: z.string(), name: z.string(), isHalfDay: z.boolean() })),
    isCut,
  }),
  async call(ctx, { year, locationId }) {
    const me = await findPerson(ctx);
    const page = await listHolidays(ctx, {
      locationId: locationId ?? me.location.id,
      year: String(year ?? ctx.now().getUTCFullYear()),
      limit: maxListed,
      after: null,
    });
    return {
      holidays: page.items.map(({ date, name, isHalfDay }) => ({ date, name, isHalfDay })),
      isCut: page.next !== null,
    };
  },
});

export const workspaceTools = [getWorkspaceInfo, getHolidays];
