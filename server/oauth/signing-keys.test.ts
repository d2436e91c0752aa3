import { eq } from "drizzle-orm";
import { calculateJwkThumbprint, decodeProtectedHeader } from "jose";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { oauthSigningKeys } from "@/drizzle/schema/oauth";
import { day, hour, minute } from "@/server/kernel/time/clock";
import {
  call,
  heldClock,
  oauthServices,
  refreshWith,
  signedInPerson,
  tokensOf,
  whoIs,
} from "@/server/test/oauth-kit";
import { keyring } from "./keys/keyring";
import { rotateDueSigningKeys, rotateSigningKeysNow } from "./keys/rotate";

// Decision 3.10: keys of two algorithms, next, active and retired.

const clock = heldClock();
const services = await oauthServices(clock);
/** A second process on the same database. */
const other = await oauthServices(clock);
afterAll(async () => {
  await services.close();
  await other.close();
});

const keys = () => services.db.select().from(oauthSigningKeys).orderBy(oauthSigningKeys.createdAt);
const published = async (from = services): Promise<string[]> => {
  const { json } = await call(from, "GET", "/identity/.well-known/jwks.json");
  return json.keys.map((key: { kid: string }) => key.kid).sort();
};
const activeKid = async (algorithm: "RS256" | "ES256") =>
  (await keys()).find((key) => key.algorithm === algorithm && key.state === "ACTIVE")?.kid;

/** Deletes the keys and waits for new ones. While those are slow to make, a process keeps using its cached keys. */
async function forgetKeys() {
  await services.db.delete(oauthSigningKeys);
  clock.pass(2 * minute);
  for (const one of [services, other])
    await expect
      .poll(
        async () => {
          const { kids } = await keyring(one);
          const stored = (await keys()).map(({ kid }) => kid);
          return stored.length > 0 && stored.every((kid) => kids.has(kid)) && kids.size === stored.length;
        },
        { timeout: 20_000 },
      )
      .toBe(true);
}

beforeEach(forgetKeys);

it("are made at first need, once, by any number of processes and callers", async () => {
  await services.db.delete(oauthSigningKeys);
  const processes = [await oauthServices(clock), await oauthServices(clock)];
  await Promise.all(processes.flatMap((one) => Array.from({ length: 5 }, () => keyring(one))));
  const made = await keys();
  expect(made.map((key) => `${key.algorithm} ${key.state}`).sort()).toEqual([
    "ES256 ACTIVE",
    "ES256 NEXT",
    "RS256 ACTIVE",
    "RS256 NEXT",
  ]);
  const [one, two] = await Promise.all(processes.map((each) => published(each)));
  expect(one).toEqual(two);
  for (const each of processes) await each.close();
});

it("have the RFC 7638 thumbprint as kid, and no private half in the clear", async () => {
  await keyring(services);
  for (const key of await keys()) {
    expect(key.kid).toBe(await calculateJwkThumbprint(key.publicJwk));
    expect(JSON.stringify(key.publicJwk)).not.toContain('"d"');
    expect(key.privateKey.toString("latin1")).not.toContain("PRIVATE");
    expect(key.privateKey[0]).toBe(2);
  }
});

it("another ENCRYPTION_KEY is an error, instead of making new keys", async () => {
  await keyring(services);
  const wrong = await oauthServices(clock, { ENCRYPTION_KEY: Buffer.alloc(32, 9).toString("base64") });
  await expect(keyring(wrong)).rejects.toThrow("ENCRYPTION_KEY");
  await wrong.close();
});

