import { afterAll, beforeAll, expect, it } from "vitest";
import type { Services } from "@/server/kernel/services";
import { password, signinPerson, signinServices } from "@/server/test/signin-fixture";
import { findSession } from "./find-session";
import { handleNextAuth } from "./handle-next-auth";
import { openSession } from "./session-cookie";

let services: Services;
beforeAll(async () => {
  services = await signinServices({}, { APP_URL: "http://app.test" });
});
afterAll(() => services.close());

type Cookies = Record<string, string>;

async function call(path: string, cookies: Cookies = {}, form?: Record<string, string>) {
  const request = new Request(`http://localhost/api/auth/${path}`, {
    method: form ? "POST" : "GET",
    headers: { host: "evil.test", "x-forwarded-host": "evil.test" },
    ...(form ? { body: new URLSearchParams(form) } : {}),
  });
  const segments = path.split("?")[0]?.split("/") ?? [];
  const response = await handleNextAuth(services, request, segments, cookies);
  for (const line of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies[name] = decodeURIComponent(value);
  }
  return response;
}

async function csrf(cookies: Cookies): Promise<string> {
  const { csrfToken } = (await (await call("csrf", cookies)).json()) as { csrfToken: string };
  return csrfToken;
}

const sessionOf = async (cookies: Cookies) => {
  const ref = await openSession(services.settings, cookies["next-auth.session-token"] ?? "");
  return ref ? findSession(services, ref) : null;
};

async function signedIn() {
  const { email, userId } = await signinPerson(services);
  const cookies: Cookies = {};
  const csrfToken = await csrf(cookies);
  const response = await call("callback/credentials", cookies, { csrfToken, email, password });
  return { response, cookies, userId, csrfToken };
}

it("302 next-auth's password form signs in, and leads to our own origin", async () => {
  const { response, cookies, userId } = await signedIn();
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe("http://app.test/dashboard");
  expect((await sessionOf(cookies))?.user.id).toBe(userId);
});

it("a sign-in without the right double-submit token does nothing", async () => {
  const { email } = await signinPerson(services);
  const cookies: Cookies = {};
  const csrfToken = await csrf(cookies);
  await call("callback/credentials", cookies, { csrfToken: "0".repeat(64), email, password });
  await call("callback/credentials", {}, { csrfToken, email, password });
  expect(await sessionOf(cookies)).toBeNull();
});

it("a wrong password and an unknown address lead to the same page", async () => {
  const { email } = await signinPerson(services);
  const places = [];
  for (const typed of [email, "nobody@example.com"]) {
    const cookies: Cookies = {};
    const csrfToken = await csrf(cookies);
    const answer = await call("callback/credentials", cookies, {
      csrfToken,
      email: typed,
      password: "wrong",
    });
    places.push(answer.headers.get("location"));
    expect(await sessionOf(cookies)).toBeNull();
  }
  expect(places[0]).toContain("error=CredentialsSignin");
  expect(places[0]).toBe(places[1]);
});

it("a return path to another origin becomes the dashboard", async () => {
  const { email } = await signinPerson(services);
  const cookies: Cookies = {};
  const csrfToken = await csrf(cookies);
  const callbackUrl = "https://evil.test/x";
  const answer = await call("callback/credentials", cookies, { csrfToken, email, password, callbackUrl });
  expect(answer.headers.get("location")).toBe("http://app.test/dashboard");
});

it("signing out revokes the session", async () => {
  const { cookies, csrfToken } = await signedIn();
  const before = { ...cookies };
  await call("signout", cookies, { csrfToken: "wrong" });
  expect(await sessionOf(before)).not.toBeNull();
  await call("signout", cookies, { csrfToken });
  expect(await sessionOf(before)).toBeNull();
});

it("the session endpoint reveals nothing, and removes a dead cookie", async () => {
  const { cookies, csrfToken } = await signedIn();
  expect(Object.keys(await (await call("session", cookies)).json())).toEqual(["expires"]);
  const dead = { ...cookies };
  await call("signout", cookies, { csrfToken });
  const answer = await call("session", dead);
  expect(await answer.json()).toEqual({});
  expect(dead["next-auth.session-token"]).toBe("");
});

it.each(["_log", "nothing", ""])("404 for /api/auth/%s", async (path) => {
  expect((await call(path, {}, { code: "x", level: "error" })).status).toBe(404);
});

it("400 a body that is too long or not JSON", async () => {
  const post = (body: string, type: string) =>
    handleNextAuth(
      services,
      new Request("http://localhost/api/auth/signout", {
        method: "POST",
        body,
        headers: { "content-type": type },
      }),
      ["signout"],
      {},
    );
  expect((await post("x".repeat(100_000), "application/x-www-form-urlencoded")).status).toBe(400);
  expect((await post("{", "application/json")).status).toBe(400);
});

it("405 a password without POST", async () => {
  const answer = await call("callback/credentials");
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
});

const badAddresses = [
  ["empty", ""],
  ["of no scheme", "//evil.test"],
  ["without a host", "http://"],
  ["cut off", "http://["],
  ["a script", "javascript:alert(1)"],
  ["a lone percent sign", "%"],
  ["a NUL", "\u0000"],
  ["a header of its own", "\r\nset-cookie: a=b"],
  ["endless", "x".repeat(8000)],
  ["of an impossible port", "http://a:99999"],
  ["a picture", "😀"],
] as const;
const endpoints = [
  "providers",
  "session",
  "csrf",
  "signin",
  "signout",
  "callback/x",
  "error",
  "verify-request",
];

it.each(badAddresses)(
  "302 and the like, never 5xx, for a return address that is %s",
  async (_name, callbackUrl) => {
    for (const path of endpoints) {
      const query = await call(`${path}?${new URLSearchParams({ callbackUrl, error: callbackUrl })}`);
      const cookie = await call(path, { "next-auth.callback-url": callbackUrl });
      expect([path, query.status, cookie.status].join(" ")).not.toContain("50");
      expect(query.headers.get("location") ?? "").not.toMatch(/^(?:https?:)?\/\/evil/);
    }
    for (const path of ["callback/credentials", "signin/credentials", "signin/x", "signout"]) {
      const cookies: Cookies = {};
      const csrfToken = await csrf(cookies);
      expect((await call(path, cookies, { csrfToken, callbackUrl })).status).toBeLessThan(500);
    }
  },
);
