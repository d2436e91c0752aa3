import { z } from "zod";
import { type Scope, scopes } from "@/server/access/scopes";
import { idOf, plainText } from "@/server/kernel/schema";

const KeyName = plainText(80);

/** What the form sends, and the operator's command line. */
export const ApiKeyCreate = z.strictObject({
  name: KeyName,
  description: plainText(200).optional(),
  scopes: z
    .array(z.enum(scopes as readonly [Scope, ...Scope[]], "Must be a scope."))
    .min(1, "Choose at least one scope.")
    .refine((list) => new Set(list).size === list.length, "Must not repeat a scope."),
  /** Null: never. */
  expiresAt: z.date().nullable().default(null),
  /** The key that this one is made to replace. */
  replacesKeyId: idOf("key").optional(),
});
export type ApiKeyCreate = z.output<typeof ApiKeyCreate>;

export const ApiKeyRename = z.strictObject({ id: idOf("key"), name: KeyName });

export const ApiKeyRevoke = z.strictObject({
  id: idOf("key"),
  /** Whether the webhooks that were made with the key are paused as well. */
  pauseWebhooks: z.boolean().default(false),
});
export type ApiKeyRevoke = z.output<typeof ApiKeyRevoke>;

export const ApiKeyRef = z.strictObject({ id: idOf("key") });

const keyStates = ["active", "expired", "revoked"] as const;
export type KeyState = (typeof keyStates)[number];

export const ApiKeyList = z.strictObject({
  /** `mine`, or for administrators the whole workspace's or a person's. */
  owner: z.union([z.enum(["mine", "workspace"]), z.strictObject({ userId: idOf("user") })]).default("mine"),
});
