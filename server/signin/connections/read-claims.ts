import type { SignInProblem } from "@/drizzle/schema/values";
import { emailAddress } from "@/server/kernel/mail/email-address";
import { domainOf } from "@/server/modules/workspace/connections/policy";

/** Claims of a checked ID token, and of the userinfo endpoint for the same subject. */
export type Claims = Readonly<Record<string, unknown>> & { iss: string; sub: string };

const google = "https://accounts.google.com";

const isTrue = (value: unknown): boolean => value === true || value === "true";

/** The address that the provider names, if it counts here. */
export type Address = { email: string; problem: null } | { email: null; problem: SignInProblem };

const refused = (problem: SignInProblem): Address => ({ email: null, problem });

/**
 * The address of the claims. It counts only within the workspace's verified domains, and not when the provider says that it is unverified
 * (decision 2.8). Many providers of companies do not say either: their administrators gave the address.
 */
export function readAddress(claims: Claims, domains: readonly string[]): Address {
  const email = namedEmail(claims);
  if (email === null) return refused("NO_ADDRESS");
  const isOfGoogle = claims.iss === google;
  const { email_verified: verified } = claims;
  if (!isTrue(verified) && (verified !== undefined || isOfGoogle)) return refused("UNVERIFIED_ADDRESS");
  const domain = domainOf(email);
  if (domain === null || !domains.includes(domain)) return refused("FOREIGN_DOMAIN");
  // Google is the issuer of everyone's accounts: only `hd` says that a company gave it.
  if (isOfGoogle && !domains.includes(String(claims.hd))) return refused("FOREIGN_DOMAIN");
  return { email, problem: null };
}

/** The address that the provider names, whether or not it counts here. */
export const namedEmail = ({ email }: Claims): string | null =>
  typeof email === "string" ? emailAddress(email.trim()) : null;

/** The person's name; null when the provider gives none. */
export function readName(claims: Claims): string | null {
  const text = (value: unknown) => (typeof value === "string" ? value.trim() : "");
  const parts = [text(claims.given_name), text(claims.family_name)].filter(Boolean).join(" ");
  return text(claims.name) || parts || null;
}

/** Claims of the protocol, which say nothing about the person. */
const ofProtocol = new Set(["nonce", "at_hash", "c_hash", "s_hash", "jti", "sid", "rat"]);
const maxClaims = 40;
const maxLength = 200;

/** Names and values for the page of a test. */
export const shownClaims = (claims: Claims): { name: string; value: string }[] =>
  Object.entries(claims)
    .filter(([name]) => !ofProtocol.has(name))
    .slice(0, maxClaims)
    .map(([name, value]) => ({
      name: name.slice(0, maxLength),
      value: (typeof value === "string" ? value : JSON.stringify(value)).slice(0, maxLength),
    }));
