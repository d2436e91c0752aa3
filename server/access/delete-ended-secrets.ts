import { sql } from "drizzle-orm";
import { secretWorkspaces } from "@/drizzle/schema/workspace-directory";
import { statement } from "@/server/kernel/database/db";
import { deleteInSteps } from "@/server/kernel/database/delete-in-steps";
import { isAnyOf, literal } from "@/server/kernel/database/sql-parts";
import type { Services } from "@/server/kernel/services";
import { asBytea, findSecretsAnywhere, type SecretKind, secretTables } from "./workspace-of-secret";

/** Rows of one step. */
const together = 5000;

const nextRows = statement<{ hash: string }>(sql`
  select encode(s.hash, 'hex') as hash from ${secretWorkspaces} s where s.hash > decode(${sql.placeholder("after")}, 'hex')
  order by s.hash limit ${literal(together)}`);

/** Of these hashes the ones without a secret. */
async function withoutSecret(services: Services, hashes: readonly string[]): Promise<readonly string[]> {
  let rest = hashes;
  for (const kind of Object.keys(secretTables) as SecretKind[]) {
    if (rest.length === 0) return rest;
    const found = await findSecretsAnywhere(services.db, kind).execute({ hashes: asBytea(rest) });
    const known = new Set(found.map(({ key }) => key));
    rest = rest.filter((hash) => !known.has(hash));
  }
  return rest;
}

/**
 * Due work: removes secrets from the directory that were deleted or replaced. Nothing new comes in but v1 keys, which stay, so it only
 * becomes shorter. @returns how many
 */
export async function deleteEndedSecrets(services: Services): Promise<number> {
  let total = 0;
  let after = "";
  for (;;) {
    const rows = await nextRows(services.db, { after });
    const ended = await withoutSecret(
      services,
      rows.map(({ hash }) => hash),
    );
    if (ended.length > 0)
      total += await deleteInSteps(
        services,
        secretWorkspaces,
        isAnyOf(secretWorkspaces.hash, asBytea(ended)),
      );
    const last = rows[together - 1];
    if (!last) return total;
    after = last.hash;
  }
}
