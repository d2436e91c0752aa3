import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { and, gt, isNull, or } from "drizzle-orm";
import { oauthSigningKeys } from "@/drizzle/schema/oauth";
import { minute } from "@/server/kernel/clock";
import type { Db } from "@/server/kernel/db";
import { decrypt } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import {
  ensureSigningKeys,
  type SigningAlgorithm,
  signingAlgorithms,
  signingKeyPurpose,
} from "./signing-keys";

export interface SigningKey {
  kid: string;
  algorithm: SigningAlgorithm;
  privateKey: KeyObject;
}

/** The keys of this moment. */
export interface Keyring {
  signers: Readonly<Record<SigningAlgorithm, SigningKey>>;
  verifiers: ReadonlyMap<string, { algorithm: SigningAlgorithm; publicKey: KeyObject }>;
  /** The JWK set, as text. */
  jwks: string;
  loadedAt: number;
}

/** How long another process may go on signing with a key that was just retired; `retire` allows for it. */
export const keyringCacheMs = minute;

type Row = typeof oauthSigningKeys.$inferSelect;

const publishedKeys = (db: Db, now: Date): Promise<Row[]> =>
  db
    .select()
    .from(oauthSigningKeys)
    .where(and(or(isNull(oauthSigningKeys.expiresAt), gt(oauthSigningKeys.expiresAt, now))))
    .orderBy(oauthSigningKeys.state, oauthSigningKeys.algorithm, oauthSigningKeys.kid);

function signerOf(row: Row, encryptionKey: Buffer): SigningKey {
  const der = decrypt(encryptionKey, row.privateKey, signingKeyPurpose(row.kid));
  if (!der)
    throw new Error("A signing key cannot be decrypted: ENCRYPTION_KEY is not the one it was made with.");
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  return { kid: row.kid, algorithm: row.algorithm, privateKey };
}

const jwkOf = (row: Row) => ({ ...row.publicJwk, kid: row.kid, use: "sig", alg: row.algorithm });

async function loadKeyring({ db, settings, clock }: Services): Promise<Keyring> {
  const now = clock();
  const isComplete = (rows: Row[]) =>
    signingAlgorithms.every((algorithm) =>
      rows.some((row) => row.algorithm === algorithm && row.state === "ACTIVE"),
    );
  let rows = await publishedKeys(db, now);
  if (!isComplete(rows)) {
    await ensureSigningKeys(db, settings.encryptionKey, now);
    rows = await publishedKeys(db, now);
  }
  const signer = (algorithm: SigningAlgorithm): SigningKey => {
    const row = rows.find((one) => one.algorithm === algorithm && one.state === "ACTIVE");
    if (!row) throw new Error(`There is no active ${algorithm} key.`);
    return signerOf(row, settings.encryptionKey);
  };
  return {
    signers: { RS256: signer("RS256"), ES256: signer("ES256") },
    verifiers: new Map(
      rows.map((row) => [
        row.kid,
        { algorithm: row.algorithm, publicKey: createPublicKey({ key: row.publicJwk, format: "jwk" }) },
      ]),
    ),
    jwks: JSON.stringify({ keys: rows.map(jwkOf) }),
    loadedAt: now.getTime(),
  };
}

const cache = new WeakMap<Services, Promise<Keyring>>();
const loading = new WeakMap<Services, Promise<Keyring>>();

/** Loads anew; callers at the same time share one load. */
function reload(services: Services): Promise<Keyring> {
  const running = loading.get(services);
  if (running) return running;
  const started = loadKeyring(services).finally(() => loading.delete(services));
  loading.set(services, started);
  cache.set(services, started);
  started.catch(() => cache.delete(services));
  return started;
}

/** The keys, at most a minute old. Made at first need. */
export async function keyring(services: Services): Promise<Keyring> {
  const cached = await cache.get(services);
  const fresh = cached && Math.abs(services.clock().getTime() - cached.loadedAt) < keyringCacheMs;
  return fresh ? cached : reload(services);
}

/** The keys, with `kid` among them if any process has made it: an unknown one is looked up in the database. */
export async function keyringWith(services: Services, kid: string): Promise<Keyring> {
  const known = await keyring(services);
  return known.verifiers.has(kid) ? known : reload(services);
}
