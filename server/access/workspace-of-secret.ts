import { sql } from "drizzle-orm";
import { apiKeys, legacyKeys } from "@/drizzle/schema/api-keys";
import { calendarFeeds } from "@/drizzle/schema/calendar-feeds";
import { decisionLinks } from "@/drizzle/schema/leave-mails";
import { oauthCodes, oauthGrants, oauthRefreshTokens } from "@/drizzle/schema/oauth";
import { signinTokens } from "@/drizzle/schema/signin";
import { secretWorkspaces } from "@/drizzle/schema/workspace-directory";
import { BoundedMap } from "@/server/kernel/bounded-map";
import { arrayOf } from "@/server/kernel/database/array-of";
import { askTogether } from "@/server/kernel/database/ask-together";
import { preparedBy, statement } from "@/server/kernel/database/db";
import { isAnyOf, unnested } from "@/server/kernel/database/sql-parts";
import { onceForEach } from "@/server/kernel/once-for-each";
import type { Services } from "@/server/kernel/services";
import { databaseTimeoutMs, withTimeout } from "@/server/kernel/time/timeout";
import type { Presented } from "@/server/kernel/workspace-secret";
import { everyWorkspace } from "./reach";
import { scoped } from "./scoped";

/** The tables in which a secret is found by its hash. */
export const secretTables = {
  apiKey: apiKeys,
  legacyKey: legacyKeys,
  feed: calendarFeeds,
  code: oauthCodes,
  refreshToken: oauthRefreshTokens,
  signinToken: signinTokens,
  decisionLink: decisionLinks,
};
export type SecretKind = keyof typeof secretTables;

/** Some MB at most. */
const maxRemembered = 20_000;

type Places = ReadonlyMap<string, string>;
const placesOf = (rows: readonly { key: string; workspaceId: string }[]): Places =>
  new Map(rows.map(({ key, workspaceId }) => [key, workspaceId]));

/** Hashes are hexadecimal here. */
export const asBytea = (hashes: readonly string[]): string[] => hashes.map((hash) => `\\x${hash}`);

const inDirectory = preparedBy((db) =>
  db
    .select({
      key: sql<string>`encode(${secretWorkspaces.hash}, 'hex')`,
      workspaceId: secretWorkspaces.leadsTo,
    })
    .from(secretWorkspaces)
    .where(isAnyOf(secretWorkspaces.hash, sql.placeholder("hashes")))
    .prepare("workspaces_of_secrets"),
);

/** Of these secrets the ones that exist, in whichever workspace. */
export const findSecretsAnywhere = preparedBy((db, kind) => {
  const table = secretTables[kind as SecretKind];
  return scoped(everyWorkspace("a secret of an earlier format does not say whose it is"), table)
    .select(db, { key: sql<string>`encode(${table.hash}, 'hex')`, workspaceId: table.workspaceId })
    .where(isAnyOf(table.hash, sql.placeholder("hashes")))
    .prepare(`${kind}_anywhere`);
});

const findGrantsAnywhere = preparedBy((db) =>
  scoped(everyWorkspace("an access token of the release before does not say whose it is"), oauthGrants)
    .select(db, { key: oauthGrants.id, workspaceId: oauthGrants.workspaceId })
    .where(isAnyOf(oauthGrants.id, sql.placeholder("ids")))
    .prepare("oauth_grants_anywhere"),
);

const remember = statement(sql`
  insert into ${secretWorkspaces} (hash, leads_to) select hash, leads_to
  from ${unnested("found", { hash: "bytea", leads_to: "uuid" })} order by hash on conflict do nothing`);

/**
 * The directory's answer; for what it does not know, every workspace's, which it then remembers: a process of the release before may have
 * issued it during the upgrade. Plain reads, without locks.
 */
async function lookUp({ admission }: Services, kind: SecretKind, hashes: readonly string[]): Promise<Places> {
  const known = placesOf(await inDirectory(admission).execute({ hashes: asBytea(hashes) }));
  const others = hashes.filter((hash) => !known.has(hash));
  if (others.length === 0) return known;
  const found = await findSecretsAnywhere(admission, kind).execute({ hashes: asBytea(others) });
  if (found.length === 0) return known;
  await remember(admission, {
    hash: arrayOf(asBytea(found.map(({ key }) => key))),
    leads_to: arrayOf(found.map(({ workspaceId }) => workspaceId)),
  });
  return new Map([...known, ...placesOf(found)]);
}

/** One process's memory: a secret's workspace never changes. What does not exist is not remembered. */
class Directory {
  private readonly known = new BoundedMap<string, string>(maxRemembered);

  constructor(private readonly services: Services) {}

  private readonly askFor = onceForEach((kind: SecretKind) =>
    askTogether((hashes) => withTimeout(lookUp(this.services, kind, hashes), databaseTimeoutMs)),
  );
  private readonly askForGrant = askTogether(async (ids) => {
    const asked = findGrantsAnywhere(this.services.admission).execute({ ids });
    return placesOf(await withTimeout(asked, databaseTimeoutMs));
  });

  ofSecret(kind: SecretKind, hash: string): Promise<string | null> {
    return this.through(hash, this.askFor(kind));
  }

  ofGrant(id: string): Promise<string | null> {
    return this.through(id, this.askForGrant);
  }

  private async through(
    key: string,
    ask: (key: string) => Promise<string | undefined>,
  ): Promise<string | null> {
    const known = this.known.get(key) ?? (await ask(key));
    if (known === undefined) return null;
    this.known.set(key, known);
    return known;
  }
}

const directories = new WeakMap<Services, Directory>();

function directoryOf(services: Services): Directory {
  const known = directories.get(services) ?? new Directory(services);
  directories.set(services, known);
  return known;
}

/**
 * The workspace in which to look for a secret: the one that its text names; for an earlier format, the directory's. Never inside a
 * transaction: it may need another connection.
 * @returns null when no workspace knows it
 */
export async function workspaceOfSecret(
  services: Services,
  kind: SecretKind,
  { hash, workspaceId }: Presented,
): Promise<string | null> {
  return workspaceId ?? directoryOf(services).ofSecret(kind, hash.toString("hex"));
}

/** The workspace of the grant of an access token: the one that its claims name; in a token of the release before, for an hour, none. */
export async function workspaceOfGrant(
  services: Services,
  { workspaceId, grantId }: { workspaceId: string | null; grantId: string },
): Promise<string | null> {
  return workspaceId ?? directoryOf(services).ofGrant(grantId);
}
