import { isStorable } from "@/server/kernel/text/text-rules";
import { childrenOf } from "@/server/kernel/text/xml";
import type { Claims } from "../connections/read-claims";
import { assertionNs, childrenNamed } from "./check-response";

const maxAttributes = 40;
const maxValue = 500;

/** The names under which identity providers send what we read. */
const known = {
  email: [
    "email",
    "mail",
    "emailaddress",
    "email_address",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
    "urn:oid:0.9.2342.19200300.100.1.3",
    "urn:oid:1.2.840.113549.1.9.1",
  ],
  given_name: [
    "givenname",
    "given_name",
    "firstname",
    "first_name",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname",
    "urn:oid:2.5.4.42",
  ],
  family_name: [
    "surname",
    "sn",
    "family_name",
    "lastname",
    "last_name",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname",
    "urn:oid:2.5.4.4",
  ],
  name: [
    "displayname",
    "display_name",
    "http://schemas.microsoft.com/identity/claims/displayname",
    "urn:oid:2.16.840.1.113730.3.1.241",
  ],
} as const;

type Attribute = [name: string, value: string | string[]];

/** The attributes with text; those with elements in them say nothing that we read. */
function attributesOf(assertion: Element): Attribute[] {
  const found = childrenNamed(assertion, assertionNs, "AttributeStatement").flatMap((statement) =>
    childrenNamed(statement, assertionNs, "Attribute"),
  );
  return found.slice(0, maxAttributes).flatMap((attribute): Attribute[] => {
    const values = childrenNamed(attribute, assertionNs, "AttributeValue");
    if (values.some((one) => childrenOf(one).length > 0)) return [];
    const texts = values.map(({ textContent }) => (textContent ?? "").trim()).filter(isStorable);
    const [first, ...more] = texts.map((text) => text.slice(0, maxValue));
    const name = (attribute.getAttribute("Name") ?? "").slice(0, maxValue);
    return first === undefined
      ? []
      : [[name, more.length === 0 ? first : [first, ...more].slice(0, maxAttributes)]];
  });
}

/**
 * The attributes of an assertion as the claims of an ID token: what is read has its names there, what is not keeps its own.
 * @param account whom the assertion is about; its email is that of a NameID which is an address
 */
export function readClaims(
  assertion: Element,
  account: { iss: string; sub: string; email: string | null },
): Claims {
  const attributes = attributesOf(assertion);
  const firstOf = (names: readonly string[]) => {
    const value = attributes.find(([name]) => names.includes(name.toLowerCase()))?.[1];
    return Array.isArray(value) ? value[0] : value;
  };
  const { iss, sub, email } = account;
  const read = Object.entries(known).map(([claim, names]) => [claim, firstOf(names)] as const);
  const given = Object.fromEntries(read.filter(([, value]) => value !== undefined));
  // Only these words are ours; an attribute of one of their names must not speak for them.
  const ours = ["iss", "sub", "email_verified", "hd", ...Object.keys(known)];
  const rest = attributes.filter(([name]) => !ours.includes(name));
  return { iss, sub, ...(email !== null && { email }), ...given, ...Object.fromEntries(rest) };
}
