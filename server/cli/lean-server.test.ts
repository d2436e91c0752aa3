import { Agent, get as httpGet } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { markUnavailable } from "@/server/kernel/database/database-unavailable";
import { type Dispatch, drain, leanServer, listen, type PageHandler } from "./lean-server";

/** Reads a body to its end, as write handlers do. */
const unread: Dispatch = async (request) => {
  await request.text();
  return new Response(null);
};

type Started = ReturnType<typeof leanServer>;
const started: Started[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await drain(server);
});

const echo: Dispatch = (request, source) => {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith("/v2")) return null;
  return Promise.resolve(Response.json({ method: request.method, pathname, ...source }));
};
const page: PageHandler = async (incoming, outgoing) => {
  const { "x-forwarded-for": ip, "x-forwarded-host": host, forwarded = null } = incoming.headers;
  outgoing.end(JSON.stringify({ page: incoming.url, ip, host, forwarded }));
};

async function start(
  options: { trustedProxies?: number; dispatch?: Dispatch; pages?: PageHandler } = {},
): Promise<number> {
  const { trustedProxies = 0, dispatch = echo, pages = page } = options;
  const server = leanServer(Promise.resolve({ dispatch, pages }), {
    trustedProxies,
    onError: () => {},
  });
  started.push(server);
  await listen(server, 0, "127.0.0.1");
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** Sends raw bytes, and returns the status, the head and the body. */
function raw(port: number, text: string): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text, "latin1"));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => {
      const [head = "", body = ""] = answer.split("\r\n\r\n");
      resolve({ status: Number(head.split(" ")[1]), head, body });
    });
  });
}

const get = (target: string, ...headers: string[]) =>
  `GET ${target} HTTP/1.1\r\n${["Host: api.test", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`;

it.each([
  ["malformed escape", get("/v2/%E0%A4%A"), "/v2/%E0%A4%A"],
  ["double slash", get("/v2//x"), "/v2//x"],
  ["backslash", get("/v2/a\\b"), "/v2/a%5Cb"],
  ["absolute form", get("http://other.test/v2/x?y"), "/v2/x"],
  ["encoded letters", get("/%762/l%61bel%73%2Ex?y=%61"), "/v2/labels.x"],
  ["encoded delimiters", get("/v2/a%2Fb%3f%25%2561"), "/v2/a%2Fb%3f%25%2561"],
  ["TRACE", get("/v2/x").replace("GET", "TRACE"), "/v2/x"],
  ["offered upgrade", get("/v2/x", "Upgrade: h2c", "Connection: Upgrade"), "/v2/x"],
])("200 a request with an oddity reaches the API: %s", async (_, request, pathname) => {
  const { status, body } = await raw(await start(), request);
  expect({ status, ...JSON.parse(body) }).toMatchObject({ status: 200, pathname });
});

it("200 the target's authority takes precedence over the Host header", async () => {
  const { body } = await raw(await start(), get("http://other.test:81/v2/x"));
  expect(JSON.parse(body).host).toBe("other.test:81");
});

it.each([["a\\b"], ["1.2.3.999"], [""], ["[::1"], ["a b"]])(
  "200 an invalid Host is an unknown host: %j",
  async (host) => {
    const request = get("/v2/x").replace("api.test", host);
    const { body } = await raw(await start(), request);
    expect(JSON.parse(body)).toMatchObject({ pathname: "/v2/x", host: "host.invalid" });
  },
);

it("431 headers that are too large", async () => {
  const { status } = await raw(await start(), get("/v2/x", `X-Long: ${"a".repeat(20_000)}`));
  expect(status).toBe(431);
});

it("400 a page whose path cannot be decoded; 405 TRACE of a page", async () => {
  const port = await start();
  expect((await raw(port, get("/%E0%A4%A"))).status).toBe(400);
  expect((await raw(port, get("/x").replace("GET", "TRACE"))).status).toBe(405);
});

it.each(["%", "%7Bzz", "null", "[1]", `%22${"x".repeat(5000)}`])(
  "400 a page for a script with an unreadable router state: %j",
  async (state) => {
    const port = await start();
    expect((await raw(port, get("/login", `Next-Router-State-Tree: ${state}`))).status).toBe(400);
  },
);

