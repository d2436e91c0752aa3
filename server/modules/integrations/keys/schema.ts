import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import { roles } from "@/drizzle/schema/values";
import { type Scope, scopes } from "@/server/access/scopes";
import { rule } from "@/server/kernel/field-faults";
import { type FilterOf, listInput, sortInput } from "@/server/kernel/list-input";
import { idOf, nameText, plainText, wireId, wireInstant } from "@/server/kernel/schema";
import { User } from "@/server/modules/people/people/schema";

const KeyName = nameText(limits.keyName);

const scopeWord = z.enum(scopes as readonly [Scope, ...Scope[]], rule("scope"));

/** Input of the form and of the operator's command line. */
export const ApiKeyCreate = z.strictObject({
  name: KeyName,
  description: plainText(limits.keyDescription).optional(),
  scopes: z
    .array(scopeWord)
    .min(1, "Choose at least one scope.")
    .refine((list) => new Set(list).size === list.length, rule("repeats", { thing: "a scope" })),
  /** Null: never. */
  expiresAt: z.date().nullable().default(null),
  /** The key that this one replaces. */
  replacesKeyId: idOf("key").optional(),
});
export type ApiKeyCreate = z.output<typeof ApiKeyCreate>;

export const ApiKeyRename = z.strictObject({ id: idOf("key"), name: KeyName });

export const ApiKeyRevoke = z.strictObject({
  id: idOf("key"),
  /** Whether to pause the webhooks created with the key. */
  pauseWebhooks: z.boolean().default(false),
});
export type ApiKeyRevoke = z.output<typeof ApiKeyRevoke>;

export const ApiKeyRef = z.strictObject({ id: idOf("key") });

const keyStates = ["active", "expired", "revoked"] as const;
export type KeyState = (typeof keyStates)[number];

/** `current`: not revoked. */
const keyStatuses = ["all", "current", "active", "unused", "expiring", "expired", "revoked"] as const;
export type KeyStatus = (typeof keyStatuses)[number];

/** The list of keys on its page. */
export const ApiKeySearch = z.strictObject({
  ...listInput,
  /** `mine`; for administrators also the whole workspace's or one person's. */
  owner: z.union([z.enum(["mine", "workspace"]), z.strictObject({ userId: idOf("user") })]).default("mine"),
  status: z.enum(keyStatuses).default("current"),
  sort: sortInput(["name", "used", "recent", "month", "created"], "-created"),
});
export type ApiKeyFilter = FilterOf<typeof ApiKeySearch>;

export const reachKinds = ["WORKSPACE", "LOCATIONS", "DEPARTMENTS", "SELF"] as const;

const left = (unit: string) => ({
  limit: z.int().meta({ description: `The most ${unit}.` }),
  remaining: z.int().min(0).meta({ description: "What's left after this request." }),
  resetSeconds: z.int().min(0),
});

/** A key, as its own caller reads it. */
export const Me = z
  .object({
    user: User.meta({ description: "The key's owner." }),
    role: z.enum(roles).meta({ description: "The owner's role. It limits what the key can do." }),
    key: z.object({
      id: wireId("key"),
      name: z.string(),
      masked: z.string().meta({
        description: "The key's beginning and its last four characters.",
        examples: ["svc_live_…9xYz"],
      }),
      createdAt: wireInstant,
      expiresAt: wireInstant.nullable().meta({ description: "Null if it never expires." }),
    }),
    scopes: z.array(scopeWord).meta({
      description: "The scopes in force: the key's scopes that the owner's role still allows.",
    }),
    reach: z
      .object({
        kind: z.enum(reachKinds),
        locationIds: z.array(wireId("location")).meta({ description: "Empty unless `kind` is LOCATIONS." }),
        departmentIds: z
          .array(wireId("department"))
          .meta({ description: "Empty unless `kind` is DEPARTMENTS." }),
        description: z.string().meta({
          description: "The same in a sentence.",
          examples: ["People in the locations you manage: Berlin, Paris."],
        }),
      })
      .meta({ description: "The people the key can see." }),
    limits: z
      .object({
        rate: z.object({
          ...left("requests at once"),
          windowSeconds: z.int().meta({ description: "The time in which all of them come back." }),
        }),
        quota: z.object({ ...left("requests in a UTC calendar month"), resetsAt: wireInstant }),
      })
      .meta({ description: "The same as in the RateLimit-Policy and RateLimit headers." }),
  })
  .meta({ id: "Me" });
