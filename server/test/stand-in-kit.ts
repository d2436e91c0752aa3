import { eq, sql } from "drizzle-orm";
import { delegations } from "@/drizzle/schema/delegations";
import { users } from "@/drizzle/schema/people";
import type { Actor } from "@/server/access/actor";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { namedDepartments } from "@/server/access/stand-ins";
import { preparedBy } from "@/server/kernel/database/db";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import type { TestPerson } from "./factories";

const query = preparedBy((db) =>
  scoped(givenWorkspace, users)
    .select(db, { ids: namedDepartments(users.id) })
    .where(eq(users.id, sql.placeholder("userId")))
    .prepare("test_stand_ins"),
);

/** An actor as in their session: with the departments where they are a stand-in now. */
export async function inApp({ db, clock }: Services, actor: Actor): Promise<Actor> {
  const { workspaceId, userId } = actor;
  const [row] = await query(db).execute({ workspaceId, userId, now: clock().toISOString() });
  return { ...actor, namedDepartmentIds: row?.ids ?? [] };
}

type New = Partial<typeof delegations.$inferInsert>;

/** Makes a person the stand-in of an approver, by default from 20 to 27 November 2026. @returns its id */
export async function makeDelegation(
  { db, clock }: Services,
  approver: TestPerson,
  standIn: TestPerson,
  more: New = {},
): Promise<string> {
  const id = newId();
  const at = clock();
  await db.insert(delegations).values({
    ...{ workspaceId: approver.workspaceId, id, userId: approver.id, standInId: standIn.id },
    ...{ startDate: "2026-11-20", endDate: "2026-11-27", createdAt: at, updatedAt: at },
    ...more,
  });
  return id;
}
