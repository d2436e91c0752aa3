import { endpoint } from "@/server/transport/endpoint";
import { findAbsences } from "./find-absences";
import { shownAbsenceV2 } from "./present";
import { Absence, AwayQuery } from "./schema";

export const absenceEndpoints = [
  endpoint({
    method: "GET",
    path: "/v2/away",
    operationId: "listAway",
    tag: "Leaves",
    summary: "List who is away",
    description:
      "The open and approved leave of active users the key can see, on any of the given days, sorted by start date. Reasons aren't included. A day on which other leave of the person interrupts this one is that leave's, so each person is away once a day: see `awayOn`.",
    scope: "leaves:read",
    query: AwayQuery,
    list: "paged",
    data: Absence,
    call: (ctx, { query, after }) => findAbsences(ctx, { ...query, after }),
    present: shownAbsenceV2,
  }),
];
