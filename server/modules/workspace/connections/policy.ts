import { domainToASCII } from "node:url";
import type { ConnectionState } from "@/drizzle/schema/values";
import { emailAddress } from "@/server/kernel/mail/email-address";
import { day, plus, utcDay } from "@/server/kernel/time/clock";

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * A typed domain as it is stored and compared: lower case, A-labels (RFC 5890).
 * @returns null when it is none that addresses could have
 */
export function domainName(typed: string): string | null {
  const name = domainToASCII(typed.trim().replace(/^@/, "").replace(/\.$/, "")).toLowerCase();
  const labels = name.split(".");
  const isName = labels.length > 1 && name.length <= 253 && labels.every((part) => label.test(part));
  // The last label of a domain is no number: that would be an address of IPv4.
  return isName && !/^\d+$/.test(labels.at(-1) ?? "") ? name : null;
}

/** The domain of an email address; null when the text is none. */
export function domainOf(address: string): string | null {
  const email = emailAddress(address.trim());
  return email === null ? null : domainName(email.slice(email.lastIndexOf("@") + 1));
}

/** Where the TXT record of a claimed domain is. */
export const recordHost = (name: string): string => `_timeaway.${name}`;
/** The text of the record. */
export const recordText = (token: string): string => `timeaway-verification=${token}`;

/** A verified domain is checked again after a week. */
export const domainCheckedEveryMs = 7 * day;

/** How long before a secret expires its administrators are warned. */
const warnedAheadMs = 30 * day;
/** The last expiry date of which administrators are warned now. */
export const warnedUntil = (now: Date): string => utcDay(plus(now, warnedAheadMs));

interface Identity {
  issuer: string;
  clientId: string | null;
  ssoUrl: string | null;
}

/**
 * Another issuer, client or address needs another test; a new secret of the same client, or another certificate, does not take a working
 * sign-in away.
 */
export function stateAfter(
  before: Identity & { state: ConnectionState },
  patch: { [Field in keyof Identity]?: Identity[Field] | undefined },
): ConnectionState {
  const isOther = (["issuer", "clientId", "ssoUrl"] as const).some(
    (field) => patch[field] !== undefined && patch[field] !== before[field],
  );
  return isOther ? "DRAFT" : before.state;
}

/** Certificates in the audit log: how many, since their text says nothing to a reader. */
export const certificateAudit = ({
  signingCertificates,
}: {
  signingCertificates?: readonly string[] | null | undefined;
}): { signingCertificates?: number | undefined } =>
  signingCertificates
    ? { signingCertificates: signingCertificates.length }
    : { signingCertificates: undefined };
