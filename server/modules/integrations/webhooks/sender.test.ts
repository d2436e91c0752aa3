import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import * as certificates from "@/server/test/certificates";
import { listen } from "@/server/test/webhook-kit";
import { isPublicAddress } from "./addresses";
import { createSender, type Outcome, type Sender, type SenderOptions } from "./sender";

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const sockets = new Set<Socket>();
async function serve(server: Server, host?: string): Promise<string> {
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  const port = await listen(server, host);
  open.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `${host ?? "127.0.0.1"}:${port}`;
}

/** Answers over raw TCP once a request's head has been received. */
const raw = (answer: (socket: Socket) => void, host?: string) =>
  serve(
    createTcpServer((socket) => socket.once("data", () => answer(socket))),
    host,
  );

function sender(options: Partial<SenderOptions> & { allowHosts: readonly string[] }): Sender {
  const made = createSender({ totalTimeoutMs: 1000, ...options });
  open.push(() => made.close());
  return made;
}

const send = (place: string, more: Partial<SenderOptions> = {}, scheme = "http"): Promise<Outcome> =>
  sender({ allowHosts: [place], ...more }).send({
    url: `${scheme}://${place}/hook`,
    headers: { "webhook-id": "msg_1" },
    body: "{}",
  });

const every = (ms: number, work: () => void): void => {
  const timer = setInterval(work, ms);
  open.push(async () => clearInterval(timer));
};

