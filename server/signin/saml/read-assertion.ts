import { isStorable } from "@/server/kernel/text/text-rules";
import { childrenOf, parseXml } from "@/server/kernel/text/xml";
import { minute, plus, second } from "@/server/kernel/time/clock";
import { ProviderError } from "../connections/provider-error";
import type { Claims } from "../connections/read-claims";
import { assertionNs, childNamed, childrenNamed } from "./check-response";
import { readClaims } from "./read-claims";
import type { ServiceProvider } from "./service-provider";

/** An assertion is made for this very sign-in, so its times differ from ours only by the clocks. */
const maxClockDifferenceMs = 5 * minute;
/** How long an assertion's ID is remembered: none is accepted for longer. */
export const assertionLifeMs = 3 * maxClockDifferenceMs;

const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const formats: Record<string, "persistent" | "email"> = {
  "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent": "persistent",
  "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress": "email",
};
const maxNameId = 256;
const maxQualifier = 500;

const invalid = (detail: string): ProviderError => new ProviderError("INVALID_ANSWER", detail);

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]00:00)$/;

/** SAML writes times in UTC (core, 1.3.3). @returns null without the attribute */
function timeOf(element: Element, name: string): Date | null {
  const text = element.getAttribute(name);
  if (!text) return null;
  const at = new Date(text);
  if (!instant.test(text) || Number.isNaN(at.getTime())) throw invalid(`${name} is not a time.`);
  return at;
}

function requiredTime(element: Element, name: string): Date {
  const at = timeOf(element, name);
  if (at === null) throw invalid(`${element.localName} has no ${name}.`);
  return at;
}

/** Whether the time is within the element's; the clocks may differ. */
function checkPeriod(element: Element, now: Date): void {
  const [from, until] = [timeOf(element, "NotBefore"), timeOf(element, "NotOnOrAfter")];
  const isEarly = from !== null && from > plus(now, maxClockDifferenceMs);
  const isLate = until !== null && plus(until, maxClockDifferenceMs) <= now;
  if (isEarly || isLate) throw new ProviderError("CLOCK", `${element.localName} is valid at another time.`);
}

/** When it was made, by the provider's clock. */
function checkAge(assertion: Element, now: Date): Date {
  const issuedAt = requiredTime(assertion, "IssueInstant");
  const differenceMs = now.getTime() - issuedAt.getTime();
  if (Math.abs(differenceMs) > maxClockDifferenceMs)
    throw new ProviderError("CLOCK", `${Math.round(differenceMs / second)} s`);
  return issuedAt;
}

interface Expected extends ServiceProvider {
  issuer: string;
  requestId: string;
  now: Date;
}

/** The assertion is for the browser that brings it here, in answer to our request, now (profiles, 4.1.4.2). */
function checkConfirmation(subject: Element, { acsUrl, requestId, now }: Expected): void {
  const confirmation = childNamed(subject, assertionNs, "SubjectConfirmation");
  if (confirmation.getAttribute("Method") !== bearer) throw invalid("It is not a bearer assertion.");
  const data = childNamed(confirmation, assertionNs, "SubjectConfirmationData");
  if (data.getAttribute("Recipient") !== acsUrl) throw invalid("Its Recipient is another address.");
  if (data.getAttribute("InResponseTo") !== requestId) throw invalid("Its subject answers another request.");
  requiredTime(data, "NotOnOrAfter");
  checkPeriod(data, now);
}

/** Each restriction must name us; node-saml checks the same. */
function checkConditions(assertion: Element, { entityId, now }: Expected): void {
  const conditions = childNamed(assertion, assertionNs, "Conditions");
  checkPeriod(conditions, now);
  const restrictions = childrenNamed(conditions, assertionNs, "AudienceRestriction");
  const isOurs = (one: Element) =>
    childrenNamed(one, assertionNs, "Audience").some(({ textContent }) => textContent === entityId);
  if (restrictions.length === 0 || !restrictions.every(isOurs)) throw invalid("It is for another audience.");
}

const escaped = (text: string): string => encodeURIComponent(text).replaceAll("!", "%21");

/**
 * The account: the NameID with its format and qualifiers. A qualifier that only repeats who speaks with whom is none, as when it is left out
 * (core, 2.2.2).
 */
function subjectOf(subject: Element, { issuer, entityId }: Expected): { sub: string; email: string | null } {
  const nameId = childNamed(subject, assertionNs, "NameID");
  const format = formats[nameId.getAttribute("Format") ?? ""];
  const value = (nameId.textContent ?? "").trim();
  const qualifier = (name: string, usual: string) => {
    const given = nameId.getAttribute(name) ?? "";
    return given === usual ? "" : given;
  };
  const qualifiers = [qualifier("NameQualifier", issuer), qualifier("SPNameQualifier", entityId)];
  const isFit =
    value !== "" && value.length <= maxNameId && qualifiers.every((one) => one.length <= maxQualifier);
  if (!format || !isFit || !isStorable(value) || childrenOf(nameId).length > 0)
    throw new ProviderError("NAME_ID", nameId.getAttribute("Format") || null);
  // Of addresses the spelling may change.
  const id = format === "email" ? value.toLowerCase() : value;
  return {
    sub: [format, ...qualifiers.map(escaped), id].join("!"),
    email: format === "email" ? value : null,
  };
}

/** What a signed assertion says. */
export interface Assertion {
  id: string;
  claims: Claims;
  /** In our time, by the age that the provider's own clock gives; null when it did not say. */
  authenticatedAt: Date | null;
}

/** `AuthnInstant` may count whole seconds, so that it may be up to one earlier than the authentication. */
const authTimeStepMs = second;

function authenticatedAt(assertion: Element, { issuedAt, now }: { issuedAt: Date; now: Date }): Date | null {
  const [statement] = childrenNamed(assertion, assertionNs, "AuthnStatement");
  if (!statement) throw invalid("It does not say that someone was authenticated.");
  const ended = timeOf(statement, "SessionNotOnOrAfter");
  if (ended !== null && plus(ended, maxClockDifferenceMs) <= now)
    throw new ProviderError("CLOCK", "The provider's session has ended.");
  const at = timeOf(statement, "AuthnInstant");
  return at && plus(now, -Math.max(0, issuedAt.getTime() - at.getTime() - authTimeStepMs));
}

/**
 * Reads an assertion from the bytes that were signed.
 * @throws ProviderError
 */
export function readAssertion(signed: string, expected: Expected): Assertion {
  const xml = parseXml(signed, { isStrict: true });
  if (!xml) throw invalid("The assertion is not XML.");
  const { root: assertion } = xml;
  const issuer = childNamed(assertion, assertionNs, "Issuer").textContent;
  if (issuer !== expected.issuer) throw new ProviderError("WRONG_ISSUER", issuer);
  const issuedAt = checkAge(assertion, expected.now);
  const subject = childNamed(assertion, assertionNs, "Subject");
  checkConfirmation(subject, expected);
  checkConditions(assertion, expected);
  const account = { iss: expected.issuer, ...subjectOf(subject, expected) };
  return {
    id: assertion.getAttribute("ID") ?? "",
    claims: readClaims(assertion, account),
    authenticatedAt: authenticatedAt(assertion, { issuedAt, now: expected.now }),
  };
}
