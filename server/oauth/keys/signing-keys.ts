import { generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { calculateJwkThumbprint, exportJWK } from "jose";
import { oauthSigningKeys } from "@/drizzle/schema/oauth";
import type { Db } from "@/server/kernel/database/db";
import { acquireLock } from "@/server/kernel/database/lock";
import type { SealedColumn } from "@/server/kernel/database/reseal-in-steps";
import { encrypt, type SealingKeys } from "@/server/kernel/secrets";

export const signingAlgorithms = ["RS256", "ES256"] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];

/** Any transaction that makes or moves keys takes this lock. */
export const lockSigningKeys = (db: Db): Promise<void> => acquireLock(db, "oauth signing keys");

/** The binding of a stored private key: it cannot be moved to another row. */
export const signingKeyPurpose = (kid: string): string => `oauth-signing-key:${kid}`;

export const sealedPrivateKey: SealedColumn = {
  table: oauthSigningKeys,
  column: oauthSigningKeys.privateKey,
  boundTo: { kid: oauthSigningKeys.kid },
  purposeOf: ({ kid = "" }) => signingKeyPurpose(kid),
};

const generate = promisify(generateKeyPair);

const newKeyPair = (algorithm: SigningAlgorithm): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> =>
  algorithm === "RS256" ? generate("rsa", { modulusLength: 2048 }) : generate("ec", { namedCurve: "P-256" });

/** Makes and stores one key. */
export async function createSigningKey(
  db: Db,
  encryptionKeys: SealingKeys,
  algorithm: SigningAlgorithm,
  state: "NEXT" | "ACTIVE",
  now: Date,
): Promise<void> {
  const { publicKey, privateKey } = await newKeyPair(algorithm);
  const publicJwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  const der = privateKey.export({ format: "der", type: "pkcs8" });
  await db.insert(oauthSigningKeys).values({
    kid,
    algorithm,
    state,
    publicJwk,
    privateKey: encrypt(encryptionKeys, der, signingKeyPurpose(kid)),
    createdAt: now,
    activatedAt: state === "ACTIVE" ? now : null,
  });
}

/** Makes the missing keys: an active one to sign with and the next one, published long before its use. */
export async function ensureSigningKeys(db: Db, encryptionKeys: SealingKeys, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSigningKeys(tx);
    const existing = await tx
      .select({ algorithm: oauthSigningKeys.algorithm, state: oauthSigningKeys.state })
      .from(oauthSigningKeys);
    for (const algorithm of signingAlgorithms) {
      for (const state of ["ACTIVE", "NEXT"] as const) {
        if (existing.some((key) => key.algorithm === algorithm && key.state === state)) continue;
        await createSigningKey(tx, encryptionKeys, algorithm, state, now);
      }
    }
  });
}
