import { X509Certificate } from "node:crypto";
import { limits } from "@/drizzle/schema/limits";
import { type ApiError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import type { Services } from "@/server/kernel/services";
import { hasControls } from "@/server/kernel/text/text-rules";
import { childrenOf, parseXml } from "@/server/kernel/text/xml";
import { utcDay } from "@/server/kernel/time/clock";
import { targetOf } from "@/server/modules/integrations/webhooks/url-guard";
import { fetchFromProvider, UnreachableError } from "./fetch-from-provider";

const metadataNs = "urn:oasis:names:tc:SAML:2.0:metadata";
const signatureNs = "http://www.w3.org/2000/09/xmldsig#";
const protocol = "urn:oasis:names:tc:SAML:2.0:protocol";
const redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const minKeyBits = 2048;

/** What a SAML connection knows of its identity provider. */
interface IdentityProvider {
  issuer: string;
  ssoUrl: string;
  signingCertificates: readonly string[];
  /** Of the certificate that expires last. */
  secretExpiresOn: string;
}

const wrong = (
  key: "metadataGiven" | "metadataAnswer" | "metadataOne" | "metadataRedirect" | "certificates",
): ApiError => invalid([{ path: "metadata", ...fault(key) }]);

/** A certificate in PEM, or its base64 alone. @returns null when it is none that signatures here can be checked with */
function certificateOf(text: string): X509Certificate | null {
  const body = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, "").replace(/\s+/g, "");
  try {
    const certificate = new X509Certificate(Buffer.from(body, "base64"));
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
    const bits = asymmetricKeyDetails?.modulusLength ?? 0;
    return asymmetricKeyType === "rsa" && bits >= minKeyBits ? certificate : null;
  } catch {
    return null;
  }
}

const expiryOf = ({ validTo }: X509Certificate): string => utcDay(new Date(validTo));

const stored = (certificates: readonly X509Certificate[]) => ({
  signingCertificates: certificates.map((one) => one.toString()),
  secretExpiresOn: certificates.map(expiryOf).sort().at(-1) ?? "",
});

/** The days on which certificates expire, for the pages. */
export const readExpiries = (certificates: readonly string[]): string[] =>
  certificates.map((pem) => expiryOf(new X509Certificate(pem)));

/**
 * The certificates that someone pasted, each once.
 * @throws ApiError VALIDATION_ERROR
 */
export function readCertificates(texts: readonly string[]) {
  const found = texts.map((text) => certificateOf(text));
  if (!found.every((one) => one !== null))
    throw invalid([{ path: "signingCertificates", ...fault("certificates") }]);
  return stored([...new Map(found.map((one) => [one.fingerprint256, one])).values()]);
}

const named = (parent: Element, namespace: string, name: string): Element[] =>
  childrenOf(parent).filter((child) => child.namespaceURI === namespace && child.localName === name);

/** The certificates for signatures. Of more than two the expired ones are left out: a rotation needs two. */
function certificatesOf(role: Element, today: string): X509Certificate[] {
  const texts = named(role, metadataNs, "KeyDescriptor")
    .filter((key) => ["", "signing"].includes(key.getAttribute("use") ?? ""))
    .flatMap((key) => named(key, signatureNs, "KeyInfo"))
    .flatMap((info) => named(info, signatureNs, "X509Data"))
    .flatMap((data) => named(data, signatureNs, "X509Certificate"))
    .map(({ textContent }) => certificateOf(textContent ?? ""));
  const known = texts.filter((one) => one !== null);
  const each = [...new Map(known.map((one) => [one.fingerprint256, one])).values()];
  return each.length <= limits.signingCertificates ? each : each.filter((one) => expiryOf(one) >= today);
}

/** The document, fetched through the guard where its address was pasted. @throws ApiError VALIDATION_ERROR */
async function loadMetadata(services: Services, given: string): Promise<string> {
  if (given.startsWith("<") || given.startsWith("\ufeff")) return given;
  if (!targetOf(given, services.settings.webhookAllowHosts)) throw wrong("metadataGiven");
  const headers = { accept: "application/samlmetadata+xml, application/xml, text/xml" };
  try {
    const response = await fetchFromProvider(services)(given, {
      ...{ method: "GET", headers, body: undefined, redirect: "manual" },
    });
    if (response.status !== 200) throw new UnreachableError(`It answered ${response.status}.`);
    return await response.text();
  } catch (error) {
    if (error instanceof UnreachableError) throw wrong("metadataAnswer");
    throw error;
  }
}

/**
 * Reads the metadata of a SAML identity provider: its entity ID, where it takes requests by HTTP-Redirect, and its signing certificates. It may use
 * the network: never call it in a transaction.
 * @param given the XML, or its address
 * @throws ApiError VALIDATION_ERROR
 */
export async function readProvider(services: Services, given: string): Promise<IdentityProvider> {
  const xml = parseXml(await loadMetadata(services, given), { isStrict: false });
  if (!xml) throw wrong("metadataOne");
  const roles = xml.elements.filter(
    (one) =>
      one.namespaceURI === metadataNs &&
      one.localName === "IDPSSODescriptor" &&
      (one.getAttribute("protocolSupportEnumeration") ?? "").split(/\s+/).includes(protocol),
  );
  const [role] = roles;
  const issuer = (role?.parentNode as Element | null)?.getAttribute("entityID") ?? "";
  if (!role || roles.length > 1 || issuer === "" || issuer.length > limits.issuer || hasControls(issuer))
    throw wrong("metadataOne");
  const ssoUrl = named(role, metadataNs, "SingleSignOnService")
    .find((one) => one.getAttribute("Binding") === redirect)
    ?.getAttribute("Location");
  if (!ssoUrl || ssoUrl.length > limits.issuer || !targetOf(ssoUrl, services.settings.webhookAllowHosts))
    throw wrong("metadataRedirect");
  const certificates = certificatesOf(role, utcDay(services.clock()));
  if (certificates.length === 0 || certificates.length > limits.signingCertificates)
    throw wrong("certificates");
  return { issuer, ssoUrl, ...stored(certificates) };
}
