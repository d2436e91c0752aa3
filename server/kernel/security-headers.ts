import type { Settings } from "./env";
import { isSecretPath } from "./secret-path";

type Urls = Pick<Settings, "appUrl" | "authUrl" | "legacyAuthUrl" | "baseUrl" | "issuerUrl">;

/** A year, as the preload lists ask for. */
const value = "max-age=31536000";

/**
 * Strict-Transport-Security for the host of a configured URL, when that is https. Browsers apply it to every port of the host, so
 * not where another of our URLs is plain http on the same one.
 */
export function transportSecurity(settings: Urls, url: string): { "strict-transport-security"?: string } {
  const { appUrl, authUrl, legacyAuthUrl, baseUrl, issuerUrl } = settings;
  const { protocol, hostname } = new URL(url);
  const isPlain = (other: string) => other.startsWith("http:") && new URL(other).hostname === hostname;
  const shared = [appUrl, authUrl, legacyAuthUrl, baseUrl, issuerUrl].some(isPlain);
  return protocol === "https:" && !shared ? { "strict-transport-security": value } : {};
}

/** What no page of ours ever asks a browser for. */
const permissions = "camera display-capture geolocation gyroscope microphone midi payment serial usb"
  .split(" ")
  .map((feature) => `${feature}=()`)
  .join(", ");

/** An app may open these in a window of its own and wait there for the answer; any stricter policy would cut it off. */
const openedByApps = /^\/(?:login|forgot-password|reset-password|consent|oauth)(?:\/|$)/;

/** What every page answers beside its content security policy. */
export const pageHeaders = (settings: Urls, path: string): Record<string, string> => ({
  ...transportSecurity(settings, settings.appUrl),
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "referrer-policy": isSecretPath(path) ? "no-referrer" : "same-origin",
  ...(isSecretPath(path) && { "x-robots-tag": "noindex, nofollow" }),
  "permissions-policy": permissions,
  "cross-origin-opener-policy": openedByApps.test(path) ? "unsafe-none" : "same-origin",
});
