// node-oidc-provider in memory, configured like our server: RS256 ID tokens, ES256 JWT access tokens, refresh without rotation.
// Plain JavaScript: the package has no types, and a build of the pages must not need it.
import { createHash } from "node:crypto";
import http from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";

const issuer = `http://127.0.0.1:${process.env.PORT}`;
const resource = "https://api.bench.invalid";
const redirectUri = "https://client.bench.invalid/callback";
const clientId = "bench";
const verifier = "v".repeat(43);
const codeChallenge = createHash("sha256").update(verifier).digest("base64url");

async function signingKey(alg) {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), alg, use: "sig" };
}

const entries = new Map();

/** A plain Map: the adapter of the package evicts all but the last thousand entries. */
class MemoryAdapter {
  constructor(name) {
    this.name = name;
  }
  key(id) {
    return `${this.name}:${id}`;
  }
  async upsert(id, payload) {
    entries.set(this.key(id), payload);
  }
  async find(id) {
    return entries.get(this.key(id));
  }
  async findByUid() {}
  async findByUserCode() {}
  async destroy(id) {
    entries.delete(this.key(id));
  }
  async consume(id) {
    const entry = entries.get(this.key(id));
    if (entry) entry.consumed = Math.floor(Date.now() / 1000);
  }
  async revokeByGrantId() {}
}

const provider = new Provider(issuer, {
  adapter: MemoryAdapter,
  clients: [
    {
      client_id: clientId,
      token_endpoint_auth_method: "none",
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      id_token_signed_response_alg: "RS256",
    },
  ],
  jwks: { keys: [await signingKey("RS256"), await signingKey("ES256")] },
  cookies: { keys: ["a key of the benchmark"] },
  rotateRefreshToken: false,
  issueRefreshToken: async () => true,
  findAccount: (_ctx, sub) => ({
    accountId: sub,
    claims: async () => ({ sub, name: "Ana", email: "ana@example.com" }),
  }),
  features: {
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: "api",
        audience: resource,
        accessTokenTTL: 3600,
        accessTokenFormat: "jwt",
        jwt: { sign: { alg: "ES256" } },
      }),
    },
  },
});

/** The common part of a code and a refresh token: one approval each. */
async function approval() {
  const client = await provider.Client.find(clientId);
  const grant = new provider.Grant({ clientId, accountId: "account" });
  grant.addOIDCScope("openid");
  grant.addResourceScope(resource, "api");
  return {
    client,
    accountId: "account",
    grantId: await grant.save(),
    gty: "authorization_code",
    scope: "openid api",
    authTime: Math.floor(Date.now() / 1000),
    claims: {},
    resource,
  };
}

async function code() {
  const bound = { redirectUri, codeChallenge, codeChallengeMethod: "S256" };
  const one = new provider.AuthorizationCode({ ...(await approval()), ...bound });
  return new URLSearchParams({
    grant_type: "authorization_code",
    code: await one.save(),
    redirect_uri: redirectUri,
    client_id: clientId,
    code_verifier: verifier,
  }).toString();
}

async function refreshToken() {
  // Without openid: it would sign a new ID token at each refresh, which our server does not issue.
  const one = new provider.RefreshToken({ ...(await approval()), scope: "api", rotations: 0 });
  return new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: await one.save(),
    client_id: clientId,
  }).toString();
}

const makers = { "/codes": code, "/refresh-tokens": refreshToken };

async function make(kind, count) {
  const bodies = [];
  for (let i = 0; i < count; i++) bodies.push(await kind());
  return bodies;
}

const answer = provider.callback();
const server = http.createServer((request, response) => {
  // GET /codes/500 returns 500 bodies to post.
  const [, name, count] = /^(\/[a-z-]+)\/(\d+)$/.exec(request.url ?? "") ?? [];
  if (request.url === "/ready") response.end("ready");
  else if (name in makers)
    make(makers[name], Number(count)).then((bodies) => response.end(JSON.stringify(bodies)));
  else answer(request, response);
});
server.listen(Number(process.env.PORT), "127.0.0.1");
process.once("SIGTERM", () => process.exit(0));
