import type { UserStatus } from "@/drizzle/schema/values";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { recordAudit } from "@/server/modules/audit/record";
import { recordEvent } from "@/server/modules/events/record";
import { getUser } from "@/server/modules/people/get-user";
import { snapshotOf } from "@/server/modules/people/policy";
import { countPossessions } from "./count-possessions";
import { endPossessions } from "./end-possessions";
import { eraseFiles } from "./erase-files";
import { eraseMails } from "./erase-mails";
import { eraseRecord } from "./erase-record";
import { eraseTraces } from "./erase-traces";
import { findMentions } from "./find-mentions";
import { holdPerson } from "./hold-person";
import { releaseAddress } from "./release-address";
import type { Possessions } from "./schema";

/** What became of somebody's belongings. */
export interface Erased extends Possessions {
  userId: string;
  erasedAt: Date;
}

/**
 * Erases for good who somebody was (decision 12.9): their leave stays, nameless; what acts for them ends, and what is theirs goes. All in
 * one transaction.
 * @throws ApiError FORBIDDEN for anybody but an administrator, RESOURCE_NOT_FOUND, CONFLICT when they are active, or erased
 */
export function erasePerson(ctx: Ctx, id: string): Promise<Erased> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    const person = await holdPerson(tx, id);
    const possessions = await countPossessions(tx, id);
    const mentions = await findMentions(tx, person);
    await endPossessions(tx, id);
    await releaseAddress(tx, id, mentions.addresses);
    await eraseRecord(tx, id);
    await eraseMails(tx, mentions);
    await eraseTraces(tx, id, mentions);
    await tellErased(tx, id, person.status);
    // Last: files come back with no transaction.
    await eraseFiles(tx.services.settings, mentions);
    return { userId: id, erasedAt: tx.now(), ...possessions };
  });
}

/** Those who keep a copy of the person hear that there is nothing left to keep. */
async function tellErased(tx: Ctx, id: string, previousStatus: UserStatus): Promise<void> {
  await recordAudit(tx, { action: "user.erase", resourceType: "user", resourceId: id });
  const snapshot = snapshotOf(await getUser(tx, id));
  await recordEvent(tx, {
    type: "user.updated",
    subjectUserId: id,
    data: { userId: id, previousStatus, snapshot },
  });
}
