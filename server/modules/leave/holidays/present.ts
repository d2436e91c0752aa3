import { encodeId } from "@/server/kernel/schema";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import type { Proposals } from "./find-proposals";
import type { HolidayEffect } from "./preview-holidays";

const choices = (pairs: readonly [string, string][]) => pairs.map(([code, name]) => ({ code, name }));

export const proposalsV2 = ({ countries, states, regions, languages, proposals }: Proposals) => ({
  countries: choices(countries),
  states: choices(states),
  regions: choices(regions),
  languages,
  proposals: proposals.map(({ present, ...proposal }) => ({ ...proposal, presentName: present })),
});

/** Leave listed in a preview. */
const listedLeaves = 100;

export const holidayPreviewV2 = ({
  gainCount,
  lossCount,
  recounts,
  shortfallCount,
  shortfalls,
}: HolidayEffect) => ({
  gainCount,
  lossCount,
  shortfallCount,
  recountedLeaves: recounts
    .toSorted((a, b) => (a.leave.startDate < b.leave.startDate ? -1 : 1))
    .slice(0, listedLeaves)
    .map(({ leave, before, after }) => ({
      leaveId: encodeId("leave", leave.id),
      userId: encodeId("user", leave.userId),
      leaveTypeId: encodeId("leaveType", leave.leaveTypeId),
      startDate: leave.startDate,
      endDate: leave.endDate,
      workingDaysBefore: toDays(before),
      workingDaysAfter: toDays(after),
    })),
  shortfalls: shortfalls.map(({ userId, name, leaveTypeId, missingDays }) => ({
    userId: encodeId("user", userId),
    name,
    leaveTypeId: encodeId("leaveType", leaveTypeId),
    missing: missingDays,
  })),
});
