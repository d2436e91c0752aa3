import type { Ctx } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import { lockRulesShared } from "@/server/modules/leave/balances/lock-rules";
import { lockLabels } from "@/server/modules/people/people/references";
import { updateUsers } from "@/server/modules/people/people/update-users";
import type { PlaceChange } from "./find-decided";
import { findGiven } from "./find-mappings";

const labelsOf = ({ labelId, lostLabelId }: PlaceChange): string[] =>
  [labelId, lostLabelId].flatMap((id) => (id ? encodeId("label", id) : []));

/** Locks what a change of place reads. Taken before the person is locked: everyone locks rules, labels and people in this order. */
export async function lockPlace(tx: Ctx, change: PlaceChange): Promise<void> {
  if (change.locationId) await lockRulesShared(tx);
  await lockLabels(tx, labelsOf(change));
}

/**
 * Moves a person and changes their labels as attributes decide. What groups give comes first (decision 2.27). A location where their
 * leave would not be covered is left out, and nothing else of the request is (decision 2.34).
 */
export async function settlePlace(tx: Ctx, userId: string, change: PlaceChange): Promise<void> {
  const { locationId, departmentId, labelId, lostLabelId } = change;
  if (!locationId && !departmentId && !labelId && !lostLabelId) return;
  await lockPlace(tx, change);
  const given = (await findGiven(tx, [userId])).get(userId);
  const isKept = lostLabelId === undefined || given?.labelIds.has(lostLabelId);
  const of = { userIds: [userId] };
  if (locationId) await updateUsers(tx, { ...of, change: { locationId } });
  const rest = {
    ...(departmentId && !given?.departmentId && { departmentId }),
    ...(labelId && { addLabels: [encodeId("label", labelId)] }),
    ...(!isKept && { removeLabels: [encodeId("label", lostLabelId)] }),
  };
  if (Object.keys(rest).length > 0) await updateUsers(tx, { ...of, change: rest });
}
