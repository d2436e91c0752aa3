import { sql } from "drizzle-orm";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import type { SystemContext } from "@/server/access/ctx";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { workspacesOf } from "@/server/kernel/database/distribution";
import { inBatch } from "@/server/kernel/database/in-batch";
import { unnested } from "@/server/kernel/database/sql-parts";
import { groupBy } from "@/server/kernel/group-by";
import { newId } from "@/server/kernel/ids";
import { minute, plus } from "@/server/kernel/time/clock";
import { enqueueBulkMails } from "@/server/modules/messaging/outbox/enqueue-bulk";
import type { DueText } from "./claim-texts";
import type { Composed } from "./compose";

/** Delay before a text that could not be composed is retried, and the maximum number of attempts. */
const retryMs = 2 * minute;
const maximumTries = 60;

/**
 * One dispatch per address, so that a failing one does not affect the others; an address in several destinations gets only one. Mailbox
 * addresses are compared without case, channels with case.
 */
function dispatchesOf({ notification, occurrence }: DueText) {
  const all = notification.destinations.flatMap(({ platform, addresses, channelName, msGroup }, position) =>
    addresses.map((address) => ({
      ...{
        workspaceId: occurrence.workspaceId,
        id: newId(),
        occurrenceId: occurrence.id,
        position,
        platform,
        address,
      },
      ...{ channelName: channelName ?? null, msGroup: msGroup ?? null },
    })),
  );
  const keyOf = ({ platform, address }: (typeof all)[number]) =>
    `${platform} ${platform === "email" ? address.toLowerCase() : address}`;
  const first = new Map(all.toReversed().map((one) => [keyOf(one), one]));
  return all.filter((one) => first.get(keyOf(one)) === one);
}

/** The change of an occurrence after its composition. */
function changeOf(composed: Composed, now: Date) {
  const none = { content: null, skipReason: null, nextAttemptAt: null };
  if ("message" in composed) return { ...none, status: "sending", content: JSON.stringify(composed.message) };
  if ("skip" in composed) return { ...none, status: "skipped", skipReason: composed.skip };
  if (composed.occurrence.attemptCount >= maximumTries) return { ...none, status: "failed" };
  return { ...none, status: "pending", nextAttemptAt: plus(now, retryMs).toISOString() };
}

const { placeholder } = sql;

const write = statement<{ id: string }>(sql`
  update ${occurrences} o
  set status = m.status, content = m.content, skip_reason = m.skip_reason, next_attempt_at = m.next_attempt_at
  from unnest(
    ${placeholder("workspaceIds")}::uuid[], ${placeholder("ids")}::uuid[], ${placeholder("statuses")}::occurrence_status[],
    ${placeholder("contents")}::jsonb[], ${placeholder("skipReasons")}::text[], ${placeholder("nextAttempts")}::timestamptz[]
  ) as m(workspace_id, id, status, content, skip_reason, next_attempt_at)
  where ${inBatch(sql`o.workspace_id`)} and o.workspace_id = m.workspace_id and o.id = m.id and o.status = 'pending'
  returning o.id`);

// A statement of its own: Citus does not run an INSERT from a SELECT beside another write.
const address = statement(sql`
  insert into ${dispatches} (workspace_id, id, occurrence_id, position, platform, address, channel_name, ms_group, status,
    next_attempt_at)
  select d.workspace_id, d.id, d.occurrence_id, d.position, d.platform, d.address, d.channel_name, d.ms_group,
    (case d.platform when 'email' then 'queued' else 'pending' end)::dispatch_status,
    case when d.platform <> 'email' then ${placeholder("now")}::timestamptz end
  from ${unnested("d", {
    workspace_id: "uuid",
    occurrence_id: "uuid",
    id: "uuid",
    position: "smallint",
    platform: "notification_platform",
    address: "text",
    channel_name: "text",
    ms_group: "text",
  })}`);

/** Writes the texts, their dispatches, and their mails. @param tx inside a transaction */
export async function writeTexts(tx: SystemContext, composed: readonly Composed[]): Promise<void> {
  const now = tx.services.clock();
  const rows = composed.map((one) => ({ ...one.occurrence, ...changeOf(one, now) }));
  const written = await write(tx.db, {
    workspaces: arrayOf(workspacesOf(rows)),
    workspaceIds: arrayOf(rows.map(({ workspaceId }) => workspaceId)),
    ids: arrayOf(rows.map(({ id }) => id)),
    statuses: arrayOf(rows.map(({ status }) => status)),
    contents: arrayOf(rows.map(({ content }) => content)),
    skipReasons: arrayOf(rows.map(({ skipReason }) => skipReason)),
    nextAttempts: arrayOf(rows.map(({ nextAttemptAt }) => nextAttemptAt)),
  });
  const isWritten = new Set(written.map(({ id }) => id));
  const messages = composed.flatMap((one) =>
    "message" in one && isWritten.has(one.occurrence.id) ? dispatchesOf(one) : [],
  );
  if (messages.length > 0)
    await address(tx.db, {
      workspace_id: arrayOf(messages.map(({ workspaceId }) => workspaceId)),
      occurrence_id: arrayOf(messages.map(({ occurrenceId }) => occurrenceId)),
      id: arrayOf(messages.map(({ id }) => id)),
      position: arrayOf(messages.map(({ position }) => position)),
      platform: arrayOf(messages.map(({ platform }) => platform)),
      address: arrayOf(messages.map((message) => message.address)),
      channel_name: arrayOf(messages.map(({ channelName }) => channelName)),
      ms_group: arrayOf(messages.map(({ msGroup }) => msGroup)),
      now: now.toISOString(),
    });
  const mailed = groupBy(
    messages.filter(({ platform }) => platform === "email"),
    ({ occurrenceId }) => occurrenceId,
  );
  const mails = composed.flatMap((one) => ("message" in one && one.mail ? [one.mail] : []));
  await enqueueBulkMails(
    tx,
    mails
      .filter(({ occurrenceId }) => isWritten.has(occurrenceId))
      .map((mail) => ({ ...mail, recipients: mailed.get(mail.occurrenceId) ?? [] })),
  );
}
