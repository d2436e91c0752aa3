import { endpoint } from "@/server/transport/endpoint";
import { findProposals } from "./find-proposals";
import { proposalsV2 } from "./present";
import { HolidayProposalQuery, HolidayProposals } from "./schema";

export const publicHolidayEndpoints = [
  endpoint({
    method: "GET",
    path: "/v2/holidays/proposals",
    operationId: "listHolidayProposals",
    tag: "Holidays",
    summary: "List proposed holidays",
    description:
      "Public holidays of a country, state or region, as days you can import into a location. Changes nothing. Data by date-holidays, CC BY-SA 3.0.",
    scope: "holidays:write",
    query: HolidayProposalQuery,
    data: HolidayProposals,
    errors: ["FORBIDDEN", "RESOURCE_NOT_FOUND"],
    call: (ctx, { query }) => findProposals(ctx, query),
    present: proposalsV2,
  }),
];
