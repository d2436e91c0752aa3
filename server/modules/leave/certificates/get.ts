import { isEffective } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { dayText } from "@/server/kernel/time/calendar-date";
import { loadLeaveOfFiles } from "@/server/modules/leave/files/sight";
import { findNames } from "@/server/modules/people/people/find-names";
import { findCertificate } from "./find-certificate";
import { findUsualDay } from "./find-usual-day";
import { type SeenCertificate, seenOn } from "./store";

/**
 * The certificate that is asked for of a leave in effect.
 * @throws ApiError RESOURCE_NOT_FOUND when none is, or the caller does not see the leave's files
 */
export async function getCertificate(ctx: Ctx, leaveId: string): Promise<SeenCertificate> {
  const { id, status, owner } = await loadLeaveOfFiles(ctx, leaveId, "read");
  const row = isEffective(status) ? await findCertificate(ctx, id) : null;
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  return seenOn(row, owner.today);
}

/** The certificate on the page of its leave, with names. @throws ApiError RESOURCE_NOT_FOUND when the caller does not see the leave's files */
export async function getCertificateOfPage(ctx: Ctx, leaveId: string) {
  const leave = await loadLeaveOfFiles(ctx, leaveId, "read");
  const { id, status, owner, keepsFiles } = leave;
  const isInEffect = isEffective(status);
  const row = isInEffect ? await findCertificate(ctx, id) : null;
  const ids = [row?.askedById, row?.receivedById].filter((one) => typeof one === "string");
  const names = await findNames(ctx, ids);
  const nameOf = (of: string | null) => (of === null ? null : (names.get(of) ?? null));
  return {
    certificate: row && {
      ...seenOn(row, owner.today),
      askedByName: nameOf(row.askedById),
      receivedByName: nameOf(row.receivedById),
    },
    /** Where the caller may ask for one: the day by which it is due unless they say another. */
    usualDay: keepsFiles && isInEffect && !row ? await findUsualDay(ctx, leave) : null,
    today: dayText(owner.today),
    /** Whether the caller may ask for it, mark it as received, and withdraw it. */
    mayAsk: keepsFiles && isInEffect,
    isOwn: ctx.actor.userId === owner.id,
  };
}
