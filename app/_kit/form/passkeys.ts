"use client";

import { useSyncExternalStore } from "react";
import type { PasskeyRequest } from "@/server/signin/passkeys/request-passkey";
import type { StartedPasskey } from "@/server/signin/passkeys/start-passkey";

const never = () => () => undefined;

/** Whether this browser knows passkeys; false in the server's HTML. */
export const usePasskeySupport = (): boolean =>
  useSyncExternalStore(
    never,
    () => "PublicKeyCredential" in window,
    () => false,
  );

/** Loaded where someone uses a passkey, and not before. */
const library = () => import("@simplewebauthn/browser");

/** Lets the browser make a passkey. @throws what `passkeyFault` reads */
export async function makePasskey({ options, token }: StartedPasskey) {
  const { startRegistration } = await library();
  return { token, response: await startRegistration({ optionsJSON: options }) };
}

/**
 * Lets the browser answer with a passkey.
 * @param isAutofill offers passkeys among what the browser fills into the address field, however long that takes
 * @throws what `passkeyFault` reads
 */
export async function answerWithPasskey({ options, token }: PasskeyRequest, isAutofill = false) {
  const { startAuthentication } = await library();
  const response = await startAuthentication({ optionsJSON: options, useBrowserAutofill: isAutofill });
  return { token, response };
}

/**
 * What the browser did not do, and why: the person cancelled it, or has no passkey here (browsers do not say which); the device keeps one
 * already; or the page's address can have none. Null for an error of something else.
 */
export function passkeyFault(error: unknown): "Cancelled" | "Known" | "Unavailable" | null {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return "Cancelled";
  if (name === "InvalidStateError") return "Known";
  return name === "SecurityError" || name === "NotSupportedError" ? "Unavailable" : null;
}
