import { eq } from "drizzle-orm";
import { connections } from "@/drizzle/schema/connections";
import { ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { newId, newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { workspaceDigits } from "@/server/kernel/workspace-secret";
import { claimDomain } from "@/server/modules/workspace/connections/claim-domain";
import { createConnection, createSamlConnection } from "@/server/modules/workspace/connections/create";
import { ConnectionCreate, SamlCreate } from "@/server/modules/workspace/connections/schema";
import { verifyByOperator } from "@/server/modules/workspace/connections/verify-by-operator";
import { loadOperator } from "@/server/modules/workspace/settings/operator";
import { newBrowserSecret } from "@/server/signin/connections/browser-secret";
import { finishConnectionSignIn } from "@/server/signin/connections/finish-connection-sign-in";
import { callbackPath, startConnectionSignIn } from "@/server/signin/connections/start-connection-sign-in";
import { receiveResponse } from "@/server/signin/saml/receive-response";
import type { HostileProvider } from "./hostile-provider";
import type { SamlForm, SamlProvider } from "./saml-provider";
import { someBrowser } from "./signin-fixture";

/** The ctx of a signed-in person. */
export async function ctxOf(services: Services, person: { workspaceId: string; userId: string }) {
  const via = { type: "session", sessionId: newId() } as const;
  const actor = await loadActor(services.db, person.workspaceId, person.userId, via);
  if (!actor) throw new Error("cannot sign in");
  return ctxFor(services, actor, newRequestId());
}

/** A verified domain of the workspace. */
export async function makeDomain(services: Services, workspaceId: string, name: string): Promise<string> {
  const ctx = await loadOperator(services, workspaceId);
  const id = await claimDomain(ctx, name);
  await verifyByOperator(ctx, id);
  return id;
}

/** A connection to the provider, by default active. */
export async function makeConnection(
  services: Services,
  workspaceId: string,
  provider: { issuer: string; client: { id: string; secret: string } },
  more: Partial<Record<keyof ConnectionCreate, unknown>> & { state?: "DRAFT" | "TESTED" | "ACTIVE" } = {},
): Promise<string> {
  const { state = "ACTIVE", ...fields } = more;
  const { issuer, client } = provider;
  const input = ConnectionCreate.parse({
    ...{ name: "Acme SSO", provider: "OTHER", issuer, clientId: client.id, clientSecret: client.secret },
    ...fields,
  });
  const id = await createConnection(await loadOperator(services, workspaceId), input);
  // The tests of states go the whole way.
  await services.db.update(connections).set({ state }).where(eq(connections.id, id));
  return id;
}

/** A SAML connection to the provider, by default active. */
export async function makeSamlConnection(
  services: Services,
  workspaceId: string,
  provider: SamlProvider,
  more: Partial<Record<keyof SamlCreate, unknown>> & { state?: "DRAFT" | "TESTED" | "ACTIVE" } = {},
): Promise<string> {
  const { state = "ACTIVE", ...fields } = more;
  const given = { name: "Acme SSO", provider: "OTHER", metadata: provider.metadata(), ...fields };
  const operator = await loadOperator(services, workspaceId);
  const id = await createSamlConnection(operator, SamlCreate.parse(given));
  await services.db.update(connections).set({ state }).where(eq(connections.id, id));
  return id;
}

interface Way {
  workspaceId: string;
  connectionId: string;
}

type More = Partial<
  Pick<Parameters<typeof startConnectionSignIn>[1], "returnTo" | "testerId" | "fresh" | "loginHint">
>;

/** A browser that signs in through a connection. */
export class ConnectionBrowser {
  readonly secret = newBrowserSecret();

  /** @param browser by default another source for each request */
  constructor(
    private readonly services: Services,
    private readonly browser?: ReturnType<typeof someBrowser>,
  ) {}

  async start(way: Way, more: More = {}) {
    return startConnectionSignIn(this.services, {
      ...way,
      returnTo: "/dashboard",
      browserSecret: this.secret,
      browser: this.browser ?? someBrowser(),
      ...more,
    });
  }

  /** The provider's address. */
  async begin(way: Way, more: More = {}): Promise<string> {
    const started = await this.start(way, more);
    if ("location" in started) return started.location;
    throw new Error(`not started: ${started.refusal} ${started.error?.message}`);
  }

  /** @param workspaceId whose callback the browser is led to; by default the path's own */
  finish(back: URL, workspaceId?: string) {
    const [last = ""] = back.pathname.split("/").slice(-1);
    return finishConnectionSignIn(this.services, {
      workspace: workspaceId ? workspaceDigits(workspaceId) : last,
      query: back.searchParams,
      browserSecret: this.secret,
      browser: this.browser ?? someBrowser(),
    });
  }

  async signIn(way: Way, provider: HostileProvider, more: More = {}) {
    return this.finish(provider.authorize(await this.begin(way, more)));
  }

  /** What the provider has the browser post, without cookies. @param acsUrl whose path it is posted to; by default the form's own */
  post({ SAMLResponse, RelayState, acsUrl }: SamlForm) {
    const [workspace = ""] = acsUrl.split("/").slice(-1);
    return receiveResponse(this.services, {
      workspace,
      form: new URLSearchParams({ SAMLResponse, RelayState }),
      ip: (this.browser ?? someBrowser()).ip,
    });
  }

  /** Posts, and goes where the answer leads. @returns null when it leads nowhere */
  async bring(form: SamlForm) {
    const received = await this.post(form);
    if (received.kind !== "received") return null;
    const path = callbackPath(received.workspaceId);
    return this.finish(new URL(`${path}?state=${received.state}`, "https://app.test"));
  }

  async signInBySaml(way: Way, provider: SamlProvider, more: More = {}) {
    return this.bring(await provider.authorize(await this.begin(way, more)));
  }
}
