import { createHash, randomBytes } from "node:crypto";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { ConsentPage } from "../pages/consent.page";
import { withDatabase } from "./age";
import { type ConfidentialClient, createOauthClient } from "./operator";
import { selfSigned } from "./self-signed";
import { testedServer } from "./tested-server";

const origin = () => testedServer().url;

export interface AppOptions {
  name?: string;
  /** Where it listens: at a loopback address, or at an https site. */
  listens?: "loopback" | "https";
  /** Created by the operator, with a secret, instead of registering itself. */
  confidential?: boolean;
  /** Redirect URIs in addition to the listener's. */
  alsoRedirectUris?: string[];
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** A realistic client: registers over HTTP and receives answers at its own listener. */
export class OauthApp {
  readonly #verifier = randomBytes(32).toString("base64url");
  readonly state = randomBytes(8).toString("hex");
  clientId = "";
  secret: string | undefined;

  private constructor(
    readonly redirectUri: string,
    private readonly server: Server,
    /** The redirects from the browser, in order. */
    readonly arrivals: readonly URL[],
  ) {}

  static async start(options: AppOptions = {}): Promise<OauthApp> {
    const arrivals: URL[] = [];
    const { server, address } = await listen(options.listens ?? "loopback", (request, response) => {
      const url = new URL(request.url ?? "/", address);
      if (url.pathname === "/callback") arrivals.push(url);
      response.setHeader("content-type", "text/html");
      response.end("<!doctype html><title>App</title><h1>Signed in. You can close this window.</h1>");
    });
    const app = new OauthApp(`${address}/callback`, server, arrivals);
    await app.enrol(options);
    return app;
  }

  private async enrol(options: AppOptions): Promise<void> {
    const name = options.name ?? "Claude Desktop";
    const redirectUris = [this.redirectUri, ...(options.alsoRedirectUris ?? [])];
    if (options.confidential) return this.use(await createOauthClient(name, this.redirectUri));
    const answer = await postJson("/oauth/register", { client_name: name, redirect_uris: redirectUris });
    this.clientId = String(answer.client_id);
  }

  use({ id, secret }: ConfidentialClient): void {
    this.clientId = id;
    this.secret = secret;
  }

  /** The authorization URL for users. @param more parameters beside the usual ones */
  authorizeUrl(
    scope = "openid email",
    redirectUri = this.redirectUri,
    more: Record<string, string> = {},
  ): string {
    const query = new URLSearchParams({
      ...more,
      client_id: this.clientId,
      redirect_uri: redirectUri,
      state: this.state,
      scope,
      code_challenge: createHash("sha256").update(this.#verifier).digest("base64url"),
      code_challenge_method: "S256",
    });
    return `${origin()}/oauth/authorize?${query}`;
  }

  /** The consent page's address for a new request. */
  async consentUrl(scope?: string, redirectUri?: string): Promise<string> {
    const answer = await fetch(this.authorizeUrl(scope, redirectUri), { redirect: "manual" });
    return answer.headers.get("location") ?? "";
  }

  /** The same, for an app that describes itself at an address: the row is a cached copy of its document, which is not fetched again. */
  async describedConsentUrl(metadataUrl: string, scope?: string): Promise<string> {
    const consentUrl = await this.consentUrl(scope);
    const id = this.clientId.replace(/^client-/, "");
    await withDatabase(
      (sql) =>
        sql`update oauth_clients set metadata_url = ${`${metadataUrl}#${id}`}, metadata_expires_at = now() + interval '1 day' where id = ${id}`,
    );
    return consentUrl;
  }

  /** The user who is signed in on the page allows it, and it gets its tokens. */
  async connect(page: Page, scope?: string): Promise<Tokens> {
    await page.goto(this.authorizeUrl(scope));
    await new ConsentPage(page).allow().click();
    await page.getByRole("heading", { name: "Signed in." }).waitFor();
    const arrival = this.arrivals.at(-1);
    if (!arrival) throw new Error("The app heard nothing");
    return (await (await this.exchange(arrival)).json()) as Tokens;
  }

  exchange(arrival: URL): Promise<Response> {
    return this.token({
      grant_type: "authorization_code",
      code: arrival.searchParams.get("code") ?? "",
      redirect_uri: this.redirectUri,
      code_verifier: this.#verifier,
    });
  }

  refresh({ refresh_token }: Tokens): Promise<Response> {
    return this.token({ grant_type: "refresh_token", refresh_token });
  }

  token(fields: Record<string, string>, secret = this.secret): Promise<Response> {
    const body = new URLSearchParams({ ...fields, client_id: this.clientId });
    if (secret) body.set("client_secret", secret);
    return fetch(`${origin()}/oauth/token`, { method: "POST", body });
  }

  me({ access_token }: Tokens): Promise<Response> {
    return fetch(`${origin()}/oauth/me`, { headers: { authorization: `Bearer ${access_token}` } });
  }

  /** Calls a tool of the MCP server. */
  callTool(tokens: Tokens, name: string, given: object = {}): Promise<Response> {
    return this.post("/mcp", tokens, {
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name, arguments: given },
    });
  }

  /** Subscribes an address to an event, as an automation does. */
  addHook(tokens: Tokens, targetUrl: string, event: string): Promise<Response> {
    return this.post("/hooks", tokens, { targetUrl, event });
  }

  private post(path: string, { access_token }: Tokens, body: object): Promise<Response> {
    const accept = "application/json, text/event-stream";
    const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json", accept };
    return fetch(origin() + path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

async function listen(kind: "loopback" | "https", answer: RequestListener) {
  const server: Server = kind === "https" ? createTlsServer(selfSigned(), answer) : createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { server, address: kind === "https" ? `https://localhost:${port}` : `http://127.0.0.1:${port}` };
}

async function postJson(path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(origin() + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, unknown>;
}

/** The stored request in a consent page's address. */
export const requestIdOf = (address: string): string =>
  new URL(address).searchParams.get("session")?.replace("session-", "") ?? "";
