/** Settings that name a host. */
const names = ["APP_URL", "AUTH_URL", "LEGACY_AUTH_URL", "BASE_URL", "ISSUER_URL"] as const;

const canonical = (host: string): string => host.toLowerCase().replace(/:(?:80|443)$/, "");

/**
 * Whether pages are served on this host: only on APP_URL's when the configured hosts differ, else on any (decision 1.3). Reads only the
 * environment, because a page's proxy runs before anything else is set up.
 */
export function servesPages(host: string, env: Record<string, string | undefined>): boolean {
  const named = names.flatMap((name) => (env[name] ? [canonical(new URL(env[name]).host)] : []));
  if (new Set(named).size < 2 || !env.APP_URL) return true;
  return canonical(host) === canonical(new URL(env.APP_URL).host);
}
