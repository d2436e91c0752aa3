import type { Services } from "@/server/kernel/services";
import { sourceIp } from "@/server/kernel/source-ip";

/** Where a sign-in comes from, as the sessions list shows it. */
export interface Browser {
  /** Null when nobody trustworthy said it (decision 1.8). */
  ip: string | null;
  userAgent: string | null;
}

const longestUserAgent = 300;

export function browserOf(services: Services, headers: Headers): Browser {
  const { leanMount, settings } = services;
  const userAgent = headers
    .get("user-agent")
    ?.replace(/\p{Cc}/gu, "")
    .slice(0, longestUserAgent);
  return {
    ip: sourceIp(headers.get("x-forwarded-for"), { leanMount, trustedProxies: settings.trustedProxies }),
    userAgent: userAgent || null,
  };
}
