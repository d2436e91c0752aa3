import { sql } from "drizzle-orm";
import { userLabels } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { NotificationLocale } from "@/drizzle/schema/values";
import { type Ctx, inSavepoint, inTransaction } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { recordIdentities } from "@/server/access/workspaces-of-identity";
import { statement } from "@/server/kernel/database/db";
import { groupBy } from "@/server/kernel/group-by";
import { newId } from "@/server/kernel/ids";
import { decodeId, encodeId } from "@/server/kernel/schema";
import { recordEvents } from "@/server/modules/integrations/events/record-many";
import { appointMany } from "@/server/modules/people/people/appoint";
import { recordInvitations } from "@/server/modules/people/people/record-invitations";
import { createNamed, requireMayCreateNamed } from "@/server/modules/people/places/create-named";
import { type NamedKind, namedKinds } from "@/server/modules/people/places/schema";
import {
  type Candidate,
  endImport,
  isToBeWritten,
  isValid,
  type Readable,
  readRows,
  writeInChunks,
} from "@/server/modules/workspace/imports/outcome";
import type { ImportBody } from "@/server/modules/workspace/imports/schema";
import { createLocationsLikeDefault } from "./create-locations-like-default";
import { findReferenceFaults } from "./find-reference-faults";
import { addressTaken, findTwins, judgeImport } from "./judge-import";
import { judgeStarts, type Starts } from "./judge-starts";
import { type Directory, readDirectory } from "./read-directory";
import { type CreatedNames, type UserImport, type UserImportResult, UserImportRow } from "./schema";
import { judgeManagers, writeManagers } from "./write-managers";
import { countStarts, writeStarts } from "./write-starts";

type Row = Candidate<UserImportRow>;

const none: CreatedNames = { locations: [], departments: [], labels: [] };

/** Rolls back an import of mode `all` when a concurrent write took one of its addresses or names. */
class ChangedMeanwhile extends Error {}

/**
 * Adds many people at once, with their own yearly days, days left and working patterns, and on request the places and labels that they
 * name. Only administrators assign roles and create places. People marked for an invitation are invited once the import has committed,
 * in the language of their row, else of the import.
 * @returns the outcome of each row; faulty rows are no error
 * @throws ApiError FORBIDDEN, INSUFFICIENT_SCOPE, VALIDATION_ERROR for too many names to create
 */
export const importUsers = async (ctx: Ctx, body: UserImport): Promise<UserImportResult> =>
  (await importRows(ctx, body)).result;

/** The faults of an import without the import: also those that follow from something else, and those that come up once a row is mended. */
export async function checkUsers(ctx: Ctx, body: UserImport) {
  const { result, rows } = await importRows(ctx, { ...body, mode: "check" });
  const derived = rows.flatMap(({ row, derived: paths = [] }) => (paths.length > 0 ? { row, paths } : []));
  return { ...result, derived, twins: findTwins(rows) };
}

function importRows(ctx: Ctx, body: UserImport): Promise<{ result: UserImportResult; rows: readonly Row[] }> {
  const { mode, invite: invitation, create = [] } = body;
  requireRight(ctx, "users:write");
  requireMayCreateNamed(ctx, create);
  return inTransaction(ctx, async (tx) => {
    const rows = readRows(body, UserImportRow);
    const directory = await readDirectory(tx);
    const starts = await judgeStarts(tx, rows, startPlaces(directory, create), body);
    const { wanted, missing } = await judgeImport(tx, rows, directory, create);
    const managers = await judgeManagers(tx, rows);
    const written = isToBeWritten(mode, rows)
      ? await insertAll(tx, mode, rows, { directory, wanted, starts, managers })
      : none;
    if (invitation) await invite(tx, rows, invitation.language);
    const result = await endImport(tx, mode, rows, { action: "user.import", resourceType: "user" });
    const created = mode === "check" ? wanted : written;
    const added = rows.filter((row) => (mode === "check" ? isValid(row) : row.id !== null));
    return { result: { ...result, created, missing, set: countStarts(added, starts) }, rows };
  });
}

/** What people start with at a location that the import creates is what they would start with at the default one, which it is like. */
function startPlaces(directory: Directory, create: readonly NamedKind[]): Directory {
  if (!create.includes("locations")) return directory;
  const { location } = directory;
  const find = (given: string | undefined) =>
    location(given) ?? (given !== undefined && location.isNew(given) ? location(undefined) : null);
  return { ...directory, location: Object.assign(find, { isNew: location.isNew }) };
}

/** Invites the added people, one call for each language. */
async function invite(tx: Ctx, rows: readonly Row[], otherwise: NotificationLocale): Promise<void> {
  const added = rows.flatMap(({ id, value }) => {
    const userId = id && decodeId("user", id);
    return userId ? [{ userId, language: value?.language ?? otherwise }] : [];
  });
  for (const [language, people] of groupBy(added, (one) => one.language))
    await recordInvitations(
      tx,
      people.map(({ userId }) => userId),
      language,
    );
}

interface Prepared {
  directory: Directory;
  wanted: CreatedNames;
  starts: Starts;
  managers: ReadonlyMap<string, string>;
}

