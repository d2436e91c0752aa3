import { and, desc, eq, gte, like, lt, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { auditEvents } from "@/drizzle/schema/audit";
import { labels, locations } from "@/drizzle/schema/directory";
import { oauthClients } from "@/drizzle/schema/oauth";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import type { Listed, PageStart } from "@/server/kernel/database/list-order";
import { type Page, type Position, pageOf } from "@/server/kernel/database/page-token";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { isObject } from "@/server/kernel/schema";
import type { AuditFilter } from "./schema";

const actors = alias(users, "actors");
const owners = alias(users, "owners");
const represented = alias(users, "represented");

/** `leave` matches every action on leave; LIKE patterns in typed text are escaped. */
function onAction(action: string): SQL | undefined {
  const literal = action.replace(/[\\%_]/g, (character) => `\\${character}`);
  return or(eq(auditEvents.action, action), like(auditEvents.action, `${literal}.%`));
}

/** A failed sign-in proves no identity: the line is found by the person whose account was tried. */
const isTryAs = (userId: string): SQL | undefined =>
  and(eq(auditEvents.action, "session.refuse"), eq(auditEvents.resourceId, userId));

/** The log stores public ids without their prefix. */
const bareId = (id: string): string => id.slice(id.indexOf("-") + 1);
const isPublicId = (id: string): boolean => /^[a-zA-Z]+-[0-9a-f]{8}-/.test(id);

function matching({ actor, key, action, resourceType, resourceId, from, to }: AuditFilter): SQL | undefined {
  return and(
    actor
      ? or(
          eq(auditEvents.actingUserId, actor),
          eq(auditEvents.ownerId, actor),
          eq(auditEvents.standsInForId, actor),
          isTryAs(actor),
        )
      : undefined,
    key ? eq(auditEvents.keyId, key) : undefined,
    action ? onAction(action) : undefined,
    resourceType ? eq(auditEvents.resourceType, resourceType) : undefined,
    resourceId
      ? eq(auditEvents.resourceId, isPublicId(resourceId) ? bareId(resourceId) : resourceId)
      : undefined,
    from ? gte(auditEvents.at, from) : undefined,
    to ? lt(auditEvents.at, to) : undefined,
  );
}

const before = (position: Position): SQL =>
  sql`(${auditEvents.at}, ${auditEvents.id}) < (${position.key}::timestamptz, ${position.id}::uuid)`;

const select = (ctx: Ctx, filter: AuditFilter, after: Position | null, rows: number) =>
  scoped(workspaceOf(ctx.actor), auditEvents)
    .select(ctx.db, {
      id: auditEvents.id,
      at: auditEvents.at,
      action: auditEvents.action,
      resourceType: auditEvents.resourceType,
      resourceId: auditEvents.resourceId,
      actingUserId: auditEvents.actingUserId,
      actingUserName: actors.name,
      ownerId: auditEvents.ownerId,
      ownerName: owners.name,
      standsInForId: auditEvents.standsInForId,
      standsInForName: represented.name,
      keyId: auditEvents.keyId,
      keyName: apiKeys.name,
      clientId: auditEvents.clientId,
      clientName: oauthClients.name,
      via: auditEvents.via,
      requestId: auditEvents.requestId,
      changes: auditEvents.changes,
    })
    .leftJoin(actors, eq(actors.id, auditEvents.actingUserId))
    .leftJoin(owners, eq(owners.id, auditEvents.ownerId))
    .leftJoin(represented, eq(represented.id, auditEvents.standsInForId))
    .leftJoin(apiKeys, eq(apiKeys.id, auditEvents.keyId))
    .leftJoin(oauthClients, eq(oauthClients.id, auditEvents.clientId))
    .where(and(matching(filter), after ? before(after) : undefined))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .limit(rows);

type Line = Awaited<ReturnType<typeof select>>[number];

export type AuditRow = Line & {
  /** The names of the locations whose policies a line changes, by id; a deleted one is missing. */
  placeNames: Record<string, string>;
  /** Of the labels to which these policies give extra days. */
  labelNames: Record<string, string>;
};

/** A page of the log without the names that only pages show. */
export async function findAudit(
  ctx: Ctx,
  filter: AuditFilter,
  { limit, after }: PageStart,
): Promise<Page<Line>> {
  const rows = await select(ctx, filter, after, limit + 1);
  return pageOf(rows, limit, ({ at, id }) => ({ key: at.toISOString(), id }));
}

const isPolicy = (one: unknown): one is { locationId: string; labelDays?: { labelId: string }[] } =>
  isObject(one) && typeof one.locationId === "string";

const policiesOf = ({ changes }: Line) =>
  [changes?.policies?.from, changes?.policies?.to].flat().filter(isPolicy);
const placesOf = (line: Line): string[] => policiesOf(line).map(({ locationId }) => locationId);
const labelsOf = (line: Line): string[] =>
  policiesOf(line).flatMap(({ labelDays = [] }) => labelDays.map(({ labelId }) => labelId));

/** The names of the rows with these ids. */
async function findNames(
  ctx: Ctx,
  table: typeof locations | typeof labels,
  ids: readonly string[],
): Promise<(some: readonly string[]) => Record<string, string>> {
  const found =
    ids.length === 0
      ? []
      : await scoped(workspaceOf(ctx.actor), table)
          .select(ctx.db, { id: table.id, name: table.name })
          .where(isAnyOf(table.id, [...new Set(ids)]));
  return (some) =>
    Object.fromEntries(found.filter(({ id }) => some.includes(id)).map(({ id, name }) => [id, name]));
}

/** One for any number: to count a log would be to read all of it. */
const countExcluded = async (ctx: Ctx): Promise<number> => (await select(ctx, {}, null, 1)).length;

/** The workspace's audit lines, newest first. @throws ApiError FORBIDDEN unless the caller is an administrator */
export async function listAudit(ctx: Ctx, filter: AuditFilter, start: PageStart): Promise<Listed<AuditRow>> {
  requireAdmin(ctx);
  const { items, next } = await findAudit(ctx, filter, start);
  const [places, named] = await Promise.all([
    findNames(ctx, locations, items.flatMap(placesOf)),
    findNames(ctx, labels, items.flatMap(labelsOf)),
  ]);
  return {
    items: items.map((line) => ({
      ...line,
      placeNames: places(placesOf(line)),
      labelNames: named(labelsOf(line)),
    })),
    next,
    excluded: items.length === 0 && start.after === null ? await countExcluded(ctx) : 0,
  };
}
