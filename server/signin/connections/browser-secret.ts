import { createHmac, randomBytes } from "node:crypto";
import type { Settings } from "@/server/kernel/env";
import { hour, second } from "@/server/kernel/time/clock";
import { isHttps } from "../session-cookie";

const lifeMs = hour;
const shape = /^[\w-]{43}$/;

/** Binds the sign-ins that are under way to this browser. */
export const browserSecretName = (settings: Settings): string =>
  `${isHttps(settings) ? "__Host-" : ""}timeaway-sign-in`;

export const browserSecretOptions = (settings: Settings) =>
  ({
    httpOnly: true,
    // The provider leads back from another site, by a top-level GET.
    sameSite: "lax",
    path: "/",
    secure: isHttps(settings),
    maxAge: lifeMs / second,
  }) as const;

export const isBrowserSecret = (value: string | undefined): value is string =>
  value !== undefined && shape.test(value);

export const newBrowserSecret = (): string => randomBytes(32).toString("base64url");

const derived = (secret: string, purpose: string, state: string): string =>
  createHmac("sha256", secret).update(`${purpose} ${state}`).digest("base64url");

/** The nonce and the code verifier of one sign-in. They derive from the browser's secret, so that no one who reads the database has them. */
export const proofsOf = (secret: string, state: string) => ({
  nonce: derived(secret, "nonce", state),
  codeVerifier: derived(secret, "verifier", state),
});
