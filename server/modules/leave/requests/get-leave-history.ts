import type { Ctx } from "@/server/access/ctx";
import { findUsersAndSelf } from "@/server/modules/people/people/find-users";
import { findHistory, type LeaveStep } from "./find-history";
import { getLeave } from "./get-leave";
import { createdAtOf } from "./policy";

/** An acting user; the name is null beyond reach. */
export interface SeenPerson {
  id: string;
  name: string | null;
}

/** A history step as a key may read it. */
export type SeenStep = Omit<LeaveStep, "by" | "standsInFor"> & {
  by: SeenPerson | null;
  standsInFor: SeenPerson | null;
};

/**
 * The history of a leave, oldest first: of a person within reach, or one's own, in any status.
 * @throws ApiError RESOURCE_NOT_FOUND
 */
export async function getLeaveHistory(ctx: Ctx, id: string): Promise<SeenStep[]> {
  const leave = await getLeave(ctx, id);
  const steps = await findHistory(ctx, leave, createdAtOf(leave));
  const people = await findUsersAndSelf(
    ctx,
    steps.flatMap(({ by, standsInFor, rules }) =>
      [
        by?.id ?? [],
        standsInFor?.id ?? [],
        ...rules.map(({ overriddenById }) => overriddenById ?? []),
      ].flat(),
    ),
  );
  const seen = (person: { id: string } | null): SeenPerson | null =>
    person && { id: person.id, name: people.get(person.id)?.name ?? null };
  return steps.map((step) => ({
    ...step,
    by: seen(step.by),
    standsInFor: seen(step.standsInFor),
    rules: step.rules.map((mark) => ({
      ...mark,
      overriddenByName: mark.overriddenById && (people.get(mark.overriddenById)?.name ?? null),
    })),
  }));
}
