import { createPrivateKey } from "node:crypto";
import { and, gt, isNull, or } from "drizzle-orm";
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from "jose";
import { oauthSigningKeys } from "@/drizzle/schema/oauth";
import type { Db } from "@/server/kernel/database/db";
import { decrypt, type SealingKeys } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { minute, second } from "@/server/kernel/time/clock";
import { withTimeout } from "@/server/kernel/time/timeout";
import type { Signer } from "../tokens/sign-jwt";
import {
  ensureSigningKeys,
  type SigningAlgorithm,
  signingAlgorithms,
  signingKeyPurpose,
} from "./signing-keys";

/** The current keys. */
export interface Keyring {
  signers: Readonly<Record<SigningAlgorithm, Signer>>;
  kids: ReadonlySet<string>;
  /** The key that a token's header names, if the algorithm matches. */
  findKey: JWTVerifyGetKey;
  /** The JWK set, as text. */
  jwks: string;
  loadedAt: number;
}

/** How long another process may keep signing with a key that was just retired; `graceMs` of the rotation covers it. */
const keyringCacheMs = minute;

/** Timeout of one caller's reload, when there are cached keys. */
const reloadTimeoutMs = second;
/** Minimum interval between a process's database reads for unknown key ids. */
const searchEveryMs = 5 * second;
/** Half of the `graceMs` for which the rotation keeps a key beyond its last token. */
const oldestSigningMs = 5 * minute;

type Row = typeof oauthSigningKeys.$inferSelect;

const publishedKeys = (db: Db, now: Date): Promise<Row[]> =>
  db
    .select()
    .from(oauthSigningKeys)
    .where(and(or(isNull(oauthSigningKeys.expiresAt), gt(oauthSigningKeys.expiresAt, now))))
    .orderBy(oauthSigningKeys.state, oauthSigningKeys.algorithm, oauthSigningKeys.kid);

function signerOf(row: Row, encryptionKeys: SealingKeys): Signer {
  const der = decrypt(encryptionKeys, row.privateKey, signingKeyPurpose(row.kid));
  if (!der)
    throw new Error("A signing key cannot be decrypted: ENCRYPTION_KEY is not the one it was made with.");
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  return { kid: row.kid, algorithm: row.algorithm, privateKey };
}

/** Whether these settings can decrypt the active and next keys; there may be none yet. */
export async function canReadSigningKeys({ db, settings, clock }: Services): Promise<boolean> {
  const rows = await publishedKeys(db, clock());
  return rows
    .filter(({ state }) => state === "ACTIVE" || state === "NEXT")
    .every((row) => decrypt(settings.encryptionKeys, row.privateKey, signingKeyPurpose(row.kid)) !== null);
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
    await ensureSigningKeys(db, settings.encryptionKeys, now);
    rows = await publishedKeys(db, now);
  }
  const signer = (algorithm: SigningAlgorithm): Signer => {
    const row = rows.find((one) => one.algorithm === algorithm && one.state === "ACTIVE");
    if (!row) throw new Error(`There is no active ${algorithm} key.`);
    return signerOf(row, settings.encryptionKeys);
  };
  const jwks = { keys: rows.map(jwkOf) };
  return {
    signers: { RS256: signer("RS256"), ES256: signer("ES256") },
    kids: new Set(rows.map(({ kid }) => kid)),
    findKey: createLocalJWKSet(jwks),
    jwks: JSON.stringify(jwks),
    loadedAt: now.getTime(),
  };
}

/** A process's cached keys. */
interface Held {
  /** The last keys that could be read. */
  keys?: Keyring;
  /** The read in flight. */
  loading?: { keys: Promise<Keyring>; since: number };
  /** When a read last failed. */
  failedAt?: number;
  /** The last reload for an unknown key id. */
  search?: { keys: Promise<Keyring>; at: number };
}

const heldBy = new WeakMap<Services, Held>();

function heldOf(services: Services): Held {
  const held = heldBy.get(services) ?? {};
  heldBy.set(services, held);
  return held;
}

/** Reloads the keys; concurrent callers share one read. A failed read leaves the cached keys. */
function reload(services: Services): Promise<Keyring> {
  const held = heldOf(services);
  if (held.loading) return held.loading.keys;
  const keys = loadKeyring(services)
    .then((read) => {
      held.keys = read;
      return read;
    })
    .catch((error: unknown) => {
      held.failedAt = performance.now();
      throw error;
    })
    .finally(() => {
      delete held.loading;
    });
  held.loading = { keys, since: performance.now() };
  return keys;
}

const ageOf = (keys: Keyring, { clock }: Services): number => Math.abs(clock().getTime() - keys.loadedAt);

/** The database is unavailable, or so slow that another wait is pointless. */
function isAway({ failedAt = Number.NEGATIVE_INFINITY, loading }: Held): boolean {
  const now = performance.now();
  return now - failedAt < reloadTimeoutMs || (loading !== undefined && now - loading.since > reloadTimeoutMs);
}

/**
 * The keys to verify with and to publish: at most a minute old, or, while the database is unavailable, the last that were read. Made at
 * first need.
 */
export async function keyring(services: Services): Promise<Keyring> {
  const held = heldOf(services);
  const { keys } = held;
  if (!keys) return reload(services);
  if (ageOf(keys, services) < keyringCacheMs || isAway(held)) return keys;
  return withTimeout(reload(services), reloadTimeoutMs).catch((error: unknown) => {
    services.log.warn({ err: error }, "the signing keys could not be reloaded; the last ones stay in use");
    return keys;
  });
}

/** The keys to sign with: never so old that another process may have retired and dropped them. */
export async function signingKeyring(services: Services): Promise<Keyring> {
  const keys = await keyring(services);
  return ageOf(keys, services) < oldestSigningMs ? keys : reload(services);
}

/**
 * Finds the key that verifies one of our tokens.
 * @throws JWKSNoMatchingKey
 */
export const publishedKey =
  (services: Services): JWTVerifyGetKey =>
  async (header, token) => {
    // Not every token names a key, but each of ours does.
    if (typeof header.kid !== "string") throw new errors.JWKSNoMatchingKey();
    const { findKey } = await keyringWith(services, header.kid);
    return findKey(header, token);
  };

/**
 * The keys, including `kid` if any process has made it. An unknown one triggers a database read, but not again within seconds: anyone can
 * make up ids.
 */
async function keyringWith(services: Services, kid: string): Promise<Keyring> {
  const known = await keyring(services);
  if (known.kids.has(kid)) return known;
  const held = heldOf(services);
  const at = services.clock().getTime();
  if (held.search && Math.abs(at - held.search.at) < searchEveryMs) return held.search.keys;
  held.search = { keys: reload(services), at };
  return held.search.keys;
}
