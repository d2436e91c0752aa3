import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withStaticFiles } from "./static-files";

const script = `console.log("${"same words ".repeat(100)}");`;
let root: string;
let before: string;
let folder: string;
let server: Server;
let url: string;

async function served(): Promise<{ server: Server; url: string }> {
  const handler = withStaticFiles([root, before], async (incoming, outgoing) => {
    outgoing.writeHead(404).end(`page ${incoming.url}`);
  });
  const made = createServer((incoming, outgoing) => void handler(incoming, outgoing));
  await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
  return { server: made, url: `http://127.0.0.1:${(made.address() as AddressInfo).port}` };
}

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), "static-files-"));
  folder = path.join(root, ".next/static/chunks");
  before = mkdtempSync(path.join(tmpdir(), "static-files-before-"));
  const older = path.join(before, ".next/static/chunks");
  for (const made of [folder, older]) mkdirSync(made, { recursive: true });
  for (const name of ["a.js", "a.js.br", "older.js"]) writeFileSync(path.join(older, name), "older");
  writeFileSync(path.join(folder, "a.js"), script);
  writeFileSync(path.join(folder, "a.js.br"), brotliCompressSync(script));
  writeFileSync(path.join(folder, "a.js.gz"), gzipSync(script));
  ({ server, url } = await served());
});
afterAll(() => {
  server.close();
  for (const made of [root, before]) rmSync(made, { recursive: true, force: true });
});

const ask = (target: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(url + target, { method, headers });

it.each([
  ["br, gzip", "br"],
  ["gzip", "gzip"],
  ["identity", null],
])("200 in the smallest accepted encoding: %s", async (accepted, encoding) => {
  const answer = await ask("/_next/static/chunks/a.js", { "accept-encoding": accepted });
  expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, encoding]);
  expect(answer.headers.get("cache-control")).toBe("public,max-age=31536000,immutable");
  expect(answer.headers.get("vary")).toBe("Accept-Encoding");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await answer.text()).toBe(script);
});

it("200 for a file of the previous build, which an open page requests", async () => {
  const answer = await ask("/_next/static/chunks/older.js", { "accept-encoding": "br" });
  expect([answer.status, await answer.text()]).toEqual([200, "older"]);
  expect(answer.headers.get("cache-control")).toBe("public,max-age=31536000,immutable");
});

it("304 for a file that the browser has", async () => {
  const etag = (await ask("/_next/static/chunks/a.js")).headers.get("etag") ?? "";
  expect((await ask("/_next/static/chunks/a.js", { "if-none-match": etag })).status).toBe(304);
});

it("200 the whole file for any range", async () => {
  const answer = await ask("/_next/static/chunks/a.js", { range: "bytes=500-10" });
  expect([answer.status, await answer.text()]).toEqual([200, script]);
});

it("405 any other method", async () => {
  const answer = await ask("/_next/static/chunks/a.js", {}, "POST");
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

it.each(["br", "identity"])("404 at once for a file that another build deleted: %s", async (accepted) => {
  for (const name of ["gone.js", "gone.js.br"]) writeFileSync(path.join(folder, name), script);
  const other = await served();
  for (const name of ["gone.js", "gone.js.br"]) rmSync(path.join(folder, name));
  const signal = AbortSignal.timeout(2000);
  const answer = await fetch(`${other.url}/_next/static/chunks/gone.js`, {
    headers: { "accept-encoding": accepted },
    signal,
  });
  expect([answer.status, await answer.text()]).toEqual([404, ""]);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  other.server.close();
});

it("404 without the pages for a file that never existed", async () => {
  for (const target of ["/_next/static/chunks/b.js", "/_next/static/..%2f..%2fpackage.json"]) {
    const answer = await ask(target);
    expect([answer.status, await answer.text(), answer.headers.get("cache-control")]).toEqual([
      404,
      "",
      "no-store",
    ]);
  }
});

it("404 from the pages for any other path, with its full address", async () => {
  expect(await (await ask("/other?a=b")).text()).toBe("page /other?a=b");
});
