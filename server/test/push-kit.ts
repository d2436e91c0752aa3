import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { importJWK, type JWTPayload, jwtVerify } from "jose";
import { type Ctx, ctxFor, inTransaction, systemContext } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { newId, newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { connectDevice } from "@/server/modules/messaging/push/connect-device";
import { pushWork } from "@/server/modules/messaging/push/push-work";
import type { PushSubscription } from "@/server/modules/messaging/push/schema";
import { startSession } from "@/server/signin/start-session";
import { Engine } from "@/server/worker/engine";
import type { TestPerson } from "./factories";

/** A notification as a browser's worker receives it. */
export interface ShownPush {
  title: string;
  text: string;
  path: string;
  topic: string;
}

interface ReceivedPush {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Of the key in the request's header (RFC 8292). */
  token: JWTPayload;
  publicKey: string;
}

export interface PushService {
  /** `host:port`, for WEBHOOK_ALLOW_HOSTS. */
  host: string;
  url: string;
  received: ReceivedPush[];
  /** The next answers; 201 once there are none. Null is never answered. */
  answers: ({ status: number; headers?: Record<string, string> } | null)[];
  close(): Promise<void>;
}

/** A push service on loopback (RFC 8030), which checks who sends (RFC 8292). */
export async function startPushService(): Promise<PushService> {
  const received: ReceivedPush[] = [];
  const answers: PushService["answers"] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { headers, url = "", method } = incoming;
    const checked = await checkSender(headers, `http://${headers.host}`).catch(() => null);
    if (method !== "POST" || !checked || headers.ttl === undefined) return response.writeHead(403).end();
    received.push({ path: url, headers, body: Buffer.concat(chunks), ...checked });
    const answer = answers.length > 0 ? answers.shift() : { status: 201 };
    if (answer) response.writeHead(answer.status, answer.headers).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ host, url: `http://${host}`, received, answers },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function checkSender(headers: IncomingHttpHeaders, audience: string) {
  const [, token = "", publicKey = ""] = /^vapid t=([^,]+), k=(\S+)$/.exec(headers.authorization ?? "") ?? [];
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const key = await importJWK({ kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, "ES256");
  const { payload } = await jwtVerify(token, key, { audience, requiredClaims: ["exp", "sub"] });
  return { token: payload, publicKey };
}

/** A browser with a subscription at a push service. */
export function makeBrowser(service: Pick<PushService, "url">) {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  const path = `/push/${newId()}`;
  const subscription: PushSubscription = {
    endpoint: `${service.url}${path}`,
    keys: { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") },
  };
  /** Decrypts a body (RFC 8291, 3.4; RFC 8188, 2). */
  function read(body: Buffer): ShownPush {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + body.readUInt8(20));
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
    const key = Buffer.from(hkdfSync("sha256", pair.computeSecret(sender), auth, info, 32));
    const derive = (name: string, length: number) =>
      Buffer.from(hkdfSync("sha256", key, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
    const sealed = body.subarray(21 + sender.length);
    const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as ShownPush;
  }
  return { path, subscription, read };
}

export type TestBrowser = ReturnType<typeof makeBrowser>;

/** What a browser has received, the oldest first. */
export const shownIn = (browser: TestBrowser, { received }: PushService): ShownPush[] =>
  received.filter(({ path }) => path === browser.path).map(({ body }) => browser.read(body));

/** Signs a person in on a browser of their own. */
export async function signInBrowser(
  services: Services,
  { workspaceId, id: userId }: TestPerson,
  userAgent = "Mozilla/5.0 (X11; Linux x86_64) Firefox/141.0",
): Promise<Ctx & { sessionId: string }> {
  const started = await inTransaction(systemContext(services), (tx) =>
    startSession(
      tx,
      { workspaceId, userId },
      { method: "PASSWORD", browser: { ip: "127.0.0.1", userAgent } as never },
      services.clock(),
    ),
  );
  if (!("session" in started)) throw new Error("has a second factor");
  const { sessionId } = started.session;
  const actor = await loadActor(services.db, workspaceId, userId, { type: "session", sessionId });
  if (!actor) throw new Error("cannot sign in");
  return { ...ctxFor(services, actor, newRequestId()), sessionId };
}

/** Signs a person in on a browser, and switches notifications on there. */
export async function makeDevice(services: Services, person: TestPerson, service: PushService) {
  const browser = makeBrowser(service);
  const ctx = await signInBrowser(services, person);
  await connectDevice(ctx, browser.subscription);
  return { browser, ctx };
}

/** Sends due push notifications until none is left. @param processes concurrent workers */
export async function sendPushes(services: Services, processes = 1): Promise<void> {
  const engines = Array.from(
    { length: processes },
    () => new Engine(services, pushWork(services, { random: () => 0 })),
  );
  for (const engine of engines) engine.wake();
  await Promise.all(engines.map((engine) => engine.idle()));
  await Promise.all(engines.map((engine) => engine.stop()));
}
