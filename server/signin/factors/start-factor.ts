import { randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { secondFactors } from "@/drizzle/schema/second-factors";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { newId } from "@/server/kernel/ids";
import { personOf } from "../person-of";
import { requireRecentProof } from "./own-session";
import { lockFactors, requireRoomForFactor, sealFactorSecret } from "./store";
import { base32, otpauthUri, secretBytes } from "./totp";

/** An authenticator app that is being added; its secret is shown now, and never again. */
export interface StartedFactor {
  id: string;
  /** Base32, to type into the app. */
  secret: string;
  /** For the QR code. */
  uri: string;
}

/**
 * Begins to add an authenticator app for the acting person, in place of one that was begun before: it counts once a code of it is typed.
 * @throws ApiError FORBIDDEN without a recent proof, and for a key; CONFLICT when there are too many
 */
export function startFactor(ctx: Ctx): Promise<StartedFactor> {
  const person = personOf(ctx);
  const { workspaceId, userId } = person;
  return inTransaction(ctx, async (tx) => {
    await lockFactors(tx.db, person);
    await requireRecentProof(tx);
    await requireRoomForFactor(tx.db, person);
    await scoped(workspaceOf(person), secondFactors)
      .delete(tx.db)
      .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt)));
    const id = newId();
    const secret = randomBytes(secretBytes);
    const sealed = sealFactorSecret(tx.services, id, secret);
    await tx.db
      .insert(secondFactors)
      .values({ workspaceId, id, userId, kind: "APP", name: "", secret: sealed, createdAt: tx.now() });
    const [own] = await scoped(workspaceOf(person), users)
      .select(tx.db, { email: users.email, workspace: workspaces.name })
      .innerJoin(workspaces, eq(workspaces.id, users.workspaceId))
      .where(eq(users.id, userId));
    const account = own ? `${own.workspace} (${own.email})` : "";
    return { id, secret: base32(secret), uri: otpauthUri(secret, { issuer: "Timeaway", account }) };
  });
}
