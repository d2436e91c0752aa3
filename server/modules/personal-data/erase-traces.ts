import { type SQL, sql } from "drizzle-orm";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { auditEvents } from "@/drizzle/schema/audit";
import { events } from "@/drizzle/schema/events";
import { balanceAdjustments } from "@/drizzle/schema/leaves";
import { idempotencyKeys, operations } from "@/drizzle/schema/operations";
import { requestLog } from "@/drizzle/schema/request-log";
import { webhookAttempts, webhookBodies, webhookDeliveries, webhooks } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { arrayOf } from "@/server/kernel/array-of";
import { statement } from "@/server/kernel/db";
import { encodeId } from "@/server/kernel/schema";
import type { Mentions } from "./mentions";
import { renamedIn, renameMentions } from "./rename-mentions";

const { placeholder } = sql;
const workspace = sql`${placeholder("workspaceId")}::uuid`;
const user = sql`${placeholder("userId")}::uuid`;
/** `user-…`, as answers and bodies name them. */
const publicId = sql`${placeholder("publicId")}::text`;
const written = sql`${placeholder("written")}::text`;

const fields = sql`${placeholder("fields")}::text[]`;

/** Fields of changes lose their values: that they changed is kept. */
const emptying = (which: SQL) =>
  statement(sql`update ${auditEvents} a set changes = (
      select jsonb_object_agg(c.key, case when c.key = any(${fields}) then '{}'::jsonb else c.value end)
      from jsonb_each(a.changes) c)
    where a.workspace_id = ${workspace} and jsonb_exists_any(a.changes, ${fields}) and ${which}`);

const aboutThem = emptying(sql`a.resource_type = 'user' and a.resource_id = ${user}::text`);
const ofTheirSignIns = emptying(sql`a.action like 'session.%' and a.acting_user_id = ${user}`);
const ofTheirAdjustments = emptying(sql`a.resource_type = 'balance_adjustment' and a.resource_id in (
  select b.id::text from ${balanceAdjustments} b where b.workspace_id = ${workspace} and b.user_id = ${user})`);

/** An event without a snapshot tells of the record as it is when it is sent: nameless. */
const ofEvents = statement(sql`update ${events} set data = data - 'snapshot'
  where workspace_id = ${workspace} and subject_user_id = ${user} and jsonb_exists(data, 'userId')`);

/** Bodies that name them as the person or the approver go, with what receivers answered to them. What is still to be sent is made anew. */
const ofDeliveries = statement(sql`
  with told as (
    delete from ${webhookBodies} b where b.workspace_id = ${workspace}
      and (strpos(b.body, ${publicId}) > 0 or b.body ~ ${written})
    returning b.delivery_id)
  update ${webhookAttempts} a set response_body = null, response_headers = null
  where a.workspace_id = ${workspace} and (a.delivery_id in (select delivery_id from told) or a.delivery_id in (
    select d.id from ${webhookDeliveries} d where d.workspace_id = ${workspace} and d.subject_user_id = ${user}))`);

const ofOwnWebhooks = statement(sql`update ${webhooks} set url = ${renamedIn(sql`url`, written)}
  where workspace_id = ${workspace} and owner_id = ${user} and url ~ ${written}`);

const ofOwnRequests = statement(sql`update ${requestLog}
  set query = null, error = null, user_agent = null, idempotency_key = null
  where workspace_id = ${workspace} and (owner_id = ${user} or acting_user_id = ${user})`);

/** Members of a record of theirs, or of their leave, in the JSON text of an answer. */
const withoutMembers = (text: SQL) => sql`regexp_replace(regexp_replace(${text},
  '"(employeeId|reason|statusReason|note)":( ?)"(\\\\.|[^"\\\\])*"', '"\\1":\\2null', 'g'),
  '"labels":( ?)\\[[^]]*\\]', '"labels":\\1[]', 'g')`;

const ofResults = statement(sql`update ${operations} set result = ${withoutMembers(sql`result::text`)}::jsonb
  where workspace_id = ${workspace} and result::text ~ ('"(id|userId)": "' || ${publicId} || '"')`);

const ofOwnAnswers = statement(sql`delete from ${idempotencyKeys} i
  where i.workspace_id = ${workspace} and (i.key_id = ${user} or i.key_id in (
    select k.id from ${apiKeys} k where k.workspace_id = ${workspace} and k.owner_id = ${user}))`);

/** Sealed answers hold neither, so that their bytes are never read as text. */
const ofAnswers = statement(sql`update ${idempotencyKeys}
  set body = convert_to(${renamedIn(withoutMembers(sql`convert_from(body, 'UTF8')`), written)}, 'UTF8')
  where workspace_id = ${workspace}
    and exists (select from unnest(${placeholder("texts")}::text[]) text where position(convert_to(text, 'UTF8') in body) > 0)`);

/** Takes somebody out of what the workspace keeps of the past: logs, events, messages, answers. */
export async function eraseTraces(tx: Ctx, userId: string, mentions: Mentions): Promise<void> {
  const theirId = encodeId("user", userId);
  const texts = [...mentions.texts, `"id":"${theirId}"`, `"userId":"${theirId}"`];
  const values = {
    ...{ workspaceId: tx.actor.workspaceId, userId, publicId: theirId },
    ...{ written: mentions.written, texts: arrayOf(texts) },
  };
  const clear = (emptied: typeof aboutThem, ...names: string[]) =>
    emptied(tx.db, { ...values, fields: arrayOf(names) });
  const place = ["ip", "userAgent"];
  await clear(aboutThem, "name", "email", "birthday", "employeeId", "labels", ...place);
  await clear(ofTheirSignIns, "name", ...place);
  await clear(ofTheirAdjustments, "note");
  for (const cleared of [
    ofEvents,
    ofDeliveries,
    ofOwnWebhooks,
    ofOwnRequests,
    ofResults,
    ofOwnAnswers,
    ofAnswers,
  ])
    await cleared(tx.db, values);
  await renameMentions(tx, mentions);
}
