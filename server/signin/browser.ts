import type { Services } from "@/server/kernel/services";
import { sourceIp } from "@/server/kernel/source-ip";
import { type Device, openDevices } from "./devices";

/** Where a sign-in comes from, as the sessions list shows it. */
export interface Browser {
  /** Null when nobody trustworthy said it (decision 1.8). */
  ip: string | null;
  userAgent: string | null;
  /** As whom it has signed in before. */
  devices?: readonly Device[];
}

const longestUserAgent = 300;

/** @param deviceCookie what the browser sent as the cookie `deviceCookieName` */
export async function browserOf(
  services: Services,
  headers: Headers,
  deviceCookie: string | undefined,
): Promise<Browser> {
  const { leanMount, settings } = services;
  const userAgent = headers
    .get("user-agent")
    ?.replace(/\p{Cc}/gu, "")
    .slice(0, longestUserAgent);
  return {
    ip: sourceIp(headers.get("x-forwarded-for"), { leanMount, trustedProxies: settings.trustedProxies }),
    userAgent: userAgent || null,
    devices: await openDevices(settings, deviceCookie),
  };
}