describe("misbehaving receivers", () => {
  it("hangs before headers: TIMEOUT by the overall deadline", async () => {
    const outcome = await send(await raw(() => undefined));
    expect(outcome).toMatchObject({ ok: false, error: "TIMEOUT", httpStatus: null });
    expect(outcome.durationMs).toBeGreaterThanOrEqual(990);
    expect(outcome.durationMs).toBeLessThan(1500);
  });

  it("accepts no TLS handshake: TIMEOUT after the connect timeout", async () => {
    const place = await serve(createTcpServer(() => undefined));
    const outcome = await send(place, { connectTimeoutMs: 300, totalTimeoutMs: 5000 }, "https");
    expect(outcome).toMatchObject({ error: "TIMEOUT" });
    expect(outcome.durationMs).toBeLessThan(2000);
  });

  it("drips a byte of the head every half second: TIMEOUT, however active the connection", async () => {
    const head = "HTTP/1.1 200 OK\r\nx-slow: very\r\n\r\n";
    const outcome = await send(
      await raw((socket) => {
        let sent = 0;
        every(100, () => sent < head.length && socket.write(head[sent++] ?? ""));
      }),
    );
    expect(outcome).toMatchObject({ error: "TIMEOUT", httpStatus: null });
    expect(outcome.durationMs).toBeLessThan(1500);
  });

  it("drips a byte of the body every half second: the status decides, reading ends after two seconds", async () => {
    const place = await raw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
      every(500, () => socket.write("x"));
    });
    const outcome = await send(place, { totalTimeoutMs: 15_000 });
    expect(outcome).toMatchObject({ ok: true, httpStatus: 200, error: null });
    expect(outcome.responseBody?.toString()).toMatch(/^x{1,5}$/);
    expect(outcome.durationMs).toBeLessThan(3000);
  });

  it("endless body: 16 KiB are read and kept", async () => {
    let written = 0;
    const place = await raw((socket) => {
      socket.write("HTTP/1.1 500 Oh\r\n\r\n");
      every(1, () => {
        if (socket.writable && !socket.writableNeedDrain) {
          socket.write("y".repeat(8192));
          written += 8192;
        }
      });
    });
    const outcome = await send(place, { totalTimeoutMs: 15_000 });
    expect(outcome).toMatchObject({ ok: false, httpStatus: 500, error: "HTTP_STATUS" });
    expect(outcome.responseBody?.length).toBe(16 * 1024);
    expect(outcome.durationMs).toBeLessThan(1500);
    expect(written).toBeLessThan(10_000_000);
  });

  it("endless headers: RESPONSE_TOO_LARGE at once", async () => {
    const place = await raw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      let n = 0;
      every(1, () => socket.writable && socket.write(`x-${n++}: ${"z".repeat(1000)}\r\n`));
    });
    const outcome = await send(place, { totalTimeoutMs: 15_000 });
    expect(outcome).toMatchObject({ error: "RESPONSE_TOO_LARGE", httpStatus: null });
    expect(outcome.durationMs).toBeLessThan(1000);
  });

  it("an endless provisional response: RESPONSE_TOO_LARGE at once", async () => {
    const place = await raw((socket) => {
      socket.write("HTTP/1.1 100 Continue\r\n");
      let n = 0;
      every(1, () => socket.writable && socket.write(`x-${n++}: ${"z".repeat(1000)}\r\n`));
    });
    expect(await send(place)).toMatchObject({ error: "RESPONSE_TOO_LARGE", httpStatus: null });
  });

  it("gzip bomb: kept as received, never inflated", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const place = await serve(
      createHttpServer((_request, response) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
      ),
    );
    const before = process.memoryUsage().arrayBuffers;
    const outcome = await send(place, { totalTimeoutMs: 5000 });
    expect(outcome.ok).toBe(true);
    expect(outcome.responseBody?.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
    expect(outcome.responseBody?.length).toBe(16 * 1024);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  it("resets before a response: RESET", async () => {
    expect(await send(await raw((socket) => socket.resetAndDestroy()))).toMatchObject({ error: "RESET" });
    expect(await send(await raw((socket) => socket.end()))).toMatchObject({ error: "RESET" });
  });

  it("resets in the middle of the head: RESET; in the middle of the body: the status has decided", async () => {
    const head = await raw((socket) =>
      socket.write("HTTP/1.1 200 OK\r\nx-a", () => socket.resetAndDestroy()),
    );
    expect(await send(head)).toMatchObject({ error: "RESET", httpStatus: null });
    const body = await raw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf");
      setTimeout(() => socket.resetAndDestroy(), 50);
    });
    const outcome = await send(body);
    expect(outcome).toMatchObject({ ok: true, httpStatus: 200 });
    expect(outcome.responseBody?.toString()).toBe("half");
  });

  it("is unreachable: CONNECT; speaks another protocol: INVALID_RESPONSE", async () => {
    const place = await raw(() => undefined);
    await open.pop()?.();
    expect(await send(place)).toMatchObject({ error: "CONNECT", message: "The connection was refused." });
    expect(await send(await raw((socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n")))).toMatchObject({
      error: "INVALID_RESPONSE",
    });
  });

  it.each([
    ["its length twice", "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\nok"],
    ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 5\r\n\r\nok"],
    ["a list of lengths", "HTTP/1.1 200 OK\r\ncontent-length: 2, 2\r\n\r\nok"],
    [
      "a length and chunks",
      "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
  ])("states %s: INVALID_RESPONSE, with the reason", async (_what, answer) => {
    expect(await send(await raw((socket) => socket.write(answer)))).toMatchObject({
      ok: false,
      error: "INVALID_RESPONSE",
      message: "The response isn't valid HTTP: its length is given twice or is wrong.",
    });
  });

  it.each([
    ["a status of 000", "HTTP/1.1 000 No\r\ncontent-length: 2\r\n\r\nok"],
    ["101 without an upgrade", "HTTP/1.1 101 Switching\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"],
    ["101 with an upgrade", "HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"],
    ["100 a thousand times", "HTTP/1.1 100 Continue\r\n\r\n".repeat(1000)],
  ])("answers %s: INVALID_RESPONSE", async (_what, answer) => {
    expect(await send(await raw((socket) => socket.write(answer)))).toMatchObject({
      ok: false,
      error: "INVALID_RESPONSE",
      httpStatus: null,
    });
  });

  it.each([301, 302, 303, 307, 308])("%i to a private address: REDIRECT, never followed", async (status) => {
    let visited = 0;
    const inside = await serve(
      createHttpServer((_request, response) => {
        visited++;
        response.end();
      }),
    );
    const place = await serve(
      createHttpServer((_request, response) =>
        response.writeHead(status, { location: `http://${inside}/` }).end(),
      ),
    );
    const outcome = await send(place, { allowHosts: [place, inside] });
    expect(outcome).toMatchObject({ ok: false, httpStatus: status, error: "REDIRECT" });
    expect(visited).toBe(0);
  });

  it("ignores a proxy in the environment", async () => {
    let proxied = 0;
    const proxy = await serve(
      createHttpServer((_request, response) => {
        proxied++;
        response.end();
      }),
    );
    const place = await serve(createHttpServer((_request, response) => response.end()));
    const names = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "ALL_PROXY"];
    for (const name of names) process.env[name] = `http://${proxy}`;
    open.push(async () => {
      for (const name of names) delete process.env[name];
    });
    expect((await send(place)).ok).toBe(true);
    expect(proxied).toBe(0);
  });
});

