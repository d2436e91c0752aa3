import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createContext, runInContext } from "node:vm";
import { expect, it } from "vitest";
import { v2Operations } from "@/server/api/reference/operations";
import { loadSettings } from "@/server/kernel/env";
import { Timeaway, type TimeawayOptions } from "../src/index.js";
import { complaintsIn } from "./build-package";

const secret = "x".repeat(32);
const settings = loadSettings({
  BASE_URL: "https://api.example.com",
  DATABASE_URL: "postgres://nobody@localhost/none",
  SESSION_SECRET: secret,
  CRON_SECRET: secret,
  ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
});
/** The endpoint of the document needs no key, and so no client. */
const samples = v2Operations(settings)
  .filter(({ scope }) => scope !== "public")
  .map(({ slug, samples: [curl, javascript] }) => ({
    slug,
    curl: curl?.code ?? "",
    javascript: javascript?.code ?? "",
  }));

interface Sent {
  method: string;
  path: string;
  query: Record<string, string>;
  isIdempotent: boolean;
  body: unknown;
}

const sentTo = (address: string): Pick<Sent, "path" | "query"> => {
  const { origin, pathname, searchParams } = new URL(address);
  return { path: origin + pathname, query: Object.fromEntries(searchParams) };
};

/** The request that curl sends. */
function sentByCurl(code: string): Sent {
  const [, method = "GET", address = ""] = /^curl (?:-X (\w+) )?"([^"]+)"/.exec(code) ?? [];
  const [, body] = /-d '([\s\S]*)'$/.exec(code) ?? [];
  return {
    ...{ method, ...sentTo(address), isIdempotent: code.includes("Idempotency-Key: ") },
    body: body === undefined ? undefined : JSON.parse(body),
  };
}

/** The requests that a sample sends when run. */
async function sentByRunning(code: string): Promise<Sent[]> {
  const sent: Sent[] = [];
  class Recording extends Timeaway {
    constructor(options: TimeawayOptions) {
      super({
        ...options,
        fetch: async (address, { method = "", headers, body }) => {
          sent.push({
            ...{ method, ...sentTo(address), isIdempotent: new Headers(headers).has("idempotency-key") },
            body: body === undefined ? undefined : JSON.parse(String(body)),
          });
          return Response.json({ data: [] });
        },
      });
    }
  }
  const given = { Timeaway: Recording, env: { TIMEAWAY_API_KEY: "svc_live_key" }, console: { log() {} } };
  const withoutImports = code.replaceAll(/^import .*$/gm, "");
  await runInContext(`(async () => {${withoutImports}\n})()`, createContext(given));
  return sent;
}

it("each sample of the reference compiles", () => {
  mkdirSync("dist", { recursive: true });
  const folder = mkdtempSync(path.resolve("dist/reference-samples-"));
  for (const { slug, javascript } of samples) writeFileSync(path.join(folder, `${slug}.ts`), javascript);
  const compilerOptions = {
    ...{
      strict: true,
      noEmit: true,
      target: "es2023",
      module: "nodenext",
      skipLibCheck: true,
      types: ["node"],
    },
    paths: { "@timeaway/client": [path.resolve("client/src/index.ts")] },
  };
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  const said = complaintsIn(folder);
  rmSync(folder, { recursive: true });
  expect(said).toBe("");
});

/** Files are sent and saved with fetch. */
const byClient = samples.filter(({ javascript }) => javascript.includes("@timeaway/client"));

it.each(byClient)("$slug: the client sends the same request as curl", async ({ curl, javascript }) => {
  expect(await sentByRunning(javascript)).toEqual([sentByCurl(curl)]);
});
