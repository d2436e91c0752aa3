import { sql } from "drizzle-orm";
import { pushSubscriptions } from "@/drizzle/schema/push";
import { arrayOf } from "@/server/kernel/database/array-of";
import { type Db, statement } from "@/server/kernel/database/db";
import { workspacesOf } from "@/server/kernel/database/distribution";
import { inBatch } from "@/server/kernel/database/in-batch";
import { unnested } from "@/server/kernel/database/sql-parts";
import type { Services } from "@/server/kernel/services";
import type { MailOutcome } from "@/server/modules/messaging/outbox/send";
import { settleMails } from "@/server/modules/messaging/outbox/settle";
import type { Ended } from "@/server/worker/kind";
import type { ClaimedPush } from "./claim";
import type { PushOutcome } from "./push-outcome";

type EndedPush = Ended<ClaimedPush, PushOutcome>;

const those = unnested("those", { workspace_id: "uuid", id: "uuid" });

const endGone = statement(sql`
  delete from ${pushSubscriptions} s using ${those}
  where ${inBatch(sql`s.workspace_id`)} and s.workspace_id = those.workspace_id and s.id = those.id`);
const markUsed = statement(sql`
  update ${pushSubscriptions} s set used_at = ${sql.placeholder("at")}::timestamptz from ${those}
  where ${inBatch(sql`s.workspace_id`)} and s.workspace_id = those.workspace_id and s.id = those.id`);

const devicesOf = (ended: readonly EndedPush[]) => ({
  workspaces: arrayOf(workspacesOf(ended.map(({ item }) => item))),
  workspace_id: arrayOf(ended.map(({ item }) => item.workspaceId)),
  id: arrayOf(ended.map(({ item }) => item.subscriptionId)),
});

const isSettled = (one: EndedPush): one is Ended<ClaimedPush, MailOutcome> => one.outcome.kind !== "gone";

/**
 * Records the outcomes of push notifications. A device that is gone ends, with everything that waits for it. Devices before notifications,
 * as where a device is removed.
 */
export async function settlePushes(
  tx: Db,
  ended: readonly EndedPush[],
  services: Pick<Services, "clock">,
  random: () => number,
): Promise<void> {
  const settled = ended.filter(isSettled);
  const gone = ended.filter((one) => !isSettled(one));
  const sent = settled.filter(({ outcome }) => outcome.kind === "sent");
  if (gone.length > 0) await endGone(tx, devicesOf(gone));
  if (sent.length > 0) await markUsed(tx, { ...devicesOf(sent), at: services.clock().toISOString() });
  if (settled.length > 0) await settleMails(tx, settled, services, random);
}