it("200 a page for a script with a readable router state", async () => {
  const state = encodeURIComponent('["",{"children":["login",{}]}]');
  expect((await raw(await start(), get("/login", `Next-Router-State-Tree: ${state}`))).status).toBe(200);
});

it("200 forged forwarding headers reach neither the API nor the pages", async () => {
  const port = await start();
  const lies = ["X-Forwarded-For: 6.6.6.6", "X-Forwarded-Host: evil.test", "Forwarded: for=6.6.6.6"];
  const api = await raw(port, get("/v2/x", ...lies));
  expect(JSON.parse(api.body)).toMatchObject({ ip: "127.0.0.1", host: "api.test" });
  const html = await raw(port, get("/login", ...lies));
  expect(JSON.parse(html.body)).toEqual({
    page: "/login",
    ip: "127.0.0.1",
    host: "api.test",
    forwarded: null,
  });
});

it.each([
  [1, "6.6.6.6, 198.51.100.7", "198.51.100.7"],
  [2, "6.6.6.6, 198.51.100.7, 10.0.0.1", "198.51.100.7"],
  [2, "198.51.100.7", "198.51.100.7"],
  [1, "nonsense", "127.0.0.1"],
])("200 behind %i proxies the source of %j is %s", async (trustedProxies, header, ip) => {
  const { body } = await raw(await start({ trustedProxies }), get("/v2/x", `X-Forwarded-For: ${header}`));
  expect(JSON.parse(body).ip).toBe(ip);
});

it("500 a handler that throws reveals nothing", async () => {
  const port = await start({ dispatch: () => Promise.reject(new Error("secret")) });
  expect(await raw(port, get("/v2/x"))).toMatchObject({ status: 500, body: "" });
});

