import { paths } from "@/app/paths";
import type { Setup } from "@/server/modules/workspace/settings/find-setup";

const nobodyElse = 1;

/** The steps to the first request, in order of dependency, with their pages. Each can be skipped and resumed. */
export const stepsOf = (setup: Setup) =>
  [
    {
      name: "country",
      isDone: setup.leaveTypes > 0 && setup.holidays > 0,
      hrefs: [paths.startingTypes, paths.importHolidays, paths.locations],
      // The starting set has the holidays, too.
      usual: setup.leaveTypes > 0 ? 1 : 0,
    },
    {
      name: "people",
      isDone: setup.people > nobodyElse,
      hrefs: [paths.import, paths.newPerson],
      usual: 0,
    },
    { name: "left", isDone: setup.opened > 0, hrefs: [paths.daysLeft], usual: 0 },
    {
      name: "approvers",
      isDone: setup.people > nobodyElse && setup.departmentsWithoutApprover === 0,
      hrefs: [paths.departments],
      usual: 0,
    },
    { name: "request", isDone: setup.hasLeave, hrefs: [paths.request], usual: 0 },
  ] as const;

export type SetupStep = ReturnType<typeof stepsOf>[number];

/** The page that a step begins on. */
export const hrefOf = ({ hrefs, usual }: SetupStep): string => hrefs[usual] ?? paths.home;

/** The first step that is not done; null when all are, or no setup is running. */
export const nextStepOf = (setup: Setup | null): SetupStep | null =>
  (setup && stepsOf(setup).find(({ isDone }) => !isDone)) ?? null;
