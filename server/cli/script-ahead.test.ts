import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { request } from "undici";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withScriptAhead } from "./script-ahead";

const font = "</font.woff2>; rel=preload; as=font";
const policy = "script-src 'nonce-b25l' 'strict-dynamic'";
let build: string;
let server: Server;
let url: string;

beforeAll(async () => {
  build = mkdtempSync(path.join(tmpdir(), "script-ahead-"));
  mkdirSync(path.join(build, ".next"));
  const manifest = { rootMainFiles: ["static/chunks/every-page.js"] };
  writeFileSync(path.join(build, ".next/build-manifest.json"), JSON.stringify(manifest));
  const handler = withScriptAhead(build, async ({ url: target }, outgoing) => {
    outgoing.setHeader("link", font);
    outgoing.setHeader("content-security-policy", policy);
    outgoing.setHeader("content-type", target === "/page" ? "text/html; charset=utf-8" : "text/plain");
    outgoing.end("shown");
  });
  server = createServer((incoming, outgoing) => void handler(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(build, { recursive: true, force: true });
});

// `fetch` would override this header.
const linkOf = async (target: string, dest: string) => {
  const { headers } = await request(url + target, { headers: { "sec-fetch-dest": dest } });
  return [headers.link].flat().join(", ");
};

it("a page names its script in its head, with the nonce of its policy, beside its other links", async () => {
  const link = await linkOf("/page", "document");
  expect(link).toBe(
    `${font}, </_next/static/chunks/every-page.js>; rel=preload; as=script; fetchpriority=low; nonce="b25l"`,
  );
});

it.each([
  ["the data of a page that is awake", "/page", "empty"],
  ["what is no page", "/text", "document"],
])("%s names no script", async (_, target, dest) => {
  expect(await linkOf(target, dest)).toBe(font);
});
