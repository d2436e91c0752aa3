import type { Settings } from "@/server/kernel/env";
import { isSecretPath } from "./secret-path";

type Urls = Pick<Settings, "appUrl" | "authUrl" | "legacyAuthUrl" | "baseUrl" | "issuerUrl">;

/** One year, the minimum of the preload list. */
const value = "max-age=31536000";

/**
 * Strict-Transport-Security for the host of a configured https URL. Browsers apply it to every port of the host, so it is omitted where
 * another of our URLs is plain http on the same host.
 */
export function transportSecurity(settings: Urls, url: string): { "strict-transport-security"?: string } {
  const { appUrl, authUrl, legacyAuthUrl, baseUrl, issuerUrl } = settings;
  const { protocol, hostname } = new URL(url);
  const isPlain = (other: string) => other.startsWith("http:") && new URL(other).hostname === hostname;
  const shared = [appUrl, authUrl, legacyAuthUrl, baseUrl, issuerUrl].some(isPlain);
  return protocol === "https:" && !shared ? { "strict-transport-security": value } : {};
}

/** Browser features that none of our pages uses. */
const permissions = "camera display-capture geolocation gyroscope microphone midi payment serial usb"
  .split(" ")
  .map((feature) => `${feature}=()`)
  .join(", ");

/** An app may open these in a popup and wait there for the answer; any stricter policy would sever the opener. */
const openedByApps = /^\/(?:login|forgot-password|reset-password|consent|oauth)(?:\/|$)/;

/** The headers of every page, in addition to its content security policy. */
export const pageHeaders = (settings: Urls, path: string): Record<string, string> => ({
  ...transportSecurity(settings, settings.appUrl),
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "referrer-policy": isSecretPath(path) ? "no-referrer" : "same-origin",
  ...(isSecretPath(path) && { "x-robots-tag": "noindex, nofollow" }),
  "permissions-policy": permissions,
  "cross-origin-opener-policy": openedByApps.test(path) ? "unsafe-none" : "same-origin",
});
