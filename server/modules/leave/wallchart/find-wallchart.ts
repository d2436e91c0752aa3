import { and, asc, eq, sql } from "drizzle-orm";
import { departments, locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { workPatterns } from "@/drizzle/schema/work-patterns";
import type { Ctx } from "@/server/access/ctx";
import { loadSight } from "@/server/access/load-sight";
import { scoped } from "@/server/access/scoped";
import { givenSight, type Sight } from "@/server/access/sight";
import { preparedBy } from "@/server/kernel/database/db";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { firstId, pageOf } from "@/server/kernel/database/page-token";
import { sha256 } from "@/server/kernel/secrets";
import type { Absence, Away } from "@/server/modules/leave/absences/see-absence";
import { patternsText } from "@/server/modules/leave/calendars/read-patterns";
import type { WallchartFilter } from "./find-absence-periods";
import { findConflicts } from "./find-conflicts";
import { findTeam } from "./find-team";
import { type Calendars, daysOf, type Workplace } from "./policy";
import { readAbsences } from "./read-absences";
import { type AwayFilter, readAway } from "./read-away";
import { readWorkplaces } from "./read-workplaces";
import { filterParams, isAskedFor, type PeopleFilter, readShape, shapeOf } from "./store";

/** The cursor of a page of people: the last one before it. */
export interface Place {
  order: "names";
  /** Whether it is past the departments that come first. */
  isOther: boolean;
  department: string;
  name: string;
  id: string;
}

export interface WallchartRow {
  user: Away;
  department: string;
  location: string;
  /** The patterns of a `Workplace`. */
  patterns: string;
  absences: Absence[];
}

export interface Wallchart {
  /** Oneself, regardless of filters; null on later pages, and for keys. */
  own: WallchartRow | null;
  /** The others, by department, name and id. */
  people: WallchartRow[];
  /** The work calendars of all of them in these days. */
  calendars: Calendars;
  next: Place | null;
  /** Changes when the caller's sight changes, so that a page that loaded earlier people notices. */
  sightMark: string;
}

export interface WallchartQuestion extends WallchartFilter {
  limit: number;
  after: Place | null;
  /** Whether the caller's own row is separate from the others. */
  pinsOwn: boolean;
  /** Whether the departments of the caller come before the others. */
  teamFirst: boolean;
}

const { placeholder } = sql;
/** Whether a person is in none of the departments that come first. */
const isOther = sql<boolean>`(${users.departmentId} <> all(${placeholder("team")}::uuid[]))`;
const later = sql`(${isOther}, ${inNameOrder(departments.name)}, ${inNameOrder(users.name)}, ${users.id})
  > (${placeholder("afterOthers")}::boolean, ${placeholder("afterDepartment")}::text, ${placeholder("afterName")}::text, ${placeholder("afterId")}::uuid)`;

const selectPeople = preparedBy((db, shape) =>
  scoped(givenSight(readShape(shape).sightKind), users)
    .select(db, {
      user: {
        id: users.id,
        name: users.name,
        departmentId: users.departmentId,
        locationId: users.locationId,
      },
      department: departments.name,
      location: locations.name,
      isOther,
      patterns: sql<string>`coalesce((select ${patternsText} from ${workPatterns} pattern
        where pattern.workspace_id = ${placeholder("workspaceId")}::uuid and pattern.user_id = ${users.id}), '')`,
    })
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .innerJoin(locations, eq(locations.id, users.locationId))
    .where(and(isAskedFor(shape), sql`${users.id} <> ${placeholder("except")}::uuid`, later))
    .orderBy(isOther, inNameOrder(departments.name), inNameOrder(users.name), asc(users.id))
    .limit(placeholder("rows"))
    .prepare(`wallchart_people_${shape}`),
);

type Found = Omit<WallchartRow, "absences"> & { isOther: boolean };

export const workplaceOf = ({ user, patterns }: Pick<Found, "user" | "patterns">): Workplace => ({
  locationId: user.locationId,
  patterns,
});

/** Everyone within sight who matches the filters, absent or not, with their absences. */
export async function findWallchart(ctx: Ctx, question: WallchartQuestion): Promise<Wallchart> {
  const { limit, after, pinsOwn, departments, locations, labels, text } = question;
  const sight = await loadSight(ctx);
  const [ids, team] = await Promise.all([
    among(ctx, sight, question),
    question.teamFirst ? findTeam(ctx) : [],
  ]);
  const people = { departments, locations, labels, text, among: ids };
  const ownId = pinsOwn ? ctx.actor.userId : null;
  const [found, own] = await Promise.all([
    findPeople(ctx, sight, people, { after, except: ownId, rows: limit + 1, team }),
    ownId && !after ? findPeople(ctx, sight, { among: [ownId] }, { after: null, except: null, rows: 1 }) : [],
  ]);
  const { items, next } = pageOf(found, limit, ({ user }) => ({ key: "", id: user.id }));
  const shown = [...own, ...items];
  const [absences, calendars] = await Promise.all([
    readAbsences(
      ctx,
      shown.map(({ user }) => user),
      question,
    ),
    readWorkplaces(ctx, shown.map(workplaceOf), daysOf(question)),
  ]);
  const rowOf = ({ isOther: _, ...row }: Found): WallchartRow => ({
    ...row,
    absences: absences.get(row.user.id) ?? [],
  });
  const end = next && items.at(-1);
  return {
    own: own[0] ? rowOf(own[0]) : null,
    people: items.map(rowOf),
    calendars,
    sightMark: sha256(JSON.stringify(sight)).toString("base64url").slice(0, 16),
    next: end
      ? {
          order: "names",
          isOther: end.isOther,
          department: end.department,
          name: end.user.name,
          id: end.user.id,
        }
      : null,
  };
}

/** Rows of people who are known to be within sight. */
export async function findRows(
  ctx: Ctx,
  sight: Sight,
  among: readonly string[],
  days: AwayFilter,
): Promise<WallchartRow[]> {
  if (among.length === 0) return [];
  const found = await findPeople(ctx, sight, { among }, { after: null, except: null, rows: among.length });
  const absences = await readAbsences(
    ctx,
    found.map(({ user }) => user),
    days,
  );
  return found.map(({ isOther: _, ...row }) => ({ ...row, absences: absences.get(row.user.id) ?? [] }));
}

interface Asked {
  after: Place | null;
  except: string | null;
  rows: number;
  /** The departments that come first. */
  team?: readonly string[];
}

function findPeople(
  ctx: Ctx,
  sight: Sight,
  filter: PeopleFilter & { among?: readonly string[] | undefined },
  { after, except, rows, team = [] }: Asked,
): Promise<Found[]> {
  return selectPeople(ctx.db, shapeOf(ctx, sight, filter)).execute({
    ...filterParams(ctx, sight, filter),
    team,
    afterOthers: after?.isOther ?? false,
    afterDepartment: after?.department ?? "",
    afterName: after?.name ?? "",
    afterId: after?.id ?? firstId,
    except: except ?? firstId,
    rows,
  });
}

/** The people that the leave filters allow; undefined without such a filter. Does not apply to the caller's own row. */
async function among(ctx: Ctx, sight: Sight, filter: WallchartFilter): Promise<string[] | undefined> {
  const { onlyConflicts, ...asked } = filter;
  if (!filter.leaveTypes && !onlyConflicts) return undefined;
  const { startDate, endDate, departments, locations, labels, text, leaveTypes } = asked;
  const [conflicts, spells] = await Promise.all([
    onlyConflicts ? findConflicts(ctx, sight, filter) : null,
    leaveTypes
      ? readAway(ctx, sight, { startDate, endDate, departments, locations, labels, text, leaveTypes })
      : null,
  ]);
  const ids = new Set(spells ? spells.map(({ userId }) => userId) : conflicts);
  return conflicts ? [...ids].filter((id) => conflicts.has(id)) : [...ids];
}