describe("rotation by the job", () => {
  it("waits until a key has signed for 90 days", async () => {
    await keyring(services);
    expect(await rotateDueSigningKeys(services)).toBe(0);
    clock.pass(90 * day - 1);
    expect(await rotateDueSigningKeys(services)).toBe(0);
    clock.pass(1);
    const before = await published();
    const next = (await keys()).find((key) => key.algorithm === "ES256" && key.state === "NEXT")?.kid;
    expect(await rotateDueSigningKeys(services)).toBe(2);
    expect(await activeKid("ES256")).toBe(next);
    clock.pass(minute);
    const after = await published();
    expect(after).toHaveLength(6);
    expect(before.every((kid) => after.includes(kid))).toBe(true);
  });

  it("never promotes a key that was published for less than 24 hours", async () => {
    await keyring(services);
    clock.pass(89 * day + 1 * hour);
    await rotateSigningKeysNow(services);
    await services.db.update(oauthSigningKeys).set({ activatedAt: new Date(clock().getTime() - 100 * day) });
    expect(await rotateDueSigningKeys(services)).toBe(0);
    clock.pass(24 * hour);
    expect(await rotateDueSigningKeys(services)).toBe(2);
  });

  it("happens once when several processes do it concurrently", async () => {
    await keyring(services);
    clock.pass(91 * day);
    const rotated = await Promise.all([services, other, services, other].map(rotateDueSigningKeys));
    expect(rotated.sort()).toEqual([0, 0, 0, 2]);
    expect((await keys()).filter((key) => key.state === "ACTIVE")).toHaveLength(2);
  });

  it("drops a retired key only after its last token has expired", async () => {
    await keyring(services);
    const old = await activeKid("ES256");
    await rotateSigningKeysNow(services);
    clock.pass(hour + minute);
    await rotateDueSigningKeys(services);
    expect(await published()).toContain(old);
    clock.pass(10 * minute);
    expect(await published()).not.toContain(old);
    await rotateDueSigningKeys(services);
    expect((await keys()).map((key) => key.kid)).not.toContain(old);
  });
});

describe("the operator's rotation", () => {
  it("is immediate; earlier tokens stay valid, in both processes", async () => {
    const user = await signedInPerson(services);
    const before = await tokensOf(services, user);
    expect((await whoIs(other, before.access)).status).toBe(200);
    expect(await rotateSigningKeysNow(services)).toBe(2);
    clock.pass(minute);
    const { json } = await refreshWith(services, before.refresh, before.clientId);
    expect(decodeProtectedHeader(json.access_token).kid).toBe(await activeKid("ES256"));
    expect(decodeProtectedHeader(json.access_token).kid).not.toBe(decodeProtectedHeader(before.access).kid);
    for (const process of [services, other]) {
      expect((await whoIs(process, json.access_token)).status).toBe(200);
      expect((await whoIs(process, before.access)).status).toBe(200);
    }
  });

  it("401 to a token that was valid before, once its key is withdrawn", async () => {
    const { access } = await tokensOf(services, await signedInPerson(services));
    expect((await whoIs(other, access)).status).toBe(200);
    const { kid = "" } = decodeProtectedHeader(access);
    await services.db.delete(oauthSigningKeys).where(eq(oauthSigningKeys.kid, kid));
    clock.pass(minute);
    for (const process of [services, other]) expect((await whoIs(process, access)).status).toBe(401);
  });

  it("a process reads an unknown key from the database", async () => {
    const user = await signedInPerson(services);
    await keyring(other);
    await rotateSigningKeysNow(services);
    await rotateSigningKeysNow(services);
    const fresh = await oauthServices(clock);
    const { access } = await tokensOf(fresh, user);
    expect((await whoIs(other, access)).status).toBe(200);
    await fresh.close();
  });

  it("made-up key ids cause one database read in five seconds; a new key is still found", async () => {
    const user = await signedInPerson(services);
    const asked: string[] = [];
    const watched = await oauthServices(
      clock,
      {},
      { onStatement: (_pool, text) => void (text.includes("oauth_signing_keys") && asked.push(text)) },
    );
    await keyring(watched);
    const { access } = await tokensOf(services, user);
    const [, claims, signature] = access.split(".");
    const madeUp = (kid: string) => {
      const header = { ...decodeProtectedHeader(access), kid };
      return `${Buffer.from(JSON.stringify(header)).toString("base64url")}.${claims}.${signature}`;
    };
    asked.length = 0;
    for (let i = 0; i < 50; i++) {
      expect((await whoIs(watched, madeUp(`k${i}`))).json.error).toBe("invalid_token");
      clock.pass(20);
    }
    await Promise.all(Array.from({ length: 50 }, (_, i) => whoIs(watched, madeUp(`p${i}`))));
    expect(asked).toHaveLength(1);

    await rotateSigningKeysNow(services);
    await rotateSigningKeysNow(services);
    const fresh = await oauthServices(clock);
    const { access: later } = await tokensOf(fresh, user);
    clock.pass(5000);
    expect((await whoIs(watched, later)).status).toBe(200);
    expect(asked).toHaveLength(2);
    await fresh.close();
    await watched.close();
  });
});