/** @returns the names created for the rows */
async function insertAll(
  tx: Ctx,
  mode: ImportBody["mode"],
  rows: readonly Row[],
  { directory, wanted, starts, managers }: Prepared,
): Promise<CreatedNames> {
  const valid = rows.filter(isValid);
  const hold = (stands: boolean) => {
    if (mode === "all" && !stands) throw new ChangedMeanwhile();
  };
  try {
    return await inSavepoint(tx, async (inner) => {
      const { created, known } = await createNames(inner, wanted, directory);
      // A department or label may have been deleted or renamed since the check.
      for (const row of valid) row.errors.push(...findReferenceFaults(row, known));
      hold(valid.every(isValid));
      await writeInChunks(tx, valid.filter(isValid), async (chunk) => {
        await insertChunk(inner, chunk, known);
        hold(chunk.every(({ id }) => id !== null));
        await writeStarts(inner, chunk, starts);
      });
      await writeManagers(inner, rows, managers);
      return created;
    });
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    for (const row of valid) row.id = null;
    return none;
  }
}

/** Creates what the rows name, and finds it. */
async function createNames(tx: Ctx, wanted: CreatedNames, directory: Directory) {
  if (namedKinds.every((kind) => wanted[kind].length === 0)) return { created: none, known: directory };
  const made = await createLocationsLikeDefault(tx, wanted.locations);
  const created = { locations: made, ...(await createNamed(tx, wanted)) };
  return { created, known: await readDirectory(tx) };
}

const { placeholder } = sql;
const workspace = sql`${placeholder("workspaceId")}::uuid`;
const writtenAt = sql`${placeholder("at")}::timestamptz`;

const insertPeople = statement<{ id: string }>(sql`
  insert into ${users} (workspace_id, id, name, email, is_admin, location_id, department_id, employee_id, start_date, end_date,
    birthday, created_at, updated_at)
  select ${workspace}, id, name, email, coalesce(role = 'ADMIN', false), "locationId", "departmentId", "employeeId", "startDate", "endDate",
    birthday, ${writtenAt}, ${writtenAt}
  from jsonb_to_recordset(${placeholder("people")}::text::jsonb) as given(id uuid, name text, email text,
    role text, "locationId" uuid, "departmentId" uuid, "employeeId" text, "startDate" date, "endDate" date, birthday date)
  on conflict (workspace_id, lower(email)) where status <> 'DELETED' do nothing
  returning id`);

const insertLabels = statement(sql`
  insert into ${userLabels} (workspace_id, user_id, label_id)
  select ${workspace}, id, "labelId"
  from jsonb_to_recordset(${placeholder("pairs")}::text::jsonb) as given(id uuid, "labelId" uuid)`);

/** Another transaction may take an address after the check: the unique index decides, and the row reports the fault. */
async function insertChunk(tx: Ctx, chunk: readonly Readable<UserImportRow>[], directory: Directory) {
  const people = chunk.map(({ value }) => ({
    ...value,
    id: newId(),
    locationId: directory.location(value.location),
    departmentId: directory.department(value.department),
    labelIds: [...new Set(value.labels?.map((label) => directory.label(label)))],
  }));
  const { workspaceId } = tx.actor;
  const at = tx.now().toISOString();
  const inserted = await insertPeople(tx.db, { workspaceId, at, people: JSON.stringify(people) });
  const made = new Set(inserted.map(({ id }) => id));
  for (const [index, row] of chunk.entries()) {
    const id = people[index]?.id;
    if (id !== undefined && made.has(id)) row.id = encodeId("user", id);
    else row.errors.push(addressTaken);
  }
  const added = people.filter(({ id }) => made.has(id));
  await recordIdentities(tx.db, workspaceId, { emails: added.map(({ email }) => email) });
  await label(tx, added);
  await appointMany(tx, {
    locations: appointmentsOf(added, ({ managedLocations }) => managedLocations, directory.location),
    departments: appointmentsOf(
      added,
      ({ approvedDepartments }) => approvedDepartments,
      directory.department,
    ),
  });
  await recordEvents(
    tx,
    added.map(({ id }) => ({
      type: "user.created",
      subjectUserId: id,
      data: { userId: id, previousStatus: null },
    })),
  );
}

type Added = UserImportRow & { id: string };

/** The appointments of each person, without duplicates. */
const appointmentsOf = (
  people: readonly Added[],
  namesOf: (person: Added) => readonly string[] | undefined,
  find: (name: string) => string | null,
) =>
  people.flatMap((person) =>
    [...new Set(namesOf(person)?.map(find))].flatMap((placeId) =>
      placeId === null ? [] : [{ userId: person.id, placeId }],
    ),
  );

async function label(
  tx: Ctx,
  people: readonly { id: string; labelIds: readonly unknown[] }[],
): Promise<void> {
  const pairs = people.flatMap(({ id, labelIds }) => labelIds.map((labelId) => ({ id, labelId })));
  if (pairs.length === 0) return;
  await insertLabels(tx.db, { workspaceId: tx.actor.workspaceId, pairs: JSON.stringify(pairs) });
}
