import type { Provider } from "next-auth/providers/index";
import type { ProviderSettings, Settings } from "@/server/kernel/env";
import type { ProviderAccount } from "./provider-accounts";
import type { ProofMethod } from "./start-session";

type ProviderKey = keyof Settings["providers"];

interface Known {
  /** The last segment of the callback path, /api/auth/callback/{id}. */
  id: string;
  name: string;
  method: ProofMethod;
  issuer(settings: ProviderSettings): string;
  checks: ("pkce" | "state" | "nonce")[];
}

const known: Record<ProviderKey, Known> = {
  google: {
    id: "google",
    name: "Google",
    method: "GOOGLE",
    issuer: () => "https://accounts.google.com",
    checks: ["pkce", "state", "nonce"],
  },
  microsoft: {
    id: "azure-ad",
    name: "Microsoft",
    method: "MICROSOFT",
    issuer: ({ tenant = "common" }) => `https://login.microsoftonline.com/${tenant}/v2.0`,
    checks: ["pkce", "state", "nonce"],
  },
  // Slack's OpenID endpoint does not support PKCE.
  slack: {
    id: "slack",
    name: "Slack",
    method: "SLACK",
    issuer: () => "https://slack.com",
    checks: ["state", "nonce"],
  },
};

const configured = (settings: Settings): [Known, ProviderSettings][] =>
  (Object.keys(known) as ProviderKey[]).flatMap((key) => {
    const given = settings.providers[key];
    return given ? [[known[key], given]] : [];
  });

/** The providers on the sign-in page: those with a configured client. */
export const offeredProviders = (settings: Settings): { id: string; name: string }[] =>
  configured(settings).map(([{ id, name }]) => ({ id, name }));

/** Further origins of the providers' sign-in pages, besides their issuer. */
const alsoAt: Partial<Record<string, string>> = {
  "azure-ad": "https://login.live.com",
  slack: "https://*.slack.com",
};

/** Origins that a provider's sign-in leads to, as sources of a content security policy. */
export const providerSources = (settings: Settings): string[] =>
  configured(settings).flatMap(([{ id, issuer }, given]) => {
    const also = given.issuer ? undefined : alsoAt[id];
    return [new URL(given.issuer ?? issuer(given)).origin, ...(also ? [also] : [])];
  });

/** Claims of an ID token that identify a user. */
interface Claims {
  iss: string;
  sub: string;
  email?: string;
  email_verified?: boolean | string;
  /** Microsoft: the owner of the address's domain is verified. Any tenant can set `email` alone to anything. */
  xms_edov?: boolean | number | string;
}

/** The address if the provider vouches for it, else null. */
export function verifiedEmail({ email, email_verified, xms_edov }: Omit<Claims, "iss">): string | null {
  const vouched = [true, "true", 1, "1"];
  const isVerified = vouched.includes(email_verified ?? false) || vouched.includes(xms_edov ?? false);
  return email && isVerified ? email : null;
}

/** A provider's user from the ID token, as next-auth passes it to our callbacks. */
export interface ProviderUser {
  id: string;
  account: ProviderAccount;
  method: ProofMethod;
  /** Empty unless it is verified. */
  email: string;
}

/** next-auth's configuration of the offered providers. */
export const oauthProviders = (settings: Settings): Provider[] =>
  configured(settings).map(([{ id, name, method, issuer, checks }, given]) => ({
    id,
    name,
    type: "oauth",
    wellKnown: `${given.issuer ?? issuer(given)}/.well-known/openid-configuration`,
    authorization: { params: { scope: "openid email profile" } },
    idToken: true,
    checks,
    clientId: given.clientId,
    clientSecret: given.clientSecret,
    profile: (claims: Claims): ProviderUser => ({
      id: claims.sub,
      account: { issuer: claims.iss, subject: claims.sub },
      method,
      email: verifiedEmail(claims) ?? "",
    }),
  }));
