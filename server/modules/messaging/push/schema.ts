import { z } from "zod";
import { idOf } from "@/server/kernel/schema";

/** Maximum characters of an endpoint: enough for every push service there is, and for an index. */
export const maximumEndpointLength = 1024;
const endpoint = z.string().min(1).max(maximumEndpointLength);
/** As it is stored. */
const knownEndpoint = endpoint.transform((text) => (URL.canParse(text) ? new URL(text).href : text));
const base64url = (bytes: number, error: string) =>
  z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9_-]+={0,2}$/, error)
    .refine((text) => Math.floor((text.replace(/=+$/, "").length * 3) / 4) === bytes, error)
    .transform((text) => text.replace(/=+$/, ""));

/** What a browser's `PushSubscription.toJSON()` has. */
export const PushSubscription = z.object({
  endpoint,
  /** Milliseconds since 1970. */
  expirationTime: z.number().int().positive().max(8.64e15).nullish(),
  keys: z.object({
    p256dh: base64url(65, "Must be a public key on P-256."),
    auth: base64url(16, "Must be 16 bytes."),
  }),
});
export type PushSubscription = z.infer<typeof PushSubscription>;

export const DeviceEndpoint = z.strictObject({ endpoint: knownEndpoint });
export const DeviceRef = z.strictObject({ id: idOf("device") });
/** A browser replaced its subscription by itself. */
export const DeviceReplacement = z.object({ before: knownEndpoint, after: PushSubscription });
export type DeviceReplacement = z.infer<typeof DeviceReplacement>;

/** A browser in which the acting person gets notifications. */
export interface DeviceItem {
  id: string;
  /** Signed in with the caller's session. */
  isCurrent: boolean;
  userAgent: string | null;
  createdAt: Date;
  /** When a notification was last accepted for it. */
  usedAt: Date | null;
}

export interface DeviceSettings {
  /** The installation's key, for the browser; null where the operator has switched push notifications off. */
  publicKey: string | null;
  devices: readonly DeviceItem[];
}
