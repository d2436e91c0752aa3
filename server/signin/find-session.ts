import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { credentials, sessions, userSettings } from "@/drizzle/schema/signin";
import { workspaces } from "@/drizzle/schema/workspaces";
import { loadActor } from "@/server/access/load-actor";
import { givenWorkspace, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { SignedIn } from "@/server/access/signed-in";
import { namedDepartments } from "@/server/access/stand-ins";
import { preparedBy } from "@/server/kernel/database/db";
import { readAs } from "@/server/kernel/database/row-reader";
import type { Services } from "@/server/kernel/services";
import { day, minute, plus } from "@/server/kernel/time/clock";
import { factorDueAt, hasNoFactor } from "@/server/modules/workspace/sign-in-policy/factor-duty";
import { chosenLanguage } from "./find-preferences";
import { policyFields } from "./people-by-email";
import { type SessionRef, sessionLifeMs } from "./session-cookie";

/** A session expires this long after its last use. */
const idleMs = 7 * day;
/** The precision of "last seen": a busy session updates its row at most this often. */
const seenEveryMs = minute;

/** The expiry of a session used at `now`, unless it is used again. */
export const expiryOf = (createdAt: Date, now: Date): Date =>
  new Date(Math.min(plus(createdAt, sessionLifeMs).getTime(), plus(now, idleMs).getTime()));

/** Switching the policy on ends other sessions; this is also for people who have lost their emergency access since (decision 2.14). */
const isOpen = sql`(not ${policyFields.connectionsOnly} or ${sessions.method} = 'CONNECTION' or ${policyFields.hasEmergencyAccess})`;

/**
 * From when on they may do nothing else before they have added a second factor (decision 2.18); null when they have one, and in workspaces that
 * ask for none. A connection answers for itself: its provider asks for what the company wants.
 */
const ownFactorDueAt = readAs(
  sql<Date | null>`case when ${sessions.method} is distinct from 'CONNECTION' and ${factorDueAt} is not null
    and ${hasNoFactor(givenWorkspace)} then ${factorDueAt} end`,
  users.createdAt,
);

const liveSession = preparedBy((db) =>
  scoped(givenWorkspace, sessions)
    .select(db, {
      user: { id: users.id, name: users.name, email: users.email },
      workspace: {
        name: workspaces.name,
        plan: workspaces.plan,
        openApiEnabled: workspaces.openApiEnabled,
      },
      namedDepartmentIds: namedDepartments(users.id),
      language: chosenLanguage,
      factorDueAt: ownFactorDueAt,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(workspaces, eq(workspaces.id, sessions.workspaceId))
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .leftJoin(userSettings, eq(userSettings.userId, users.id))
    .where(
      and(
        eq(sessions.id, sql.placeholder("sessionId")),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql.placeholder("now")),
        eq(users.status, "ACTIVE"),
        isOpen,
      ),
    )
    .prepare("live_session"),
);

/** Records the use and extends the session; a row revoked meanwhile stays unchanged. */
async function touch({ db }: Services, ref: SessionRef, createdAt: Date, now: Date): Promise<void> {
  await scoped(workspaceOf(ref), sessions)
    .update(db)
    .set({ lastSeenAt: now, expiresAt: expiryOf(createdAt, now) })
    .where(
      and(
        eq(sessions.id, ref.sessionId),
        isNull(sessions.revokedAt),
        lt(sessions.lastSeenAt, plus(now, -seenEveryMs)),
      ),
    );
}

/**
 * The user of a session; from when on they may do nothing else before they have added a second factor (null: never), and whether that time has
 * come.
 */
export type AnySession = SignedIn & { factorDueAt: Date | null; mustAddFactor: boolean };

/** The session, unless its user has to add a second factor. */
export const openedOf = (found: AnySession | null): AnySession | null =>
  found?.mustAddFactor === false ? found : null;

/**
 * The user of a session.
 * @returns null when it was revoked, has expired, its person may no longer sign in (decision 2.1), or has to add a second factor
 */
export const findSession = async (services: Services, ref: SessionRef): Promise<SignedIn | null> =>
  openedOf(await findAnySession(services, ref));

/** The same, also of someone who has to add a second factor: for the page and the calls with which they do so, and for nothing else. */
export async function findAnySession(services: Services, ref: SessionRef): Promise<AnySession | null> {
  const now = services.clock();
  const [row] = await liveSession(services.db).execute({ ...ref, now: now.toISOString() });
  if (!row) return null;
  const actor = await loadActor(services.db, ref.workspaceId, row.user.id, {
    type: "session",
    sessionId: ref.sessionId,
  });
  if (!actor) return null;
  if (plus(row.lastSeenAt, seenEveryMs) < now) await touch(services, ref, row.createdAt, now);
  const { user, workspace, namedDepartmentIds, language, factorDueAt } = row;
  return {
    actor: { ...actor, userId: user.id, namedDepartmentIds },
    user,
    workspace,
    sessionId: ref.sessionId,
    language,
    factorDueAt,
    mustAddFactor: factorDueAt !== null && factorDueAt <= now,
  };
}
