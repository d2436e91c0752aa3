import { type Column, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { auditEvents } from "@/drizzle/schema/audit";
import { companyLeaves } from "@/drizzle/schema/company-leaves";
import { credits } from "@/drizzle/schema/credits";
import { leaveFiles } from "@/drizzle/schema/leave-files";
import { leaveQuestions } from "@/drizzle/schema/leave-questions";
import { balanceAdjustments, leaves } from "@/drizzle/schema/leaves";
import { mails } from "@/drizzle/schema/mails";
import { notifications } from "@/drizzle/schema/notifications";
import { idempotencyKeys, operations } from "@/drizzle/schema/operations";
import { payrollLines } from "@/drizzle/schema/payroll";
import { requestLog } from "@/drizzle/schema/request-log";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import { webhookAttempts, webhookBodies, webhookDeliveries, webhooks } from "@/drizzle/schema/webhooks";
import { arrayOf } from "@/server/kernel/database/array-of";
import { encodeId } from "@/server/kernel/schema";
import { type Erasing, type Place, renamedIn, walkOf, workspace } from "./walk";

const { placeholder } = sql;
const user = sql`${placeholder("userId")}::uuid`;
/** `user-…`, as in responses and bodies. */
const publicId = sql`${placeholder("publicId")}::text`;
/** Patterns for texts written by the service, and for texts typed by users. */
const written = sql`${placeholder("written")}::text`;
const typed = sql`${placeholder("typed")}::text`;

const valuesOf = ({ userId, mentions }: Erasing) => ({
  ...{ userId, publicId: encodeId("user", userId), written: mentions.written, typed: mentions.typed },
});

type Table = NonNullable<Place["table"]>;

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The SET clause of columns and values. */
const setting = (of: readonly (readonly [name: string, value: SQL])[]): SQL =>
  sql.join(
    of.map(([name, value]) => sql`${sql.identifier(inSnakeCase(name))} = ${value}`),
    sql`, `,
  );

const isJson = (column: Column) => column.getSQLType() === "jsonb";
const textOf = (column: Column): SQL => (isJson(column) ? sql`${column}::text` : sql`${column}`);

interface Naming<T extends Table> {
  table: T;
  size: number;
  pattern: SQL;
  columns: readonly (keyof T["_"]["columns"] & string)[];
  /** Rows that lose more than a name. */
  also?: { which: SQL; set: (renamed: SQL, column: string) => SQL };
}

/** Replaces the person's name wherever columns of a table mention it. */
function renamingOf<T extends Table>({ table, size, pattern, columns, also }: Naming<T>): Place {
  const all = getTableColumns(alias(table, "t"));
  const own = columns.map((name) => {
    const column: Column | undefined = all[name];
    if (!column) throw new Error(`There is no column ${name}`);
    return [name, column] as const;
  });
  const texts = sql.join(
    own.map(([, column]) => textOf(column)),
    sql`, `,
  );
  const isNamed = sql`concat_ws(E'\n', ${texts}) ~ ${pattern}`;
  const renamed = ([name, column]: (typeof own)[number]) => {
    const text = also ? also.set(textOf(column), name) : textOf(column);
    const value = renamedIn(text, pattern);
    return [name, isJson(column) ? sql`${value}::jsonb` : value] as const;
  };
  return walkOf(
    {
      ...{ table, size, which: also ? sql`${isNamed} or ${also.which}` : isNamed },
      change: (rows, isMatched) =>
        sql`update ${rows} set ${setting(own.map(renamed))} from seen where ${isMatched}`,
    },
    valuesOf,
  );
}

/** Fields of changes lose their values; the fact of a change is kept. */
const emptiedFields = sql`case
  when t.resource_type = 'user' and t.resource_id = ${user}::text
    then '{name,email,birthday,employeeId,labels,ip,userAgent}'::text[]
  when t.action like 'session.%' and t.acting_user_id = ${user} then '{name,ip,userAgent}'
  when t.resource_type = 'balance_adjustment' and t.resource_id in (
    select b.id::text from ${balanceAdjustments} b where b.workspace_id = ${workspace} and b.user_id = ${user}) then '{note}'
  else '{}' end`;

const auditLines = renamingOf({
  ...{ table: auditEvents, size: 500, pattern: written, columns: ["changes"] },
  also: {
    which: sql`jsonb_exists_any(t.changes, ${emptiedFields})`,
    set: () => sql`(select jsonb_object_agg(c.key, case when c.key = any(${emptiedFields}) then '{}'::jsonb else c.value end)
      from jsonb_each(t.changes) c)::text`,
  },
});

const isTheirRequest = sql`${user} in (t.owner_id, t.acting_user_id)`;
const requests = renamingOf({
  ...{ table: requestLog, size: 500, pattern: written },
  columns: ["path", "query", "error", "idempotencyKey", "userAgent"],
  also: {
    which: isTheirRequest,
    set: (text, column) =>
      column === "path" ? text : sql`case when ${isTheirRequest} then null else ${text} end`,
  },
});

/** Replaces members of the person's record, or of their leave, in the JSON text of a response. */
const withoutMembers = (text: SQL) => sql`regexp_replace(regexp_replace(${text},
  '"(employeeId|reason|statusReason|cancelReason|note)":( ?)"(\\\\.|[^"\\\\])*"', '"\\1":\\2null', 'g'),
  '"labels":( ?)\\[[^]]*\\]', '"labels":\\1[]', 'g')`;

const isResultAboutThem = sql`t.result::text ~ ('"(id|userId)": "' || ${publicId} || '"')`;
const results = renamingOf({
  ...{ table: operations, size: 10, pattern: written, columns: ["path", "search", "result", "error"] },
  also: {
    which: isResultAboutThem,
    set: (text, column) =>
      column === "result"
        ? sql`case when ${isResultAboutThem} then ${withoutMembers(text)} else ${text} end`
        : text,
  },
});

/** Clears receivers' responses to deliveries about the person. */
const forgetAnswers = (deliveries: SQL) => sql`
  update ${webhookAttempts} a set response_body = null, response_headers = null
  from ${deliveries} where a.workspace_id = ${workspace} and a.delivery_id =`;

/**
 * Deletes bodies that mention the person or name them as the approver, with the receivers' responses. Pending deliveries get a new body.
 */
const bodies = walkOf(
  {
    ...{ table: webhookBodies, size: 50, which: sql`strpos(t.body, ${publicId}) > 0 or t.body ~ ${written}` },
    change: (rows, isMatched) => sql`delete from ${rows} using seen where ${isMatched}),
      forgotten as (${forgetAnswers(sql`seen`)} seen.delivery_id and seen.is_meant`,
  },
  valuesOf,
);

const deliveries = walkOf(
  {
    ...{ table: webhookDeliveries, size: 500, which: sql`t.subject_user_id = ${user}` },
    change: () => sql`${forgetAnswers(sql`seen`)} seen.id and seen.is_meant`,
  },
  valuesOf,
);

/** Sealed responses contain no names or ids, so their bytes are never read as text. */
const answers = walkOf(
  {
    ...{ table: idempotencyKeys, size: 200 },
    which: sql`exists (select from unnest(${placeholder("texts")}::text[]) text where position(convert_to(text, 'UTF8') in t.body) > 0)`,
    // The text is made before the UPDATE, which may take only columns where workspaces are distributed over servers.
    change: (rows, isMatched) => sql`
      select t.workspace_id, t.key_id, t.key,
        convert_to(${renamedIn(withoutMembers(sql`convert_from(t.body, 'UTF8')`), written)}, 'UTF8') as body
      from ${rows}, seen where ${isMatched} for no key update of t),
      rewritten as (update ${rows} set body = changed.body from changed
        where t.workspace_id = ${workspace} and (t.key_id, t.key) = (changed.key_id, changed.key)`,
  },
  (erasing) => {
    const { publicId: id, written: pattern } = valuesOf(erasing);
    const texts = [...erasing.mentions.texts, `"id":"${id}"`, `"userId":"${id}"`];
    return { written: pattern, texts: arrayOf(texts) };
  },
);

const ownAnswers = walkOf(
  {
    ...{ table: idempotencyKeys, size: 1000 },
    which: sql`t.key_id = ${user} or t.key_id in (
      select k.id from ${apiKeys} k where k.workspace_id = ${workspace} and k.owner_id = ${user})`,
    change: (rows, isMatched) => sql`delete from ${rows} using seen where ${isMatched}`,
  },
  valuesOf,
);

/** Records of the past: logs, events, messages, responses. */
export const eraseTraces: readonly Place[] = [
  requests,
  ownAnswers,
  answers,
  results,
  bodies,
  deliveries,
  renamingOf({ table: webhookAttempts, size: 500, pattern: written, columns: ["url", "message"] }),
  renamingOf({ table: occurrences, size: 100, pattern: written, columns: ["content"] }),
  renamingOf({ table: dispatches, size: 500, pattern: written, columns: ["errorDetail"] }),
  renamingOf({
    table: mails,
    size: 500,
    pattern: written,
    columns: ["subject", "unsubscribe", "errorDetail"],
  }),
  auditLines,
  // Columns in which users may have named others.
  renamingOf({
    table: leaves,
    size: 500,
    pattern: typed,
    columns: ["reason", "statusReason", "cancelReason"],
  }),
  renamingOf({ table: leaveQuestions, size: 500, pattern: typed, columns: ["question", "answer"] }),
  renamingOf({ table: companyLeaves, size: 500, pattern: typed, columns: ["name"] }),
  renamingOf({ table: balanceAdjustments, size: 500, pattern: typed, columns: ["note"] }),
  renamingOf({ table: credits, size: 500, pattern: typed, columns: ["reason", "decisionReason"] }),
  renamingOf({ table: payrollLines, size: 500, pattern: typed, columns: ["note"] }),
  renamingOf({ table: leaveFiles, size: 500, pattern: typed, columns: ["name"] }),
  renamingOf({ table: apiKeys, size: 500, pattern: typed, columns: ["name", "description"] }),
  renamingOf({ table: webhooks, size: 500, pattern: typed, columns: ["description"] }),
  renamingOf({ table: notifications, size: 500, pattern: typed, columns: ["name"] }),
  renamingOf({ table: scheduledReports, size: 500, pattern: typed, columns: ["name"] }),
];
