import { and, eq, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { covers } from "@/server/access/covers";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { isAnyOf, unnested } from "@/server/kernel/database/sql-parts";
import { fault } from "@/server/kernel/field-faults";
import { decodeId } from "@/server/kernel/schema";
import type { Candidate } from "@/server/modules/workspace/imports/outcome";
import { isValid } from "@/server/modules/workspace/imports/outcome";
import type { UserImportRow } from "./schema";

type Row = Candidate<UserImportRow>;

const folded = (text: string): string => text.trim().toLowerCase();

/**
 * Adds the faults of the managers that rows name: by the address, id or name of an active user within reach, or by the address or name of
 * another row without faults. A name must belong to one person only. Rows that depend on a faulty row are faulty, too.
 * @returns known managers by what the rows say
 */
export async function judgeManagers(tx: Ctx, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const named = rows.filter(({ sound }) => sound.approver !== undefined);
  if (named.length === 0) return new Map();
  const people = await findNamed(tx, [...new Set(named.map(({ sound }) => sound.approver ?? ""))]);
  for (const row of named) nameByAddress(row, [...people, ...rows.flatMap(({ sound }) => personOf(sound))]);
  const known = new Map(
    people.flatMap(({ id, address }) => [[address, id] as const, [`user-${id}`, id] as const]),
  );
  const unknown = named.filter(({ sound }) => !known.has(folded(sound.approver ?? "")));
  // What rows say of themselves, also those without a readable address.
  const others = new Set(rows.flatMap(({ sound }) => [folded(sound.email ?? ""), folded(sound.name ?? "")]));
  for (let changed = true; changed; ) {
    changed = false;
    const given = new Set(rows.filter(isValid).map(({ sound }) => folded(sound.email ?? "")));
    for (const row of unknown) {
      const approver = folded(row.sound.approver ?? "");
      const isOwn = approver === folded(row.sound.email ?? "");
      if (row.errors.some(({ path }) => path === "approver") || (given.has(approver) && !isOwn)) continue;
      row.errors.push({ path: "approver", ...fault(isOwn ? "managerSelf" : "manager") });
      if (!isOwn && others.has(approver)) row.derived = [...(row.derived ?? []), "approver"];
      changed = true;
    }
  }
  return known;
}

interface Named {
  /** In lower case. */
  name: string;
  address: string;
}

const personOf = ({ name, email }: Row["sound"]): Named[] =>
  name && email ? [{ name: folded(name), address: folded(email) }] : [];

/** Replaces the name of a manager by their address; of several people with this name none is meant. */
function nameByAddress(row: Row, people: readonly Named[]): void {
  const approver = folded(row.sound.approver ?? "");
  if (people.some(({ address }) => address === approver)) return;
  const addresses = [
    ...new Set(people.filter(({ name }) => name === approver).map(({ address }) => address)),
  ];
  if (addresses.length > 1)
    row.errors.push({
      path: "approver",
      ...fault("managerNamesakes"),
    });
  const [address] = addresses;
  if (addresses.length === 1 && address) row.sound = { ...row.sound, approver: address };
}

/** The active users within reach who have one of these addresses, ids or names. */
async function findNamed(tx: Ctx, given: readonly string[]): Promise<(Named & { id: string })[]> {
  const ids = given.flatMap((text) => decodeId("user", text) ?? []);
  const texts = given.map(folded);
  const found = await scoped(workspaceOf(tx.actor), users)
    .select(tx.db, {
      id: users.id,
      name: sql<string>`lower(${users.name})`,
      address: sql<string>`lower(${users.email})`,
      locationId: users.locationId,
      departmentId: users.departmentId,
    })
    .where(
      and(
        eq(users.status, "ACTIVE"),
        sql`(${isAnyOf(users.id, ids)} or ${isAnyOf(sql`lower(${users.email})`, texts)}
          or ${isAnyOf(sql`lower(${users.name})`, texts)})`,
      ),
    );
  return found.filter((person) => covers(tx, person));
}

const { placeholder } = sql;
const write = statement(sql`
  update ${users} u set approver_id = given.managers from ${unnested("given", { ids: "uuid", managers: "uuid" })}
  where u.workspace_id = ${placeholder("workspaceId")}::uuid and u.id = given.ids`);

/** Writes the managers of the added people, once all of them have a row. */
export async function writeManagers(
  tx: Ctx,
  rows: readonly Row[],
  known: ReadonlyMap<string, string>,
): Promise<void> {
  const added = new Map(
    rows.flatMap(({ id, sound }) => {
      const userId = id && decodeId("user", id);
      return userId ? [[folded(sound.email ?? ""), userId] as const] : [];
    }),
  );
  const pairs = rows.flatMap(({ sound }) => {
    const own = added.get(folded(sound.email ?? ""));
    const approver = sound.approver === undefined ? undefined : folded(sound.approver);
    const manager = approver === undefined ? undefined : (known.get(approver) ?? added.get(approver));
    return own && manager && own !== manager ? [{ own, manager }] : [];
  });
  if (pairs.length === 0) return;
  await write(tx.db, {
    workspaceId: tx.actor.workspaceId,
    ids: arrayOf(pairs.map(({ own }) => own)),
    managers: arrayOf(pairs.map(({ manager }) => manager)),
  });
}