describe("certificates", () => {
  const https = (cert: string) =>
    serve(createHttpsServer({ key: certificates.leafKey, cert }, (_request, response) => response.end("ok")));
  const ca = certificates.authority;

  it("of a trusted authority for this host: sent", async () => {
    expect(await send(await https(certificates.good), { ca }, "https")).toMatchObject({ ok: true });
  });

  it.each([
    ["expired", certificates.expired, "The certificate has expired."],
    ["for another name", certificates.otherName, "The certificate is for a different hostname."],
    ["self-signed", certificates.selfSigned, "The certificate is self-signed."],
  ])("%s: TLS", async (_name, cert, message) => {
    expect(await send(await https(cert), { ca }, "https")).toMatchObject({
      ok: false,
      error: "TLS",
      message,
    });
  });

  it("of an unknown authority: TLS; plain HTTP on the port: TLS", async () => {
    expect(await send(await https(certificates.good), {}, "https")).toMatchObject({ error: "TLS" });
    const plain = await raw((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    expect(await send(plain, {}, "https")).toMatchObject({ error: "TLS" });
  });
});

describe("addresses", () => {
  it.each([
    ...[
      "0.0.0.0",
      "10.0.0.1",
      "100.64.0.1",
      "100.100.100.200",
      "127.0.0.1",
      "127.255.255.254",
      "168.63.129.16",
    ],
    ...[
      "169.254.0.1",
      "169.254.169.254",
      "172.16.0.1",
      "172.31.255.255",
      "192.0.0.1",
      "192.0.0.192",
      "192.0.2.1",
    ],
    ...[
      "192.88.99.1",
      "192.168.0.1",
      "198.18.0.1",
      "198.19.255.255",
      "198.51.100.1",
      "203.0.113.1",
      "224.0.0.1",
    ],
    ...["239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1", "::7f00:1", "::ffff:127.0.0.1"],
    ...[
      "::ffff:8.8.8.8",
      "::ffff:0:127.0.0.1",
      "64:ff9b::7f00:1",
      "64:ff9b:1::1",
      "100::1",
      "2001::1",
      "2001:db8::1",
    ],
    ...[
      "2001:20::1",
      "2002:7f00:1::",
      "2002:808:808::",
      "3fff::1",
      "5f00::1",
      "fc00::1",
      "fd00:ec2::254",
      "fe80::1",
    ],
    ...["fe80::1%eth0", "fec0::1", "ff02::1", "4000::1", "nonsense", "", "127.1", "2130706433"],
  ])("%s is not public", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "172.32.0.1",
    "100.128.0.1",
    "192.0.1.1",
    "2606:4700:4700::1111",
    "2a00:1450::1",
  ])("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  const named = (
    url: string,
    resolve: (host: string) => Promise<string[]>,
    more: Partial<SenderOptions> = {},
  ) => sender({ allowHosts: [], resolve, ...more }).send({ url, headers: {}, body: "{}" });

  it.each([
    ["a private address", ["10.0.0.5"]],
    ["several with one private", ["93.184.216.34", "8.8.8.8", "192.168.1.1"]],
    ["a mapped address", ["::ffff:10.0.0.1"]],
    ["the metadata service", ["169.254.169.254"]],
    ["NAT64 of a private address", ["64:ff9b::a00:1"]],
    ["6to4 of a private address", ["2002:a00:1::"]],
    ["link-local", ["fe80::1"]],
  ])("a name that resolves to %s: BLOCKED_ADDRESS", async (_name, addresses) => {
    const outcome = await named("https://hook.example/x", async () => addresses);
    expect(outcome).toMatchObject({ ok: false, error: "BLOCKED_ADDRESS", httpStatus: null });
    expect(outcome.message).not.toContain(addresses.at(-1));
  });

  it.each([
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0177.0.0.1/",
    "https://\uff11\uff12\uff17.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:a00:1]/",
    "http://hook.example/",
  ])("%s in a stored url: BLOCKED_ADDRESS, without a DNS lookup", async (url) => {
    const outcome = await named(url, () => Promise.reject(new Error("asked")));
    expect(outcome).toMatchObject({ error: "BLOCKED_ADDRESS" });
  });

  it("a name that does not resolve: DNS; a name server that hangs: TIMEOUT", async () => {
    const failed = Object.assign(new Error("no"), { code: "ENOTFOUND" });
    const none = await named("https://hook.example/", () => Promise.reject(failed));
    expect(none).toMatchObject({ error: "DNS", message: "hook.example couldn't be resolved (ENOTFOUND)." });
    const hanging = await named("https://hook.example/", () => new Promise(() => undefined));
    expect(hanging).toMatchObject({ error: "TIMEOUT" });
  });

  it("DNS rebinding: connects to the checked address, and resolves the name once", async () => {
    const hits: string[] = [];
    const answering = (name: string) =>
      createHttpsServer({ key: certificates.leafKey, cert: certificates.good }, (_request, response) => {
        hits.push(name);
        response.end();
      });
    const outside = await serve(answering("outside"), "127.0.0.2");
    const port = Number(outside.split(":")[1]);
    const inside = answering("inside");
    await new Promise<void>((resolve) => inside.listen(port, "127.0.0.1", resolve));
    open.push(async () => void inside.close());
    const asked: string[] = [];
    const rebinding = async (host: string) => [asked.push(host) === 1 ? "127.0.0.2" : "127.0.0.1"];
    // 127.0.0.2 stands in for the public internet here.
    const made = sender({
      allowHosts: [],
      resolve: rebinding,
      ca: certificates.authority,
      isPublic: (a) => a === "127.0.0.2",
    });
    const outgoing = { url: `https://receiver.example:${port}/`, headers: {}, body: "{}" };
    expect(await made.send(outgoing)).toMatchObject({ ok: true });
    expect([asked.length, hits]).toEqual([1, ["outside"]]);
    // The connection is still open, but the name now resolves to another address.
    expect(await made.send(outgoing)).toMatchObject({ error: "BLOCKED_ADDRESS" });
    expect(hits).toEqual(["outside"]);
  });

  it("several public addresses: an unreachable one is skipped", async () => {
    const place = await serve(
      createHttpServer((_request, response) => response.end()),
      "127.0.0.3",
    );
    const port = Number(place.split(":")[1]);
    const https = await serve(
      createHttpsServer({ key: certificates.leafKey, cert: certificates.good }, (_r, response) =>
        response.end(),
      ),
      "127.0.0.4",
    );
    expect(port).toBeGreaterThan(0);
    const made = sender({
      allowHosts: [],
      resolve: async () => ["127.0.0.5", "127.0.0.4"],
      isPublic: () => true,
      ca: certificates.authority,
      totalTimeoutMs: 4000,
    });
    const outcome = await made.send({
      url: `https://receiver.example:${https.split(":")[1]}/`,
      headers: {},
      body: "{}",
    });
    expect(outcome).toMatchObject({ ok: true });
  });
});

describe("unsolicited provisional responses (RFC 9110, section 15.2)", () => {
  const ok = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
  const proceed = "HTTP/1.1 100 Continue\r\n\r\n";
  it.each([
    ["100", proceed],
    ["100 with headers", "HTTP/1.1 100 Continue\r\nx-a: b\r\ndate: now\r\n\r\n"],
    ["100 of HTTP/1.0, without a reason", "HTTP/1.0 100\r\n\r\n"],
    ["100 three times", proceed.repeat(3)],
    ["102", "HTTP/1.1 102 Processing\r\n\r\n"],
    ["103", "HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n"],
    ["103 between two 100", `${proceed}HTTP/1.1 103 Early Hints\r\n\r\n${proceed}`],
  ])("%s: the final response counts, however it is split", async (_what, provisional) => {
    const whole = provisional + ok;
    const cuts = [whole.length, 1, 7, provisional.length, provisional.length + 3];
    for (const cut of cuts) {
      const pieces = whole.match(new RegExp(`[^]{1,${cut}}`, "g")) ?? [];
      const place = await raw(async (socket) => {
        socket.setNoDelay(true);
        for (const piece of pieces) {
          socket.write(piece);
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      });
      const outcome = await send(place);
      expect([cut, outcome]).toMatchObject([cut, { ok: true, httpStatus: 200, error: null }]);
      expect(outcome.responseBody?.toString()).toBe("ok");
    }
  });

  it("for every request of a connection; a body that looks like one is left as it is", async () => {
    const body = "HTTP/1.1 100 Continue\r\n\r\n";
    let connections = 0;
    const place = await serve(
      createTcpServer((socket) => {
        connections++;
        socket.on("data", (data: Buffer) => {
          if (!data.toString().endsWith("{}")) return;
          socket.write(`${proceed}HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`);
          setTimeout(() => socket.write(body), 20);
        });
      }),
    );
    const made = sender({ allowHosts: [place] });
    for (let n = 0; n < 3; n++) {
      const outcome = await made.send({ url: `http://${place}/hook`, headers: {}, body: "{}" });
      expect(outcome).toMatchObject({ ok: true, httpStatus: 200 });
      expect(outcome.responseBody?.toString()).toBe(body);
    }
    expect(connections).toBeLessThan(3);
  });

  it("over TLS as well", async () => {
    const place = await serve(
      createHttpsServer({ key: certificates.leafKey, cert: certificates.good }, (_request, response) => {
        response.writeContinue();
        response.writeEarlyHints({ link: "</a>; rel=preload" });
        response.end("ok");
      }),
      "127.0.0.1",
    );
    const outcome = await send(place, { ca: certificates.authority }, "https");
    expect(outcome).toMatchObject({ ok: true, httpStatus: 200 });
  });

  it("100 and then nothing: TIMEOUT; 100 and then the end: RESET", async () => {
    const quiet = await raw((socket) => socket.write(proceed));
    expect(await send(quiet)).toMatchObject({ error: "TIMEOUT", httpStatus: null });
    const gone = await raw((socket) => socket.end(proceed));
    expect(await send(gone)).toMatchObject({ error: "RESET", httpStatus: null });
  });
});

describe("requests", () => {
  it("POST with our headers and exact bytes; connections are reused", async () => {
    const seen: { headers: object; body: string; port: number | undefined }[] = [];
    const place = await serve(
      createHttpServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on("data", (chunk: Buffer) => chunks.push(chunk));
        request.on("end", () => {
          seen.push({
            headers: request.headers,
            body: Buffer.concat(chunks).toString(),
            port: request.socket.remotePort,
          });
          response.end("ok");
        });
      }),
    );
    const made = sender({ allowHosts: [place] });
    const body = JSON.stringify({ name: "Ilić 🌴", quote: '"', nul: "\u0000" });
    for (let i = 0; i < 3; i++)
      await made.send({ url: `http://${place}/a%20b?c=d#e`, headers: { "webhook-id": "msg_1" }, body });
    expect(seen.map((request) => request.body)).toEqual([body, body, body]);
    expect(seen[0]?.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": expect.stringMatching(/^Timeaway-Webhooks\//),
      "webhook-id": "msg_1",
      "content-length": String(Buffer.byteLength(body)),
    });
    expect(new Set(seen.map(({ port }) => port)).size).toBeLessThan(3);
  });
});
