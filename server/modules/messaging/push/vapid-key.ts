import { createECDH } from "node:crypto";
import { vapidKeys } from "@/drizzle/schema/push";
import type { SealedColumn } from "@/server/kernel/database/reseal-in-steps";
import { decrypt, encrypt } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";

/** The key pair by which push services recognise this installation, in base64url. */
export interface VapidKey {
  publicKey: string;
  privateKey: string;
}

const purposeOf = (publicKey: string): string => `vapid-key:${publicKey}`;

export const sealedVapidKey: SealedColumn = {
  table: vapidKeys,
  column: vapidKeys.privateKey,
  boundTo: { publicKey: vapidKeys.publicKey },
  purposeOf: ({ publicKey = "" }) => purposeOf(publicKey),
};

const cached = new WeakMap<Services, Promise<VapidKey>>();

/**
 * The installation's key, made at first need. It never changes: a browser's subscription is bound to it.
 * @throws Error when it was sealed with another encryption key
 */
export function vapidKey(services: Services): Promise<VapidKey> {
  const known = cached.get(services);
  if (known) return known;
  const loading = load(services).catch((error: unknown) => {
    cached.delete(services);
    throw error;
  });
  cached.set(services, loading);
  return loading;
}

async function load({ db, settings, clock }: Services): Promise<VapidKey> {
  let [row] = await db.select().from(vapidKeys);
  if (!row) {
    const made = create();
    const privateKey = encrypt(settings.encryptionKeys, made.privateKey, purposeOf(made.publicKey));
    // Another process may be first: then its key is the one.
    await db
      .insert(vapidKeys)
      .values({ publicKey: made.publicKey, privateKey, createdAt: clock() })
      .onConflictDoNothing();
    [row] = await db.select().from(vapidKeys);
  }
  if (!row) throw new Error("The key for push services was not stored.");
  const privateKey = decrypt(settings.encryptionKeys, row.privateKey, purposeOf(row.publicKey));
  if (!privateKey)
    throw new Error(
      "The key for push services cannot be decrypted: ENCRYPTION_KEY is not the one it was made with.",
    );
  return { publicKey: row.publicKey, privateKey: privateKey.toString("base64url") };
}

const privateBytes = 32;

function create(): { publicKey: string; privateKey: Buffer } {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys("base64url");
  // Without its leading zeros, which the standards require.
  const short = pair.getPrivateKey();
  const privateKey = Buffer.concat([Buffer.alloc(privateBytes - short.length), short]);
  return { publicKey, privateKey };
}
