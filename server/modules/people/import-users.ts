import { and, ne, sql } from "drizzle-orm";
import { userLabels } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { NotificationLocale } from "@/drizzle/schema/values";
import { type Ctx, inSavepoint, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireRight } from "@/server/access/require-right";
import { scoped } from "@/server/access/scoped";
import { statement } from "@/server/kernel/db";
import type { FieldError } from "@/server/kernel/errors";
import { groupBy } from "@/server/kernel/group-by";
import { newId } from "@/server/kernel/ids";
import { decodeId, encodeId } from "@/server/kernel/schema";
import { isAnyOf } from "@/server/kernel/sql-parts";
import { recordEvents } from "@/server/modules/events/record-many";
import {
  type Candidate,
  endImport,
  isToBeWritten,
  isValid,
  type Readable,
  readRows,
  writeInChunks,
} from "@/server/modules/imports/outcome";
import type { ImportBody, ImportResult } from "@/server/modules/imports/schema";
import { appointMany, mayAppoint } from "./appoint";
import { type Directory, readDirectory } from "./read-directory";
import { recordInvitations } from "./record-invitations";
import { type UserImport, UserImportRow } from "./schema";

type Row = Candidate<UserImportRow>;

/** Rolls back an import of mode `all` when a concurrent write took one of its addresses. */
class TakenMeanwhile extends Error {}

/**
 * Adds many people at once. Only administrators assign roles. People marked for an invitation are invited once the import has committed, in
 * the language of their row, else of the import.
 * @returns the outcome of each row; faulty rows are no error
 * @throws ApiError FORBIDDEN
 */
export function importUsers(ctx: Ctx, body: UserImport): Promise<ImportResult> {
  requireRight(ctx, "users:write");
  return inTransaction(ctx, async (tx) => {
    const rows = readRows(body, UserImportRow);
    const directory = await readDirectory(tx);
    for (const row of rows) row.errors.push(...referenceFaults(row, directory), ...roleFaults(tx, row));
    await refuseTakenAddresses(tx, rows);
    if (isToBeWritten(body.mode, rows)) await insertAll(tx, body.mode, rows, directory);
    if (body.invite) await invite(tx, rows, body.invite.language);
    return endImport(tx, body.mode, rows, { action: "user.import", resourceType: "user" });
  });
}

function referenceFaults({ sound, errors }: Row, directory: Directory): FieldError[] {
  const { location, department, labels = [], managedLocations = [], approvedDepartments = [] } = sound;
  const over = (path: string, kind: "location" | "department", names: readonly string[]): FieldError[] =>
    names.flatMap((name, i) =>
      directory[kind](name) ? [] : [{ path: `${path}.${i}`, message: `Must be a ${kind} you can access.` }],
    );
  const place = (path: "location" | "department", given: string | undefined): FieldError[] => {
    // A malformed place gets that fault only: it was not left out.
    if (directory[path](given) || errors.some((error) => error.path === path)) return [];
    if (given === undefined) return [{ path, message: "Is required: you can't access the default." }];
    return [{ path, message: `Must be a ${path} you can access.` }];
  };
  return [
    ...place("location", location),
    ...place("department", department),
    ...over("managedLocations", "location", managedLocations),
    ...over("approvedDepartments", "department", approvedDepartments),
    ...labels.flatMap((label, i) =>
      directory.label(label) ? [] : [{ path: `labels.${i}`, message: "Must be a label in this workspace." }],
    ),
  ];
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

const roleFaults = (tx: Ctx, { sound: { role } }: Row): FieldError[] =>
  role === undefined || role === "USER" || mayAppoint(tx)
    ? []
    : [{ path: "role", message: "Only administrators can give this role." }];

const addressOf = ({ sound }: Row): string | null => sound.email?.toLowerCase() ?? null;
const taken = { path: "email", message: "Another person already has this email address." };

async function refuseTakenAddresses(tx: Ctx, rows: readonly Row[]): Promise<void> {
  const first = new Map<string, number>();
  const given = new Set<string>();
  for (const row of rows) {
    const address = addressOf(row);
    if (address === null) continue;
    given.add(address);
    const earlier = first.get(address);
    if (earlier !== undefined)
      row.errors.push({ path: "email", message: `Is the same as in row ${earlier}.` });
    // A faulty row adds no one, so it does not reserve its address.
    else if (isValid(row)) first.set(address, row.row);
  }
  const known = await scoped(workspaceOf(tx.actor), users)
    .select(tx.db, { address: sql<string>`lower(${users.email})` })
    .where(and(ne(users.status, "DELETED"), isAnyOf(sql`lower(${users.email})`, [...given])));
  const present = new Set(known.map(({ address }) => address));
  for (const row of rows) if (present.has(addressOf(row) ?? "")) row.errors.push(taken);
}

async function insertAll(tx: Ctx, mode: ImportBody["mode"], rows: readonly Row[], directory: Directory) {
  const valid = rows.filter(isValid);
  try {
    await inSavepoint(tx, (inner) =>
      writeInChunks(tx, valid, async (chunk) => {
        await insertChunk(inner, chunk, directory);
        if (mode === "all" && chunk.some(({ id }) => id === null)) throw new TakenMeanwhile();
      }),
    );
  } catch (error) {
    if (!(error instanceof TakenMeanwhile)) throw error;
    for (const row of valid) row.id = null;
  }
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
    else row.errors.push(taken);
  }
  const added = people.filter(({ id }) => made.has(id));
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
