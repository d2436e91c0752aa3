import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request as forward, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "@/server/cli/free-port";
import { grantLimits } from "@/server/modules/integrations/rate-limits/policy";
import { makeWorkspace } from "@/server/test/factories";
import { makeGrant } from "@/server/test/mcp-kit";
import { allowInBrowser, registerClient, signedInPerson } from "@/server/test/oauth-kit";
import { type Served, serve } from "@/server/test/served";

// The protocol's own conformance suite, unmodified, over real HTTP: @modelcontextprotocol/conformance.

const suite = path.resolve("node_modules/@modelcontextprotocol/conformance/dist/index.js");
const folder = path.resolve("server/test/mcp-conformance");

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.close());

/** Runs the suite in a folder where it may leave files. */
const start = (...args: string[]) =>
  spawn(process.execPath, ["--import", path.join(folder, "node-20.mjs"), suite, ...args], {
    cwd: tmpdir(),
    stdio: ["ignore", "pipe", "inherit"],
  });

/** The summary, without colours, and the exit code. */
async function outcome(run: ReturnType<typeof start>): Promise<{ code: unknown; summary: string }> {
  const [said, [code]] = await Promise.all([text(run.stdout), once(run, "exit")]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  return { code, summary: said.slice(said.indexOf("=== SUMMARY")).replace(/\u001b\[\d+m/g, "") };
}

describe("the server suite, which has no tokens", () => {
  let door: Server;
  let url: string;

  /** A proxy that adds a token to each request and rotates through apps: the suite exceeds one app's rate limit. */
  beforeAll(async () => {
    const { people } = await makeWorkspace(served.services);
    const apps = Array.from({ length: 30 }, () => makeGrant(served.services, people.user));
    const tokens = (await Promise.all(apps)).map(({ token }) => token);
    let count = 0;
    door = createServer((incoming, outgoing) => {
      const authorization = `Bearer ${tokens[Math.floor(count++ / grantLimits.burst) % tokens.length]}`;
      const { method, headers } = incoming;
      const asked = forward(`${served.url}${incoming.url}`, {
        method,
        headers: { ...headers, authorization },
      });
      asked.on("response", (response) => {
        outgoing.writeHead(response.statusCode ?? 0, response.headers);
        response.pipe(outgoing);
      });
      incoming.pipe(asked);
    });
    door.listen(0, "127.0.0.1");
    await once(door, "listening");
    url = `http://127.0.0.1:${(door.address() as AddressInfo).port}/mcp`;
  });
  afterAll(() => {
    door.closeAllConnections();
    door.close();
  });

  it.each(["2025-11-25", "2026-07-28"])("what %s requires", async (revision) => {
    const expected = path.join(folder, `${revision}.yml`);
    const run = start("server", "--url", url, "--requirements", revision, "--expected-failures", expected);
    const { code, summary } = await outcome(run);
    expect(code, summary).toBe(0);
  });
});

it("the authorization server suite, from metadata to a token", async () => {
  const { services } = served;
  const [user, port] = [await signedInPerson(services), await freePort()];
  const client = await registerClient(services, { redirect_uris: [`http://127.0.0.1:${port}/callback`] });
  const { issuerUrl, mcpUrl } = services.settings;
  const run = start(
    ...["authorization", "--url", issuerUrl, "--client-id", client],
    ...["--resource", mcpUrl, "--port", String(port)],
  );
  const lines = createInterface({ input: run.stdout });
  const said: string[] = [];
  lines.on("line", (line) => {
    said.push(line);
    if (!line.startsWith(`${served.url}/oauth/authorize?`)) return;
    allowInBrowser(services, user, line).then(
      fetch,
      (error: unknown) => run.kill() && said.push(String(error)),
    );
  });
  const [code] = await once(run, "exit");
  expect(code, said.join("\n")).toBe(0);
});
