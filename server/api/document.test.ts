import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Services } from "@/server/kernel/services";
import { testServices } from "@/server/test/services";
import { dispatchWith } from "./dispatch";

// GET /v2/openapi.json as tools and pages fetch it.

let services: Services;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

async function ask(headers: Record<string, string> = {}, method = "GET") {
  const request = new Request(`${services.settings.baseUrl}/v2/openapi.json`, { method, headers });
  const response = await dispatchWith(services, request, { ip: null, host: "localhost:3000" });
  if (!response) throw new Error("it is no page");
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe("readable by any page", () => {
  it("200 with the headers exposed to it", async () => {
    const { response, bytes } = await ask({ origin: "https://editor.example" });
    expect(response.status).toBe(200);
    expect(JSON.parse(bytes.toString()).openapi).toBe("3.1.0");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "etag, x-request-id",
      "cache-control": "public, max-age=300",
      "content-type": "application/json",
      etag: expect.stringMatching(/^W\/"[\w-]{16}"$/),
      vary: "accept-encoding",
      "x-request-id": expect.stringMatching(/^req_/),
    });
    expect(response.headers.has("access-control-allow-credentials")).toBe(false);
  });

  it("204 to a preflight, for this path only", async () => {
    const { response } = await ask({ "access-control-request-method": "GET" }, "OPTIONS");
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS");
    const other = new Request(`${services.settings.baseUrl}/v2/users`, { method: "OPTIONS" });
    const refused = await dispatchWith(services, other, { ip: null, host: "localhost:3000" });
    expect([refused?.status, refused?.headers.get("access-control-allow-origin")]).toEqual([405, null]);
  });

  it("405 for any other method", async () => {
    for (const method of ["POST", "DELETE"]) expect((await ask({}, method)).response.status).toBe(405);
  });
});

it("200 HEAD is GET without the body", async () => {
  const [get, head] = [await ask(), await ask({}, "HEAD")];
  expect([head.response.status, head.bytes.length]).toEqual([200, 0]);
  for (const name of ["etag", "cache-control", "vary"])
    expect(head.response.headers.get(name)).toBe(get.response.headers.get(name));
});

describe("304 to a client with a current copy", () => {
  it("by its tag, weak or not, alone or among others, or any", async () => {
    const etag = (await ask()).response.headers.get("etag") ?? "";
    for (const known of [etag, etag.slice(2), `"x", ${etag}`, "*"]) {
      for (const method of ["GET", "HEAD"]) {
        const { response, bytes } = await ask({ "if-none-match": known, "accept-encoding": "br" }, method);
        expect([known, response.status, bytes.length]).toEqual([known, 304, 0]);
        expect(response.headers.get("etag")).toBe(etag);
        expect(response.headers.has("content-encoding")).toBe(false);
      }
    }
  });

  it("not by another tag", async () => {
    for (const other of ['"x"', "", 'W/"', "nonsense"])
      expect((await ask({ "if-none-match": other })).response.status).toBe(200);
  });
});

describe("compressed as the client accepts", () => {
  it.each<[string, string | null]>([
    ["gzip, deflate, br", "br"],
    ["BR", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip;q=0.5", "gzip"],
    ["br; q=0.000, gzip;q=0", null],
    ["identity", null],
    ["*", null],
    ["", null],
  ])("%j: %s", async (accepted, coding) => {
    const plain = (await ask({ "accept-encoding": "identity" })).bytes;
    const { response, bytes } = await ask({ "accept-encoding": accepted });
    expect([response.status, response.headers.get("content-encoding")]).toEqual([200, coding]);
    const text =
      coding === "br" ? brotliDecompressSync(bytes) : coding === "gzip" ? gunzipSync(bytes) : bytes;
    expect(text.equals(plain)).toBe(true);
    if (coding) expect(bytes.length).toBeLessThan(plain.length / 8);
  });
});
