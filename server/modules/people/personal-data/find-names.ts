import { sql } from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import { connectionAccounts } from "@/drizzle/schema/connections";
import { provisionedPeople } from "@/drizzle/schema/provisioning";
import { providerAccounts, verifiedEmails } from "@/drizzle/schema/signin";
import type { Ctx } from "@/server/access/ctx";
import { statement } from "@/server/kernel/database/db";
import type { Names } from "./mentions";

const { placeholder } = sql;
const workspace = sql`${placeholder("workspaceId")}::uuid`;

/** Former and later names and addresses in the person's audited changes, with the addresses of their accounts at providers. */
const query = statement<{ field: "name" | "email"; text: string }>(sql`
  select distinct field, text from ${auditEvents} a
  cross join lateral (values ('name'), ('email')) as fields(field)
  cross join lateral (values (a.changes -> field ->> 'from'), (a.changes -> field ->> 'to')) as texts(text)
  where a.workspace_id = ${workspace} and a.resource_type = 'user' and a.resource_id = ${placeholder("userId")}::text
    and text is not null
  union select 'email', p.email from ${providerAccounts} p
  where p.workspace_id = ${workspace} and p.user_id = ${placeholder("userId")}::uuid
  union select 'email', c.email from ${connectionAccounts} c
  where c.workspace_id = ${workspace} and c.user_id = ${placeholder("userId")}::uuid
  union select 'email', d.user_name from ${provisionedPeople} d
  where d.workspace_id = ${workspace} and d.user_id = ${placeholder("userId")}::uuid
  union select 'email', v.email from ${verifiedEmails} v
  where v.workspace_id = ${workspace} and v.user_id = ${placeholder("userId")}::uuid`);

interface Person {
  id: string;
  name: string;
  email: string;
}

/** The person's current and former names and addresses, which texts of the workspace may mention. */
export async function findNames(tx: Ctx, { id, name, email }: Person): Promise<Names> {
  const former = await query(tx.db, { workspaceId: tx.actor.workspaceId, userId: id });
  const of = (field: "name" | "email") => former.filter((row) => row.field === field).map(({ text }) => text);
  return { names: [name, ...of("name")], emails: [email, ...of("email")] };
}
