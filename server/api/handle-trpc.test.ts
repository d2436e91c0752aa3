import { afterAll, beforeAll, expect, it } from "vitest";
import type { Services } from "@/server/kernel/services";
import { findSession } from "@/server/signin/find-session";
import type { SessionRef } from "@/server/signin/session-cookie";
import { signInWithPassword } from "@/server/signin/sign-in-with-password";
import { password, signinPerson, signinServices, someBrowser } from "@/server/test/signin-fixture";
import { handleTrpc } from "./handle-trpc";

let services: Services;
let email: string;
let ref: SessionRef;

async function signIn(): Promise<SessionRef> {
  const result = await signInWithPassword(services, { email, password }, someBrowser());
  if (!result.ok) throw new Error(result.reason);
  return result.session;
}

beforeAll(async () => {
  services = await signinServices({}, { APP_URL: "https://app.test" });
  ({ email } = await signinPerson(services));
  ref = await signIn();
});
afterAll(() => services.close());

const json = { "content-type": "application/json", origin: "https://app.test" };

async function call(path: string, init: RequestInit = {}, as: SessionRef | null = ref) {
  const request = new Request(`http://localhost:3000/api/trpc/${path}`, init);
  const response = await handleTrpc(services, request, async () => (as ? findSession(services, as) : null));
  const body = (await response.json()) as {
    result?: { data: { json: never } };
    error?: {
      data?: { error: { code: string; requestId: string } };
      json?: { data: { error: { code: string; requestId: string } } };
    };
  };
  const error = body.error?.json?.data.error ?? body.error?.data?.error;
  return { response, error, data: body.result?.data.json };
}

it("200 for a query of a signed-in user", async () => {
  const { response, data } = await call("sessions.list");
  expect(response.status).toBe(200);
  expect(data).toMatchObject([{ id: `session-${ref.sessionId}`, isCurrent: true, userAgent: "Test/1" }]);
});

it("200 signing out everywhere else keeps the current sign-in", async () => {
  const other = await signIn();
  const { data } = await call("sessions.revokeOthers", { method: "POST", headers: json });
  expect(data).toEqual({ revokedCount: 1 });
  expect(await findSession(services, other)).toBeNull();
  expect(await findSession(services, ref)).not.toBeNull();
});

it("401 UNAUTHORIZED without a session, in the envelope of the API", async () => {
  const { response, error } = await call("sessions.list", {}, null);
  expect(response.status).toBe(401);
  expect(error).toMatchObject({ code: "UNAUTHORIZED", resolution: "Sign in again." });
  expect(error?.requestId).toBe(response.headers.get("x-request-id"));
});

it.each([
  ["another origin", { headers: { ...json, origin: "https://evil.test" } }, 403],
  ["an opaque origin", { headers: { ...json, origin: "null" } }, 403],
  ["another site", { headers: { "content-type": "application/json", "sec-fetch-site": "cross-site" } }, 403],
  ["text", { headers: { ...json, "content-type": "text/plain" }, body: "{}" }, 400],
  ["multipart", { headers: { origin: json.origin }, body: new FormData() }, 400],
  ["a URL-encoded form", { headers: { origin: json.origin }, body: new URLSearchParams() }, 400],
  ["too much", { headers: json, body: "x".repeat(1024 * 1024 + 1) }, 400],
])("a mutation with %s is refused", async (_name, init, status) => {
  const other = await signIn();
  const { response, error } = await call("sessions.revokeOthers", { method: "POST", ...init });
  expect(response.status).toBe(status);
  expect(error?.code).toBe(status === 403 ? "FORBIDDEN" : "INVALID_REQUEST_BODY");
  expect(await findSession(services, other)).not.toBeNull();
});

it("405 for a mutation by GET", async () => {
  const { response, error } = await call("sessions.revokeOthers");
  expect(response.status).toBe(405);
  expect(error?.code).toBe("METHOD_NOT_ALLOWED");
});

it("404 for an unknown procedure", async () => {
  const { response, error } = await call("sessions.nothing");
  expect(response.status).toBe(404);
  expect(error?.code).toBe("RESOURCE_NOT_FOUND");
});

it("400 for a batch of more than 10 calls, none of which is made; 10 are answered", async () => {
  const batch = (count: number) =>
    handleTrpc(
      services,
      new Request(
        `http://localhost:3000/api/trpc/${Array.from({ length: count }, () => "sessions.list").join(",")}?batch=1`,
      ),
      async () => findSession(services, ref),
    );
  const refused = await batch(11);
  const { error } = (await refused.json()) as {
    error: { json: { data: { error: { code: string; description: string } } } };
  };
  expect(refused.status).toBe(400);
  expect(error.json.data.error).toMatchObject({
    code: "INVALID_REQUEST_BODY",
    description: "A batch can have at most 10 calls.",
  });
  const answered = await batch(10);
  expect([answered.status, ((await answered.json()) as unknown[]).length]).toEqual([200, 10]);
});
