import type { Ctx } from "@/server/access/ctx";
import { findUsersAndSelf } from "@/server/modules/people/find-users";
import { findHistory, type LeaveStep } from "./find-history";
import { getLeave } from "./get-leave";
import { createdAtOf } from "./policy";

/** Somebody who did something; without a name where they are beyond reach. */
export interface SeenPerson {
  id: string;
  name: string | null;
}

/** A step as a key may read it. */
export type SeenStep = Omit<LeaveStep, "by" | "standsInFor"> & {
  by: SeenPerson | null;
  standsInFor: SeenPerson | null;
};

/**
 * What was done with a leave, oldest first: of somebody within reach, or one's own, whatever its status.
 * @throws ApiError RESOURCE_NOT_FOUND
 */
export async function getLeaveHistory(ctx: Ctx, id: string): Promise<SeenStep[]> {
  const leave = await getLeave(ctx, id);
  const steps = await findHistory(ctx, leave, createdAtOf(leave));
  const people = await findUsersAndSelf(
    ctx,
    steps.flatMap(({ by, standsInFor }) => [by?.id ?? [], standsInFor?.id ?? []].flat()),
  );
  const seen = (person: { id: string } | null): SeenPerson | null =>
    person && { id: person.id, name: people.get(person.id)?.name ?? null };
  return steps.map((step) => ({ ...step, by: seen(step.by), standsInFor: seen(step.standsInFor) }));
}
