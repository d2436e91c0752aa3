import { sourceIp } from "@/server/kernel/http/source-ip";
import type { Services } from "@/server/kernel/services";
import { type Device, openDevices } from "./devices";

/** The source of a sign-in, as shown in the sessions list. */
export interface Browser {
  /** Null without a trusted source for it (decision 1.8). */
  ip: string | null;
  userAgent: string | null;
  /** The people that have signed in with this browser before. */
  devices?: readonly Device[];
}

const longestUserAgent = 300;

/** @param deviceCookie the value of the cookie `deviceCookieName` */
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
