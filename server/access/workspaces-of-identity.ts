import { and, isNull, type SQL, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { providerAccounts } from "@/drizzle/schema/signin";
import { identityWorkspaces } from "@/drizzle/schema/workspace-directory";
import { arrayOf } from "@/server/kernel/database/array-of";
import { type Db, statement } from "@/server/kernel/database/db";
import { everyWorkspace, type Whole, workspaceOf } from "./reach";
import { scoped } from "./scoped";

/** An account at a sign-in provider: `iss` and `sub`. */
export interface AccountName {
  issuer: string;
  subject: string;
}

/** What someone signs in with: addresses, and accounts at providers. */
export interface Identities {
  emails?: readonly string[];
  accounts?: readonly AccountName[];
}

const hashOf = (text: SQL): SQL => sql`sha256(convert_to(${text}, 'UTF8'))`;
/** Folded as the unique index folds it. */
const hashOfAddress = (email: SQL): SQL => hashOf(sql`'address ' || lower(${email})`);
const hashOfAccount = (issuer: SQL, subject: SQL): SQL =>
  hashOf(sql`'account ' || ${issuer} || ' ' || ${subject}`);

const { placeholder } = sql;
const given = sql`
  select ${hashOfAddress(sql`e.email`)} as hash from unnest(${placeholder("emails")}::text[]) as e(email)
  union select ${hashOfAccount(sql`a.issuer`, sql`a.subject`)}
  from unnest(${placeholder("issuers")}::text[], ${placeholder("subjects")}::text[]) as a(issuer, subject)`;

const valuesOf = ({ emails = [], accounts = [] }: Identities) => ({
  emails: arrayOf(emails),
  issuers: arrayOf(accounts.map(({ issuer }) => issuer)),
  subjects: arrayOf(accounts.map(({ subject }) => subject)),
});

const find = statement<{ workspaceId: string }>(sql`
  select distinct leads_to as "workspaceId" from ${identityWorkspaces} where hash in (${given})`);

// An existing row is locked: a transaction that removes it waits, and then finds the user who has it now.
const record = statement(sql`
  insert into ${identityWorkspaces} (hash, leads_to)
  select hash, ${placeholder("workspaceId")}::uuid from (${given}) given order by hash
  on conflict (hash, leads_to) do update set leads_to = excluded.leads_to`);

const forget = statement(sql`
  delete from ${identityWorkspaces} where leads_to = ${placeholder("workspaceId")}::uuid and hash in (${given})`);

/** The workspaces to look in; none for what the directory does not know. */
export async function workspacesOfIdentity(db: Db, identities: Identities): Promise<string[]> {
  return (await find(db, valuesOf(identities))).map(({ workspaceId }) => workspaceId);
}

/**
 * Records whose they are, in the transaction that writes them to `users` or `provider_accounts`, and after that: so the directory names at
 * least the workspaces in which they are.
 */
export async function recordIdentities(tx: Db, workspaceId: string, identities: Identities): Promise<void> {
  await record(tx, { workspaceId, ...valuesOf(identities) });
}

/** Removes what no user of the workspace has any more, in the transaction that took it from them, and after that. */
export async function forgetIdentities(tx: Db, workspaceId: string, identities: Identities): Promise<void> {
  await forget(tx, { workspaceId, ...valuesOf(identities) });
  const { people, accounts } = await findHolders(tx, workspaceOf({ workspaceId }), identities);
  const emails = people.map(({ email }) => email);
  if (emails.length + accounts.length > 0) await recordIdentities(tx, workspaceId, { emails, accounts });
}

const isAddress = ({ emails = [] }: Identities): SQL =>
  sql`lower(${users.email}) = any(array(select lower(e) from unnest(${arrayOf(emails)}::text[]) as e))`;
const isAccount = ({ accounts = [] }: Identities): SQL =>
  sql`(${providerAccounts.issuer}, ${providerAccounts.subject}) in (select * from unnest(
    ${arrayOf(accounts.map(({ issuer }) => issuer))}::text[], ${arrayOf(accounts.map(({ subject }) => subject))}::text[]))`;

/** The rows that hold one of the identities. */
async function findHolders(db: Db, where: Whole, identities: Identities) {
  const { workspaceId, email } = users;
  const people = identities.emails?.length
    ? await scoped(where, users)
        .selectDistinct(db, { workspaceId, email })
        .where(and(isAddress(identities), isNull(users.erasedAt)))
    : [];
  const { issuer, subject } = providerAccounts;
  const accounts = identities.accounts?.length
    ? await scoped(where, providerAccounts)
        .selectDistinct(db, { workspaceId: providerAccounts.workspaceId, issuer, subject })
        .where(isAccount(identities))
    : [];
  return { people, accounts };
}

/**
 * Asks every workspace, and remembers: the directory may lack what a process of the release before wrote during the upgrade. A plain read,
 * without locks.
 */
export async function findIdentityAnywhere(db: Db, identities: Identities): Promise<string[]> {
  const anywhere = everyWorkspace("a process of the release before did not write the directory");
  const { people, accounts } = await findHolders(db, anywhere, identities);
  const found = [...new Set([...people, ...accounts].map(({ workspaceId }) => workspaceId))];
  for (const workspaceId of found) await recordIdentities(db, workspaceId, identities);
  return found;
}
