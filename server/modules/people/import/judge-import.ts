import { and, ne, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { type FieldError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { caseFolded } from "@/server/kernel/text/folding";
import { mayAppoint } from "@/server/modules/people/people/appoint";
import { type NamedKind, namedKinds } from "@/server/modules/people/places/schema";
import type { Candidate } from "@/server/modules/workspace/imports/outcome";
import { findReferenceFaults } from "./find-reference-faults";
import type { Directory } from "./read-directory";
import { type CreatedNames, type MissingNames, maxCreatedNames, type UserImportRow } from "./schema";

type Row = Candidate<UserImportRow>;
type ReferenceFaults = ReturnType<typeof findReferenceFaults>;

export const addressTaken = { path: "email", ...fault("addressTaken") };

/** Names in the rows that nothing in the workspace has. */
interface JudgedNames {
  /** To be created, for the rows without other faults. */
  wanted: CreatedNames;
  missing: MissingNames;
}

/**
 * Adds to the rows of an import the faults of their names, roles and addresses. A name that the import creates is no fault.
 * @param create the kinds of names that it creates
 * @throws ApiError VALIDATION_ERROR for too many names to create
 */
export async function judgeImport(
  tx: Ctx,
  rows: readonly Row[],
  directory: Directory,
  create: readonly NamedKind[],
): Promise<JudgedNames> {
  const references = rows.map((row) => findReferenceFaults(row, directory));
  const present = await findPresentAddresses(tx, rows);
  const faultsIfCreated = (kinds: readonly string[]): FieldError[][] => {
    const faults = rows.map((row, at) => [
      ...row.errors,
      ...withoutKinds(references[at] ?? [], kinds),
      ...roleFaults(tx, row),
    ]);
    addAddressFaults(rows, faults, present);
    return faults;
  };
  const faults = faultsIfCreated(create);
  const possible = faultsIfCreated(namedKinds);
  for (const [at, row] of rows.entries()) {
    row.errors = faults[at] ?? [];
    row.derived = (references[at] ?? []).flatMap(({ missing, path }) => (missing ? path : []));
  }
  const goodRows = references.filter((_, at) => faults[at]?.length === 0);
  const wanted = (kind: NamedKind) => (create.includes(kind) ? namesOf(kind, goodRows) : new Map());
  const mendableRows = references.filter((_, at) => possible[at]?.length === 0);
  const missing = (kind: NamedKind) => {
    const others = wanted(kind);
    return [...namesOf(kind, mendableRows)].flatMap(([key, name]) => (others.has(key) ? [] : [name]));
  };
  const found = {
    wanted: {
      locations: [...wanted("locations").values()],
      departments: [...wanted("departments").values()],
      labels: [...wanted("labels").values()],
    },
    missing: {
      locations: missing("locations"),
      departments: missing("departments"),
      labels: missing("labels"),
    },
  };
  refuseTooMany(found.wanted);
  return found;
}

const withoutKinds = (faults: ReferenceFaults, kinds: readonly string[]): FieldError[] =>
  faults.flatMap(({ missing, ...found }) => (missing && kinds.includes(missing.kind) ? [] : [found]));

/** Missing names by their unique form, in the first spelling. */
function namesOf(kind: keyof MissingNames, rows: readonly ReferenceFaults[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { missing } of rows.flat())
    if (missing?.kind === kind && !names.has(caseFolded(missing.name)))
      names.set(caseFolded(missing.name), missing.name);
  return names;
}

function refuseTooMany(wanted: CreatedNames): void {
  const faults = namedKinds.flatMap((kind) => {
    const { length } = wanted[kind];
    const tooMany = fault("tooManyNew", { count: length, kind, limit: maxCreatedNames });
    return length > maxCreatedNames ? [{ path: "create", ...tooMany }] : [];
  });
  if (faults.length > 0) throw invalid(faults);
}

const roleFaults = (tx: Ctx, { sound: { role } }: Row): FieldError[] =>
  role === undefined || role === "USER" || mayAppoint(tx) ? [] : [{ path: "role", ...fault("roleRefused") }];

/** A row whose address an earlier faulty row has, too: once that one is mended, only one of them can be imported. */
export interface Twin {
  row: number;
  of: number;
}

/** Finds the rows that clash only when an earlier one is mended; rows that clash already have the fault. */
export function findTwins(rows: readonly Row[]): Twin[] {
  const first = new Map<string, number>();
  return rows.flatMap((row) => {
    const address = addressOf(row);
    if (address === null) return [];
    const of = first.get(address);
    if (of === undefined) first.set(address, row.row);
    const isSaid = row.errors.some(({ path }) => path === "email");
    return of === undefined || isSaid ? [] : [{ row: row.row, of }];
  });
}

const addressOf = ({ sound }: Row): string | null => sound.email?.toLowerCase() ?? null;

async function findPresentAddresses(tx: Ctx, rows: readonly Row[]): Promise<ReadonlySet<string>> {
  const given = new Set(rows.map(addressOf).filter((address) => address !== null));
  const known = await scoped(workspaceOf(tx.actor), users)
    .select(tx.db, { address: sql<string>`lower(${users.email})` })
    .where(and(ne(users.status, "DELETED"), isAnyOf(sql`lower(${users.email})`, [...given])));
  return new Set(known.map(({ address }) => address));
}

function addAddressFaults(rows: readonly Row[], faults: FieldError[][], present: ReadonlySet<string>): void {
  const first = new Map<string, number>();
  for (const [at, row] of rows.entries()) {
    const [address, own = []] = [addressOf(row), faults[at]];
    if (address === null) continue;
    const earlier = first.get(address);
    if (earlier !== undefined) own.push({ path: "email", ...fault("sameAddress", { row: earlier }) });
    // A faulty row adds no one, so it does not reserve its address.
    else if (own.length === 0) first.set(address, row.row);
    if (present.has(address)) own.push(addressTaken);
  }
}
