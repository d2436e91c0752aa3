import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { inflateRawSync } from "node:zlib";
import { signingCertificate } from "./signing-certificate";

// Node finds `SamlLib` among its names only as CommonJS.
const { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator }: typeof import("samlify") =
  createRequire(import.meta.url)("samlify");

// The schemas are not judged here: the requests are.
setSchemaValidator({ validate: () => Promise.resolve("not validated") });

const redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const formats = {
  persistent: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
  email: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
  transient: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient",
};

/** Who signs in next. */
interface SamlPerson {
  nameId: string;
  format?: keyof typeof formats;
  /** More attributes of the NameID, as XML. */
  qualifiers?: string;
  attributes?: Record<string, string>;
}

/** What a response has instead of what is right; each test sets what it is about. */
export interface SamlMisdeeds {
  /** Before it is signed. */
  draft: (xml: string) => string;
  /** After it is signed. */
  signed: (xml: string) => string;
  signs: { assertion: boolean; response: boolean };
  algorithm: string;
  /** The clock of the provider, in relation to ours. */
  aheadMs: number;
  key: { key: string; certificate: string } | null;
  inResponseTo: string | null;
  acsUrl: string | null;
  audience: string | null;
}

const good = (): SamlMisdeeds => ({
  draft: (xml) => xml,
  signed: (xml) => xml,
  signs: { assertion: true, response: true },
  algorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  aheadMs: 0,
  key: null,
  inResponseTo: null,
  acsUrl: null,
  audience: null,
});

/** What a browser posts. */
export interface SamlForm {
  acsUrl: string;
  SAMLResponse: string;
  RelayState: string;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

let count = 0;
const newId = () => `_id${++count}-${Math.random().toString(36).slice(2)}`;

/**
 * A SAML identity provider of a test, over node:http and samlify: correct by default, and wrong in whatever a test asks for. The next sign-in is
 * that of `person`.
 */
export class SamlProvider {
  does = good();
  person: SamlPerson = { nameId: "ada" };
  /** The last authentication request, as XML. */
  lastRequest = "";
  key = signingCertificate();
  nextKey: { key: string; certificate: string } | null = null;

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  /** @param port by default a free one */
  static async open(port = 0): Promise<SamlProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const made = new SamlProvider(server, `http://${place}`);
    server.on("request", (request, response) => {
      made.answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
    });
    return made;
  }

  get place(): string {
    return new URL(this.origin).host;
  }

  get entityId(): string {
    return `${this.origin}/entity`;
  }

  /** Correct again. */
  behave(): void {
    this.does = good();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** By samlify, with the certificates of a rotation. */
  metadata(): string {
    return this.idp().getMetadata();
  }

  private idp() {
    const keys = [this.key, ...(this.nextKey ? [this.nextKey] : [])];
    const { key } = this.does.key ?? this.key;
    return IdentityProvider({
      entityID: this.entityId,
      signingCert: keys.map(({ certificate }) => certificate),
      privateKey: key,
      requestSignatureAlgorithm: this.does.algorithm,
      singleSignOnService: [{ Binding: redirect, Location: `${this.origin}/sso` }],
    });
  }

  /** Signs in as `person`, in answer to an authentication request. */
  async authorize(location: string): Promise<SamlForm> {
    const { searchParams } = new URL(location);
    const sent = Buffer.from(searchParams.get("SAMLRequest") ?? "", "base64");
    this.lastRequest = inflateRawSync(sent).toString();
    const sp = ServiceProvider({ entityID: "ours", assertionConsumerService: [] });
    const parsed = await this.idp().parseLoginRequest(sp, "redirect", {
      query: { SAMLRequest: searchParams.get("SAMLRequest") ?? "" },
    });
    const { request, issuer } = parsed.extract as {
      request: { id: string; assertionConsumerServiceUrl: string };
      issuer: string;
    };
    const xml = this.response({
      acsUrl: this.does.acsUrl ?? request.assertionConsumerServiceUrl,
      audience: this.does.audience ?? issuer,
      requestId: this.does.inResponseTo ?? request.id,
    });
    return {
      acsUrl: request.assertionConsumerServiceUrl,
      SAMLResponse: Buffer.from(xml).toString("base64"),
      RelayState: searchParams.get("RelayState") ?? "",
    };
  }

  /** A response, signed as `does` says. */
  response(to: { acsUrl: string; audience: string; requestId: string }): string {
    let xml = this.does.draft(this.draft(to));
    if (this.does.signs.assertion) xml = this.sign(xml, "Assertion");
    if (this.does.signs.response) xml = this.sign(xml, "Response");
    return this.does.signed(xml);
  }

  private draft({ acsUrl, audience, requestId }: { acsUrl: string; audience: string; requestId: string }) {
    const now = Date.now() + this.does.aheadMs;
    const at = (ms: number) => new Date(now + ms).toISOString();
    const { nameId, format = "persistent", qualifiers = "", attributes = {} } = this.person;
    const given = Object.entries(attributes).map(
      ([name, value]) =>
        `<saml:Attribute Name="${escaped(name)}"><saml:AttributeValue>${escaped(value)}</saml:AttributeValue></saml:Attribute>`,
    );
    const issuer = `<saml:Issuer>${this.entityId}</saml:Issuer>`;
    const common = `Version="2.0" IssueInstant="${at(0)}"`;
    const response = { id: newId(), assertion: newId() };
    return [
      `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${response.id}" ${common} Destination="${acsUrl}" InResponseTo="${requestId}">${issuer}`,
      `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>`,
      `<saml:Assertion ID="${response.assertion}" ${common}>${issuer}`,
      `<saml:Subject><saml:NameID Format="${formats[format]}"${qualifiers}>${escaped(nameId)}</saml:NameID>`,
      `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${requestId}" Recipient="${acsUrl}" NotOnOrAfter="${at(300_000)}"/></saml:SubjectConfirmation></saml:Subject>`,
      `<saml:Conditions NotBefore="${at(0)}" NotOnOrAfter="${at(300_000)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
      `<saml:AuthnStatement AuthnInstant="${at(-1000)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
      given.length > 0 ? `<saml:AttributeStatement>${given.join("")}</saml:AttributeStatement>` : "",
      "</saml:Assertion></samlp:Response>",
    ].join("");
  }

  /** By samlify. */
  sign(
    xml: string,
    element: "Assertion" | "Response",
    { key, certificate } = this.does.key ?? this.key,
  ): string {
    const path = `/*[local-name(.)='Response']${element === "Assertion" ? "/*[local-name(.)='Assertion']" : ""}`;
    return SamlLib.constructSAMLSignature({
      rawSamlMessage: xml,
      referenceTagXPath: path,
      privateKey: key,
      signatureAlgorithm: this.does.algorithm,
      signingCert: certificate.replace(/-----.*?-----|\s/g, ""),
      isBase64Output: false,
      signatureConfig: {
        prefix: "ds",
        location: { reference: `${path}/*[local-name(.)='Issuer']`, action: "after" },
      },
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", this.origin);
    if (url.pathname === "/metadata")
      return void response.writeHead(200, { "content-type": "application/xml" }).end(this.metadata());
    if (url.pathname !== "/sso") return void response.writeHead(404).end();
    const { acsUrl, ...fields } = await this.authorize(url.href);
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
    );
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(
        `<!doctype html><title>Identity provider</title><body onload="document.forms[0].submit()"><form method="post" action="${escaped(acsUrl)}">${inputs.join("")}<button>Continue</button></form>`,
      );
  }
}
