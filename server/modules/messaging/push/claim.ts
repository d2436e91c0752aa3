import { sql } from "drizzle-orm";
import { pushSubscriptions } from "@/drizzle/schema/push";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { workspacesOf } from "@/server/kernel/database/distribution";
import { inBatch } from "@/server/kernel/database/in-batch";
import { unnested } from "@/server/kernel/database/sql-parts";
import type { Services } from "@/server/kernel/services";
import { type ClaimedMail, claimMailsOf, pushQueue } from "@/server/modules/messaging/outbox/claim";
import type { Claimed, LaneCapacity } from "@/server/worker/kind";

interface Device {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A push notification whose attempt has begun. */
export interface ClaimedPush extends ClaimedMail {
  /** Null when it was removed after the claim. */
  device: Device | null;
}

const query = statement<Device & { id: string }>(sql`
  select s.id, s.endpoint, s.p256dh, s.auth from ${pushSubscriptions} s
  where ${inBatch(sql`s.workspace_id`)} and (s.workspace_id, s.id) in (
    select * from ${unnested("wanted", { workspace_id: "uuid", id: "uuid" })})`);

const claimDue = claimMailsOf(pushQueue);

/** Claims due push notifications, with the devices that they go to. */
export async function claimPushes(
  services: Services,
  lanes: readonly LaneCapacity[],
): Promise<Claimed<ClaimedPush>> {
  const { items } = await claimDue(services, lanes);
  if (items.length === 0) return { items: [] };
  const found = await query(services.db, {
    workspaces: arrayOf(workspacesOf(items)),
    workspace_id: arrayOf(items.map(({ workspaceId }) => workspaceId)),
    id: arrayOf(items.map(({ subscriptionId }) => subscriptionId)),
  });
  const devices = new Map(found.map((device) => [device.id, device]));
  return {
    items: items.map((item) => ({ ...item, device: devices.get(item.subscriptionId ?? "") ?? null })),
  };
}
