import { and, eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { credentials } from "@/drizzle/schema/signin";
import type { SignInMethod } from "@/drizzle/schema/values";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { lockPolicy } from "./store";

/** The workspace lets the person sign in through a connection only (decision 2.14). */
export class SignInClosedError extends Error {
  override name = "SignInClosedError";
  constructor(readonly workspaceId: string) {
    super("The workspace is open to its connections only.");
  }
}

/** What emergency access keeps open (decision 2.15). */
export const keptInEmergency: ReadonlySet<SignInMethod> = new Set(["PASSWORD", "PASSKEY"]);

/** Whether the person is an administrator who keeps their password. */
export async function hasEmergencyAccess(tx: Db, { workspaceId, userId }: Person): Promise<boolean> {
  const [found] = await scoped(workspaceOf({ workspaceId }), users)
    .select(tx, { userId: users.id })
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .where(
      and(
        eq(users.id, userId),
        eq(users.status, "ACTIVE"),
        eq(users.isAdmin, true),
        eq(credentials.hasEmergencyAccess, true),
      ),
    );
  return found !== undefined;
}

interface Person {
  workspaceId: string;
  userId: string;
}

/**
 * Whatever proves an identity is redeemed here, inside the transaction of its effect: the lock makes a sign-in either come before the policy
 * is switched on, which then ends its session, or find it on.
 * @returns whether the person uses their emergency access
 * @throws SignInClosedError
 */
export async function requireOpenSignIn(
  tx: Db,
  person: Person,
  method: SignInMethod,
): Promise<{ isEmergency: boolean }> {
  const { connectionsOnly } = await lockPolicy(tx, person.workspaceId, "share");
  if (!connectionsOnly || method === "CONNECTION") return { isEmergency: false };
  if (keptInEmergency.has(method) && (await hasEmergencyAccess(tx, person))) return { isEmergency: true };
  throw new SignInClosedError(person.workspaceId);
}

/** For callers that treat a closed workspace like any other refusal. @throws every other error */
export function nullIfClosed(error: unknown): null {
  if (error instanceof SignInClosedError) return null;
  throw error;
}
