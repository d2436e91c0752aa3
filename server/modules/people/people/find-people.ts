import { and, asc, eq, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { connectionAccounts } from "@/drizzle/schema/connections";
import { departmentApprovers, departments, locationAdmins, locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { credentials, invitations, providerAccounts, sessions } from "@/drizzle/schema/signin";
import type { Role } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { appointedTo } from "@/server/access/load-actor";
import { loadSight } from "@/server/access/load-sight";
import { managesPerson } from "@/server/access/manages";
import { givenReachOrSelf, givenWorkspace, selfAndReachParams } from "@/server/access/reach";
import { isStronger, roleOf } from "@/server/access/roles";
import { scoped } from "@/server/access/scoped";
import { givenSight, type Sight, sightParams } from "@/server/access/sight";
import { type Db, preparedBy } from "@/server/kernel/database/db";
import type { Listed, PageStart } from "@/server/kernel/database/list-order";
import { holds, inNameOrder, likeLiteral } from "@/server/kernel/database/name-search";
import { firstId, pageOf } from "@/server/kernel/database/page-token";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { type PeopleFilter, type PersonState, personStates } from "./schema";
import { hasLabel, holdsPlaces, userFields } from "./store";

type Found = Awaited<ReturnType<ReturnType<typeof selectPage>["execute"]>>[number];

/** A user within sight. Of a user out of reach only names may be shown (decision 11.2): see `isReached`. */
export type PersonRow = Found & {
  /** Null for a caller who does not manage them (decision 6). */
  role: Role | null;
  isManaged: boolean;
};

const { placeholder } = sql;

/** Condition for a user within the caller's reach: filters by address, label and role match no one else. */
const reached = (kind: string) => sql`${scoped(givenReachOrSelf(kind), users).within}`;

/** Whether the user was invited and never signed in. */
const isInvited = sql`exists (select 1 from ${invitations}
  where ${and(scoped(givenWorkspace, invitations).within, eq(invitations.userId, users.id), isNull(invitations.acceptedAt))})`;

/** What someone has who was invited, signed in, or can sign in. */
const signInTables = [invitations, credentials, sessions, providerAccounts, connectionAccounts] as const;

const hasRow = (table: (typeof signInTables)[number]): SQL =>
  sql`exists (select 1 from ${table} where ${and(scoped(givenWorkspace, table).within, eq(table.userId, users.id))})`;

/** Whether the user never signed in, and has nothing to sign in with (decision 16.56). */
const isNotInvited = sql`not (${or(...signInTables.map(hasRow))})`;

/** The caller does not learn whether a colleague out of reach has signed in. */
const stateOf = (reach: SQL) => sql<PersonState>`case when ${users.status} <> 'ACTIVE' then 'INACTIVE'
  when not ${reach} then 'ACTIVE' when ${isInvited} then 'INVITED'
  when ${isNotInvited} then 'NOT_INVITED' else 'ACTIVE' end`;

const isLocationAdmin = holdsPlaces(locationAdmins);
const isApprover = holdsPlaces(departmentApprovers);
const roleIs: Record<string, SQL> = {
  A: sql`${users.isAdmin}`,
  L: sql`(not ${users.isAdmin} and ${isLocationAdmin})`,
  P: sql`(not ${users.isAdmin} and not ${isLocationAdmin} and ${isApprover})`,
  U: sql`(not ${users.isAdmin} and not ${isLocationAdmin} and not ${isApprover})`,
};
const roleLetters: Record<Role, string> = { ADMIN: "A", LOCATION_ADMIN: "L", APPROVER: "P", USER: "U" };

/** One letter for each optional part of the statement. */
const conditions: Record<string, (reach: SQL) => SQL | undefined> = {
  t: (reach) =>
    sql`(${holds(users.searchName, placeholder("text"))} or (${users.email} ilike ${placeholder("inAddress")} and ${reach}))`,
  d: () => isAnyOf(users.departmentId, placeholder("departments")),
  l: () => isAnyOf(users.locationId, placeholder("locations")),
  b: (reach) => and(hasLabel(), reach),
  i: () => eq(users.id, placeholder("id")),
  // Stronger roles than the caller's are not disclosed.
  N: () => sql`false`,
};

type Asked = PeopleFilter & { id?: string };

const shapeOf = (ctx: Ctx, sight: Sight, { text, departments, locations, labels, role, id }: Asked) => {
  const ofRole = role && (isStronger(role, ctx.actor.role) ? "N" : roleLetters[role]);
  const letters = [text && "t", departments && "d", locations && "l", labels && "b", id && "i", ofRole];
  return [sight.kind, ctx.reach.kind, letters.filter(Boolean).join("")].join(":");
};

const readShape = (shape: string) => {
  const [sightKind = "", reachKind = "", letters = ""] = shape.split(":");
  const reach = reached(reachKind);
  const isAskedFor = and(
    isAnyOf(stateOf(reach), placeholder("states")),
    ne(users.status, "DELETED"),
    // Colleagues out of reach are shown only while active.
    reachKind === "workspace" ? undefined : or(eq(users.status, "ACTIVE"), reach),
    ...[...letters].map((letter) => {
      const role = roleIs[letter];
      return role ? and(role, reach) : conditions[letter]?.(reach);
    }),
  );
  return { scope: givenSight(sightKind), reach, isAskedFor };
};

function selectPage(db: Db, shape: string) {
  const { scope, reach, isAskedFor } = readShape(shape);
  return scoped(scope, users)
    .select(db, {
      ...userFields(scope),
      ...appointedTo(scope),
      department: { id: departments.id, name: departments.name },
      location: { id: locations.id, name: locations.name, timezone: locations.timezone },
      isReached: sql<boolean>`${reach}`,
      state: stateOf(reach),
    })
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .innerJoin(locations, eq(locations.id, users.locationId))
    .where(
      and(
        isAskedFor,
        sql`(${inNameOrder(users.name)}, ${users.id}) > (${placeholder("afterName")}::text, ${placeholder("afterId")}::uuid)`,
      ),
    )
    .orderBy(inNameOrder(users.name), asc(users.id))
    .limit(placeholder("rows"))
    .prepare(`find_people_${shape}`);
}

const page = preparedBy(selectPage);

const count = preparedBy((db, shape) => {
  const { scope, isAskedFor } = readShape(shape);
  return scoped(scope, users)
    .select(db, { count: sql<number>`count(*)::int` })
    .where(isAskedFor)
    .prepare(`count_people_${shape}`);
});

const paramsOf = (ctx: Ctx, sight: Sight, { text = "", states, labels = [], role: _, ...filter }: Asked) => ({
  ...selfAndReachParams(ctx),
  ...sightParams(sight),
  ...filter,
  labelIds: labels,
  labelNames: [],
  states,
  text,
  inAddress: `%${likeLiteral(text)}%`,
});

function personOf({ actor }: Ctx, row: Found): PersonRow {
  const role = roleOf(row);
  const isManaged = managesPerson(actor, { ...row, role });
  return { ...row, role: isManaged || row.id === actor.userId ? role : null, isManaged };
}

/** A user within sight, by id; inactive ones only within reach. */
export async function findPerson(ctx: Ctx, id: string): Promise<PersonRow | null> {
  const sight = await loadSight(ctx);
  const asked: Asked = { id, states: [...personStates] };
  const [row] = await page(ctx.db, shapeOf(ctx, sight, asked)).execute({
    ...paramsOf(ctx, sight, asked),
    ...{ afterName: "", afterId: firstId, rows: 1 },
  });
  return row ? personOf(ctx, row) : null;
}

const ids = preparedBy((db, shape) => {
  const { scope, reach, isAskedFor } = readShape(shape);
  return scoped(scope, users)
    .select(db, { id: users.id })
    .where(and(isAskedFor, reach))
    .orderBy(asc(users.id))
    .limit(placeholder("rows"))
    .prepare(`find_people_ids_${shape}`);
});

/** Ids of the people within the caller's reach that match a filter, at most `most`. */
export async function findPeopleIds(ctx: Ctx, filter: PeopleFilter, most: number): Promise<string[]> {
  const sight = await loadSight(ctx);
  const params = { ...paramsOf(ctx, sight, filter), rows: most };
  return (await ids(ctx.db, shapeOf(ctx, sight, filter)).execute(params)).map(({ id }) => id);
}

/** A page of people. */
export interface PeopleFound extends Listed<PersonRow> {
  /** The total, on the first page only. */
  count: number | null;
}

/** People within sight that match a filter, by name. */
export async function findPeople(
  ctx: Ctx,
  filter: PeopleFilter,
  { limit, after }: PageStart,
): Promise<PeopleFound> {
  const sight = await loadSight(ctx);
  const countOf = async (asked: Asked): Promise<number> =>
    (await count(ctx.db, shapeOf(ctx, sight, asked)).execute(paramsOf(ctx, sight, asked)))[0]?.count ?? 0;
  const [rows, counted] = await Promise.all([
    page(ctx.db, shapeOf(ctx, sight, filter)).execute({
      ...paramsOf(ctx, sight, filter),
      ...{ afterName: after?.key ?? "", afterId: after?.id ?? firstId, rows: limit + 1 },
    }),
    after ? null : countOf(filter),
  ]);
  const { items, next } = pageOf(rows, limit, ({ name, id }) => ({ key: name, id }));
  return {
    items: items.map((row) => personOf(ctx, row)),
    next,
    count: counted,
    excluded: counted === 0 ? await countOf({ states: [...personStates] }) : 0,
  };
}
