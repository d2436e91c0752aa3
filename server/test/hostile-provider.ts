import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from "jose";

type Claims = Record<string, unknown>;

/** What the provider does wrong; each test sets what it is about. */
export interface Misdeeds {
  discovery: (document: Claims) => Claims;
  /** Answers the discovery in place of the document. */
  discoveryAnswer: ((response: ServerResponse) => void) | null;
  claims: (claims: Claims) => Claims;
  /** `none`: an unsecured token. `foreign`: signed with a key that is not published, under a published `kid`. `stale`: with the former key. */
  signature: "good" | "none" | "foreign" | "hmac";
  /** Added to the callback. */
  callback: Record<string, string>;
  tokenAnswer: ((response: ServerResponse) => void) | null;
  userinfo: Claims | null;
}

const good = (): Misdeeds => ({
  discovery: (document) => document,
  discoveryAnswer: null,
  claims: (claims) => claims,
  signature: "good",
  callback: {},
  tokenAnswer: null,
  userinfo: null,
});

interface Asked {
  nonce: string;
  challenge: string;
  redirectUri: string;
}

const client = { id: "timeaway", secret: "a secret of the provider" };

async function newKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" } as JWK };
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return new URLSearchParams(text);
}

/**
 * An identity provider of a test, over node:http and jose: correct by default, and wrong in whatever a test asks for. The next sign-in is
 * that of `person`.
 */
export class HostileProvider {
  readonly client = client;
  does = good();
  person: Claims = {};
  /** Requests by path. */
  readonly seen: Record<string, number> = {};
  private readonly codes = new Map<string, Asked>();
  private key!: Awaited<ReturnType<typeof newKey>>;

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  /** @param port by default a free one */
  static async open(port = 0): Promise<HostileProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const made = new HostileProvider(server, `http://${place}`);
    made.key = await newKey("first");
    server.on("request", (request, response) => {
      made.answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
    });
    return made;
  }

  get place(): string {
    return new URL(this.issuer).host;
  }

  /** Correct again. */
  behave(): void {
    this.does = good();
  }

  async rotate(kid: string): Promise<void> {
    this.key = await newKey(kid);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Signs in as `person`, and returns to where the authorization request says. */
  authorize(location: string): URL {
    const { searchParams } = new URL(location);
    const given = (name: string) => searchParams.get(name) ?? "";
    const code = `code-${this.codes.size + 1}-${Math.random()}`;
    const redirectUri = given("redirect_uri");
    this.codes.set(code, { nonce: given("nonce"), challenge: given("code_challenge"), redirectUri });
    const back = new URL(redirectUri);
    const answer = { code, state: given("state"), ...this.does.callback };
    for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
    return back;
  }

  /** A logout token (OpenID Connect Back-Channel Logout 1.0), signed as `does.signature` says. */
  logoutToken(changed: Claims): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
    const claims = { iss: this.issuer, aud: client.id, iat: now, exp: now + 120, events };
    return this.sign({ ...claims, jti: String(Math.random()), ...changed });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "").split("?")[0] ?? "";
    this.seen[path] = (this.seen[path] ?? 0) + 1;
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    switch (path) {
      case "/.well-known/openid-configuration":
        return this.does.discoveryAnswer ? this.does.discoveryAnswer(response) : void json(this.document());
      case "/authorize":
        return void response
          .writeHead(302, { location: this.authorize(new URL(request.url ?? "", this.issuer).href).href })
          .end();
      case "/jwks":
        return void json({ keys: [this.key.jwk] });
      case "/userinfo":
        return void json(this.does.userinfo ?? {}, this.does.userinfo ? 200 : 401);
      case "/token":
        if (this.does.tokenAnswer) return this.does.tokenAnswer(response);
        return this.token(await bodyOf(request), json);
      default:
        return void json({}, 404);
    }
  }

  private document(): Claims {
    const { issuer } = this;
    return this.does.discovery({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/userinfo`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      token_endpoint_auth_methods_supported: ["client_secret_post"],
    });
  }

  private async token(sent: URLSearchParams, json: (value: unknown, status?: number) => void): Promise<void> {
    const asked = this.codes.get(sent.get("code") ?? "");
    this.codes.delete(sent.get("code") ?? "");
    if (sent.get("client_id") !== client.id || sent.get("client_secret") !== client.secret)
      return json({ error: "invalid_client", error_description: "The secret is wrong." }, 401);
    const digest = await crypto.subtle.digest(
      "SHA-256",
      new TextEncoder().encode(sent.get("code_verifier") ?? ""),
    );
    const challenge = Buffer.from(digest).toString("base64url");
    if (!asked || asked.challenge !== challenge || asked.redirectUri !== sent.get("redirect_uri"))
      return json({ error: "invalid_grant" }, 400);
    const now = Math.floor(Date.now() / 1000);
    const claims = this.does.claims({
      iss: this.issuer,
      aud: client.id,
      nonce: asked.nonce,
      iat: now,
      exp: now + 3600,
      ...this.person,
    });
    json({ access_token: "an access token", token_type: "Bearer", id_token: await this.sign(claims) });
  }

  private async sign(claims: Claims): Promise<string> {
    const { signature } = this.does;
    if (signature === "none") return new UnsecuredJWT(claims).encode();
    if (signature === "hmac")
      return new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", kid: this.key.kid })
        .sign(new TextEncoder().encode(client.secret));
    const { privateKey } = signature === "foreign" ? await newKey("foreign") : this.key;
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: this.key.kid }).sign(privateKey);
  }
}
