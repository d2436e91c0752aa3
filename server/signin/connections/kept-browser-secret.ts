import { cookies } from "next/headers";
import { services } from "@/server/kernel/process";
import { browserSecretName, browserSecretOptions, isBrowserSecret, newBrowserSecret } from "./browser-secret";

/** The browser's secret, which begins now if there is none. Only in server actions and route handlers. */
export async function keepBrowserSecret(): Promise<string> {
  const { settings } = services();
  const secret = (await keptBrowserSecret()) ?? newBrowserSecret();
  (await cookies()).set(browserSecretName(settings), secret, browserSecretOptions(settings));
  return secret;
}

/** @returns null when the browser has none */
export async function keptBrowserSecret(): Promise<string | null> {
  const known = (await cookies()).get(browserSecretName(services().settings))?.value;
  return isBrowserSecret(known) ? known : null;
}
