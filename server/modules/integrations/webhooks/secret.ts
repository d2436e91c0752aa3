import { randomBytes } from "node:crypto";
import { webhooks } from "@/drizzle/schema/webhooks";
import type { SealedColumn } from "@/server/kernel/database/reseal-in-steps";
import { decrypt, encrypt } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";

const scheme = "whsec_";
/** `whsec_` and six characters: 36 of 256 bits. */
const prefixLength = scheme.length + 6;

const purpose = (webhookId: string): string => `webhook:${webhookId}`;

/** Columns of sealed signing secrets, current and previous. */
export const sealedSecrets: SealedColumn[] = [webhooks.secret, webhooks.previousSecret].map((column) => ({
  table: webhooks,
  column,
  boundTo: { id: webhooks.id },
  purposeOf: ({ id = "" }) => purpose(id),
}));

export interface NewSecret {
  /** Shown once; stored sealed only. */
  plain: string;
  secret: Buffer;
  secretPrefix: string;
}

/** A new signing secret, sealed for this webhook. */
export function newSecret({ settings }: Services, webhookId: string): NewSecret {
  const bytes = randomBytes(32);
  const plain = scheme + bytes.toString("base64");
  return {
    plain,
    secret: encrypt(settings.encryptionKeys, bytes, purpose(webhookId)),
    secretPrefix: plain.slice(0, prefixLength),
  };
}

interface Sealed {
  id: string;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousSecretUntil: Date | null;
}

/** Opened secrets, cached as long as their sealed buffers live: deliveries of one claim share them. */
const opened = new WeakMap<Buffer, Buffer>();

/** The secrets that currently sign, newest first. @throws when they were sealed with another encryption key */
export function signingSecrets({ settings, clock }: Services, webhook: Sealed): Buffer[] {
  const open = (sealed: Buffer): Buffer => {
    const bytes = opened.get(sealed) ?? decrypt(settings.encryptionKeys, sealed, purpose(webhook.id));
    if (!bytes) throw new Error(`The secret of webhook ${webhook.id} was sealed with another key`);
    opened.set(sealed, bytes);
    return bytes;
  };
  const { secret, previousSecret, previousSecretUntil } = webhook;
  const isOverlap = previousSecret && previousSecretUntil && previousSecretUntil > clock();
  return isOverlap ? [open(secret), open(previousSecret)] : [open(secret)];
}
