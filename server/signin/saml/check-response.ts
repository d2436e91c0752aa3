import { childrenOf, parseXml, type Xml } from "@/server/kernel/text/xml";
import { ProviderError } from "../connections/provider-error";

const protocolNs = "urn:oasis:names:tc:SAML:2.0:protocol";
export const assertionNs = "urn:oasis:names:tc:SAML:2.0:assertion";
const signatureNs = "http://www.w3.org/2000/09/xmldsig#";
const success = "urn:oasis:names:tc:SAML:2.0:status:Success";

const signatureMethods = [
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
];
const digestMethods = ["http://www.w3.org/2001/04/xmlenc#sha256", "http://www.w3.org/2001/04/xmlenc#sha512"];
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";
const transforms = ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", exclusive];

/** Of the XML. */
export const maxResponseBytes = 256 * 1024;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

const invalid = (detail: string): ProviderError => new ProviderError("INVALID_ANSWER", detail);

/** Unless it holds, the response is refused with the detail. */
function require(holds: boolean, detail: string): asserts holds {
  if (!holds) throw invalid(detail);
}

/** The posted text as XML. @throws ProviderError */
export function decodeResponse(sent: string): string {
  const text = sent.replace(/\s+/g, "");
  require(base64.test(text) && text.length % 4 === 0, "The response is not base64.");
  const bytes = Buffer.from(text, "base64");
  require(bytes.length <= maxResponseBytes, "The response is larger than 256 KB.");
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw invalid("The response is not UTF-8.");
  }
}

const named = (element: Element, namespace: string, name: string): boolean =>
  element.namespaceURI === namespace && element.localName === name;

/** The children with the name. */
export const childrenNamed = (parent: Element, namespace: string, name: string): Element[] =>
  childrenOf(parent).filter((child) => named(child, namespace, name));

/** The one child with the name. @throws ProviderError when there is none, or several */
export function childNamed(parent: Element, namespace: string, name: string): Element {
  const [child, ...more] = childrenNamed(parent, namespace, name);
  require(child !== undefined && more.length === 0, `${parent.localName} needs one ${name}.`);
  return child;
}

/** Whatever its namespace and place: a second one anywhere could be read in place of the first. */
const countOf = ({ elements }: Xml, name: string): number =>
  elements.filter(({ localName }) => localName.toLowerCase() === name.toLowerCase()).length;

/** What a provider that lets no one in says, unsigned as it often is. */
function checkStatus(response: Element): void {
  const status = childNamed(response, protocolNs, "Status");
  const code = childNamed(status, protocolNs, "StatusCode");
  const value = code.getAttribute("Value") ?? "";
  if (value === success) return;
  const message = childrenNamed(status, protocolNs, "StatusMessage")[0]?.textContent ?? "";
  const inner = childrenNamed(code, protocolNs, "StatusCode")[0]?.getAttribute("Value") ?? "";
  const parts = [value, inner].map((uri) => uri.split(":").at(-1) ?? "");
  throw new ProviderError("DENIED", [...parts, message.trim()].filter(Boolean).join(": "));
}

/** Byte for byte: another spelling is another provider. */
function checkIssuer(element: Element, issuer: string): void {
  const named = childNamed(element, assertionNs, "Issuer").textContent ?? "";
  if (named !== issuer) throw new ProviderError("WRONG_ISSUER", named);
}

const algorithmsOf = (parent: Element, name: string): string[] =>
  childrenNamed(parent, signatureNs, name).map((one) => one.getAttribute("Algorithm") ?? "");

const areAmong = (found: readonly string[], known: readonly string[]): boolean =>
  found.length > 0 && found.every((one) => known.includes(one));

/** A signature in the place where SAML has it, over its parent and nothing else (SAML core, 5.4). */
function checkSignature(parent: Element): void {
  const [signature, ...more] = childrenNamed(parent, signatureNs, "Signature");
  if (!signature) throw new ProviderError("NOT_SIGNED", `The ${parent.localName} is not signed.`);
  require(more.length === 0, `The ${parent.localName} has several signatures.`);
  const info = childNamed(signature, signatureNs, "SignedInfo");
  const reference = childNamed(info, signatureNs, "Reference");
  const id = parent.getAttribute("ID");
  require(id !== null &&
    id !== "" &&
    reference.getAttribute("URI") === `#${id}`, "A signature is for another element.");
  const steps = childrenNamed(reference, signatureNs, "Transforms").flatMap((one) =>
    algorithmsOf(one, "Transform"),
  );
  const isKnown =
    areAmong(algorithmsOf(info, "SignatureMethod"), signatureMethods) &&
    areAmong(algorithmsOf(info, "CanonicalizationMethod"), [exclusive]) &&
    areAmong(algorithmsOf(reference, "DigestMethod"), digestMethods) &&
    areAmong(steps, transforms);
  require(isKnown, "A signature has an algorithm that isn't accepted, such as SHA-1.");
}

/** No two elements share an ID, whatever a reader takes for one. */
function checkIds({ elements }: Xml): void {
  const ids = elements.flatMap((element) =>
    Array.from(element.attributes)
      .filter(({ name }) => name.replace(/^.*:/, "").toLowerCase() === "id")
      .map(({ value }) => value),
  );
  require(new Set(ids).size === ids.length, "Two elements have the same ID.");
}

/**
 * The guard before the library: what any reader could take in two ways is refused before a signature is looked at (decision 2.32). It proves
 * nothing by itself.
 * @throws ProviderError
 */
export function checkResponse(
  text: string,
  { issuer, acsUrl, requestId }: { issuer: string; acsUrl: string; requestId: string },
): void {
  const xml = parseXml(text, { isStrict: true });
  require(xml !== null, "The response is not XML, or has a document type, a comment or the like.");
  const { root } = xml;
  require(named(root, protocolNs, "Response") && countOf(xml, "Response") === 1, "It is not one Response.");
  require(root.getAttribute("InResponseTo") === requestId, "It answers another request.");
  const count = countOf(xml, "Assertion");
  require(count + countOf(xml, "EncryptedAssertion") <= 1, "It has several assertions.");
  if (count === 0) checkStatus(root);
  require(count === 1, "It has no assertion that can be read. Turn off the encryption of assertions.");
  const assertion = childNamed(root, assertionNs, "Assertion");
  checkStatus(root);
  for (const element of [root, assertion]) {
    require(element.getAttribute("Version") === "2.0", "It is not SAML 2.0.");
    checkIssuer(element, issuer);
  }
  const isEncrypted = ["EncryptedID", "EncryptedAttribute", "EncryptedData"].some(
    (name) => countOf(xml, name) > 0,
  );
  require(!isEncrypted, "A part of it is encrypted.");
  require(root.getAttribute("Destination") === acsUrl, "Its Destination is another address.");
  for (const element of [root, assertion]) checkSignature(element);
  require(countOf(xml, "Signature") === 2 &&
    countOf(xml, "Object") === 0, "It has more signatures than two.");
  checkIds(xml);
}

/** Whether it answers no request of ours, as one that someone began at their provider. Nothing is checked. */
export function isUnasked(sent: string): boolean {
  try {
    const xml = parseXml(decodeResponse(sent), { isStrict: true });
    return xml !== null && named(xml.root, protocolNs, "Response") && !xml.root.getAttribute("InResponseTo");
  } catch {
    return false;
  }
}