it("503 a page that lacks the database, with Retry-After; 500 any other that fails, at the same time", async () => {
  const failing: PageHandler = async ({ url }, outgoing) => {
    await delay(10);
    markUnavailable(new Error("no page"), url === "/away");
    await delay(10);
    outgoing.statusCode = 500;
    outgoing.end("the page says it in words");
  };
  const origin = `http://127.0.0.1:${await start({ pages: failing })}`;
  const [away, failed] = await Promise.all([fetch(`${origin}/away`), fetch(`${origin}/other`)]);
  expect([away.status, away.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await away.text()).toBe("the page says it in words");
  expect([failed.status, failed.headers.get("retry-after")]).toEqual([500, null]);
});

const long = "x".repeat(20_000);
const post = (...headers: string[]) => get("/v2/x", ...headers).replace("GET", "POST");

it.each<[number, string, string, string]>([
  [431, "REQUEST_HEADERS_TOO_LARGE", "a long header", get("/v2/x", `X-Long: ${long}`)],
  [431, "REQUEST_HEADERS_TOO_LARGE", "a long target", get(`/v2/x?${long}`)],
  [400, "MALFORMED_REQUEST", "bytes that are no HTTP", "NO SUCH THING\r\n\r\n"],
  [400, "MALFORMED_REQUEST", "a space in a header's name", get("/v2/x", "X Y: z")],
  [400, "MALFORMED_REQUEST", "two lengths", post("Content-Length: 1", "Content-Length: 2")],
  [400, "MALFORMED_REQUEST", "a length and chunks", post("Content-Length: 1", "Transfer-Encoding: chunked")],
  [400, "MALFORMED_REQUEST", "no host", get("/v2/x").replace("Host: api.test\r\n", "")],
  [400, "MALFORMED_REQUEST", "nothing to ask for", get("*").replace("GET", "OPTIONS")],
  [
    413,
    "CONTENT_TOO_LARGE",
    "long chunk extensions",
    `${post("Transfer-Encoding: chunked")}1;${long}\r\nx\r\n`,
  ],
  [417, "EXPECTATION_FAILED", "an expectation", get("/v2/x", "Expect: the-unexpected")],
])("%i %s a request refused before it is read gets an envelope and a request ID: %s", async (...given) => {
  const [status, code, , request] = given;
  // The body of the chunked request is never read to its end.
  const { head, body, ...answer } = await raw(await start({ dispatch: unread }), request);
  const { error } = JSON.parse(body);
  expect([answer.status, error.code]).toEqual([status, code]);
  expect(error).toEqual({
    ...{ code, name: expect.any(String), description: expect.any(String), resolution: expect.any(String) },
    requestId: expect.stringMatching(/^req_[0-9A-Z]{26}$/),
  });
  expect(head.toLowerCase()).toContain(`x-request-id: ${error.requestId.toLowerCase()}`);
  expect(head).toMatch(/^content-type: application\/json\r?$/im);
  expect(head).toMatch(/^connection: close\r?$/im);
});

it("the operator finds it by its request ID", async () => {
  const noted: unknown[] = [];
  const handlers = {
    dispatch: echo,
    pages: page,
    noteRefused: (refused: unknown) => void noted.push(refused),
  };
  const server = leanServer(Promise.resolve(handlers), { trustedProxies: 0, onError: () => {} });
  started.push(server);
  await listen(server, 0, "127.0.0.1");
  const { port } = server.address() as AddressInfo;
  const { body } = await raw(port, get("/v2/x", `X-Long: ${long}`));
  const { code, requestId } = JSON.parse(body).error;
  expect(noted).toEqual([{ code, requestId, reason: "HPE_HEADER_OVERFLOW" }]);
});

it("200 a page's path with needless encoding is decoded, with its query unchanged", async () => {
  const { body } = await raw(await start(), get("/d%61shboard%2Dx?next=%61"));
  expect(JSON.parse(body).page).toBe("/dashboard-x?next=%61");
});

it("a taken port is named in one line", async () => {
  const port = await start();
  const second = leanServer(new Promise(() => {}), { trustedProxies: 0, onError: () => {} });
  await expect(listen(second, port, "127.0.0.1")).rejects.toThrow(
    `PORT: ${port} is taken by another process; set PORT to a free one.`,
  );
});

it("requests in flight finish, and no new ones are accepted", async () => {
  const slow: Dispatch = async () => {
    await delay(300);
    return new Response("done");
  };
  const port = await start({ dispatch: slow });
  const answer = raw(port, get("/v2/x"));
  await delay(100);
  const server = started.splice(0)[0];
  if (!server) throw new Error("no server was started");
  const drained = drain(server);
  await expect(raw(port, get("/v2/x"))).rejects.toThrow("ECONNREFUSED");
  expect((await answer).body).toContain("done");
  await drained;
});

it("an idle connection outlives those of load balancers, which keep theirs for 60 to 120 seconds", async () => {
  const port = await start({ dispatch: async () => new Response("done") });
  const { headers } = await fetch(`http://127.0.0.1:${port}/v2/x`);
  expect(Number(/timeout=(\d+)/.exec(headers.get("keep-alive") ?? "")?.[1])).toBeGreaterThan(120);
});

it("a kept connection is answered until the lead is over, each time with connection: close", async () => {
  let [answerSlow, endLead] = [() => {}, () => {}];
  const held = new Promise<void>((resolve) => {
    answerSlow = resolve;
  });
  const lead = new Promise<void>((resolve) => {
    endLead = resolve;
  });
  const dispatch: Dispatch = async (request) => {
    if (request.url.endsWith("/slow")) await held;
    return new Response("done");
  };
  const port = await start({ dispatch });
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  const ask = (path: string) =>
    new Promise<string | undefined>((resolve, reject) => {
      httpGet({ agent, port, host: "127.0.0.1", path }, (answer) => {
        answer.resume().once("end", () => resolve(answer.headers.connection));
      }).once("error", reject);
    });
  expect(await ask("/v2/x")).toBe("keep-alive");
  const slow = ask("/v2/slow");
  const server = started.splice(0)[0] as Started;
  const drained = drain(server, lead);
  expect([await ask("/v2/x"), await ask("/v2/x")]).toEqual(["close", "close"]);
  endLead();
  await lead;
  await expect(ask("/v2/x")).rejects.toThrow("ECONNREFUSED");
  answerSlow();
  expect(await slow).toBe("close");
  await drained;
  agent.destroy();
});
