import { and, eq } from "drizzle-orm";
import { passkeys, secondFactors } from "@/drizzle/schema/second-factors";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import type { Person } from "../factors/store";
import type { PasskeyAnswer } from "./schema";
import { workspaceOfHandle } from "./user-handle";

/** A passkey and its person. */
export interface PasskeyRow {
  workspaceId: string;
  factorId: string;
  userId: string;
  userHandle: Buffer;
  credentialId: Buffer;
  publicKey: Buffer;
  signatureCount: number;
  transports: string[];
}

const fields = {
  workspaceId: passkeys.workspaceId,
  factorId: passkeys.factorId,
  userId: secondFactors.userId,
  userHandle: passkeys.userHandle,
  credentialId: passkeys.credentialId,
  publicKey: passkeys.publicKey,
  signatureCount: passkeys.signatureCount,
  transports: passkeys.transports,
};

const allOf = (db: Db, { workspaceId }: Pick<Person, "workspaceId">) =>
  scoped(workspaceOf({ workspaceId }), passkeys)
    .select(db, fields)
    .innerJoin(secondFactors, eq(secondFactors.id, passkeys.factorId));

export const findPasskeysOf = (db: Db, person: Person): Promise<PasskeyRow[]> =>
  allOf(db, person).where(eq(secondFactors.userId, person.userId));

/**
 * The passkey that an answer claims to come from. Nothing is proven by it yet.
 * @param person whose it must be; by default the one that the answer's user handle names
 */
export async function findAnswering(
  db: Db,
  { id, response }: PasskeyAnswer["response"],
  person: Person | null = null,
): Promise<PasskeyRow | null> {
  const handle = response.userHandle === undefined ? null : Buffer.from(response.userHandle, "base64url");
  const workspaceId = person?.workspaceId ?? (handle && workspaceOfHandle(handle));
  if (!workspaceId) return null;
  const [row] = await allOf(db, { workspaceId }).where(
    and(
      eq(passkeys.credentialId, Buffer.from(id, "base64url")),
      person ? eq(secondFactors.userId, person.userId) : undefined,
    ),
  );
  // A passkey that is not discoverable may leave the handle out, where the person is known already.
  return row && (handle ? row.userHandle.equals(handle) : person !== null) ? row : null;
}
