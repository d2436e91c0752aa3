import type { Settings } from "@/server/kernel/env";

export type HostRole = "app" | "auth" | "legacy" | "base" | "issuer" | "mcp";

/** The configured hosts, and the path prefix of each. */
export interface Hosts {
  /** One origin serves everything; the Host header does not matter. */
  single: boolean;
  rolesOf(host: string): readonly HostRole[];
  /** Path prefix of LEGACY_AUTH_URL, `""` without one. */
  legacyPrefix: string;
  /** Path of ISSUER_URL, e.g. `/identity`. */
  issuerPath: string;
  /** Path of MCP_URL, e.g. `/mcp`. */
  mcpPath: string;
}

const everywhere: readonly HostRole[] = ["app", "auth", "legacy", "base", "issuer", "mcp"];

/** Lower case, without the scheme's default port. */
const canonical = (host: string): string => host.toLowerCase().replace(/:(?:80|443)$/, "");
const hostOf = (url: string): string => canonical(new URL(url).host);
const pathOf = (url: string): string => new URL(url).pathname.replace(/\/+$/, "");

/** The hosts of the settings, computed once (decisions 1.1 to 1.3). */
export function hostsOf(settings: Settings): Hosts {
  const named: Record<HostRole, string> = {
    app: hostOf(settings.appUrl),
    auth: hostOf(settings.authUrl),
    legacy: hostOf(settings.legacyAuthUrl),
    base: hostOf(settings.baseUrl),
    issuer: hostOf(settings.issuerUrl),
    mcp: hostOf(settings.mcpUrl),
  };
  const single = new Set(Object.values(named)).size === 1;
  return {
    single,
    rolesOf: (host) => (single ? everywhere : everywhere.filter((role) => named[role] === canonical(host))),
    legacyPrefix: pathOf(settings.legacyAuthUrl),
    issuerPath: pathOf(settings.issuerUrl),
    mcpPath: pathOf(settings.mcpUrl),
  };
}
