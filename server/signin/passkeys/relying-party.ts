import type { Settings } from "@/server/kernel/env";

/** Whose passkeys they are: by the configured address, never by Host, so that no other host can ask for them (decision 2.17). */
export function relyingPartyOf({ appUrl }: Pick<Settings, "appUrl">) {
  const { hostname, origin } = new URL(appUrl);
  return { id: hostname, origin, name: "Timeaway" };
}
