import { departments, labels, locations } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { groupBy } from "@/server/kernel/group-by";
import { decodeId } from "@/server/kernel/schema";
import { caseFolded } from "@/server/kernel/text/folding";
import { nameableDepartments, nameableLocations } from "@/server/modules/people/places/references";

interface Find {
  (given: string | undefined): string | null;
  /** Whether nothing has this name, not even by another case: it could be created. An id is no name. */
  isNew(given: string): boolean;
}

/**
 * Finds ids by name or public id, within reach; `undefined` is the default. A name matches case-insensitively where that is unambiguous.
 * Everything in it is locked against deletion until the transaction ends.
 */
export interface Directory {
  location: Find;
  department: Find;
  label: Find;
}

interface Named {
  id: string;
  name: string;
  isDefault?: boolean;
}

function finder(kind: "location" | "department" | "label", rows: readonly Named[]): Find {
  const byName = new Map(rows.map(({ id, name }) => [name, id]));
  const alike = groupBy(rows, ({ name }) => caseFolded(name));
  const ids = new Set(rows.map(({ id }) => id));
  const fallback = rows.find(({ isDefault }) => isDefault)?.id ?? null;
  const find = (given: string | undefined) => {
    if (given === undefined) return fallback;
    const id = decodeId(kind, given);
    const exact = byName.get(given) ?? (id !== null && ids.has(id) ? id : null);
    if (exact) return exact;
    const [only, another] = alike.get(caseFolded(given)) ?? [];
    return another ? null : (only?.id ?? null);
  };
  const isNew = (given: string) => decodeId(kind, given) === null && !alike.has(caseFolded(given));
  return Object.assign(find, { isNew });
}

/** Reads the whole directory at once, for work on many rows. */
export async function readDirectory(tx: Ctx): Promise<Directory> {
  const [places, units] = await Promise.all(
    [locations, departments].map((table) =>
      scoped(workspaceOf(tx.actor), table).select(tx.db, {
        id: table.id,
        name: table.name,
        isDefault: table.isDefault,
      }),
    ),
  );
  const tags = await scoped(workspaceOf(tx.actor), labels)
    .select(tx.db, { id: labels.id, name: labels.name })
    .for("key share");
  const idsOf = (rows: readonly Named[] = []) => rows.map(({ id }) => id);
  const knownLocations = await nameableLocations(tx, idsOf(places));
  const knownDepartments = await nameableDepartments(tx, idsOf(units));
  return {
    location: finder("location", places?.filter(({ id }) => knownLocations.has(id)) ?? []),
    department: finder("department", units?.filter(({ id }) => knownDepartments.has(id)) ?? []),
    label: finder("label", tags),
  };
}
