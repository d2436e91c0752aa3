import { createHash } from "node:crypto";
import http from "node:http";
import postgres from "postgres";
import type { Statement } from "./recording";

// The minimal server for reads: node:http, postgres.js, the recorded statements, and the rows as JSON.

const recordings = JSON.parse(process.env.RECORDING ?? "{}") as Record<string, Statement[]>;
const url = process.env.DATABASE_URL ?? "";
/** Dates stay text both ways, as in the server under test; `-infinity` is no JavaScript date. */
const plainDate = {
  to: 1082,
  from: [1082],
  serialize: (text: string) => text,
  parse: (text: string) => text,
};
const pools = {
  main: postgres(url, { max: 10, onnotice: () => undefined, types: { plainDate } }),
  admission: postgres(url, {
    max: 3,
    onnotice: () => undefined,
    connection: { synchronous_commit: "off" },
  }),
};

async function answer(path: string, authorization: string): Promise<string | null> {
  const hash = createHash("sha256").update(authorization.slice("Bearer ".length)).digest();
  let rows: readonly unknown[] = [];
  for (const { pool, text, parameters } of recordings[path] ?? []) {
    const values = parameters.map((value) => (isKey(value) ? hash : value)) as never[];
    rows = await pools[pool === "admission" ? pool : "main"].unsafe(text, values, { prepare: true });
    if (rows.length === 0) return null;
  }
  return JSON.stringify({ data: rows });
}

const isKey = (value: unknown): boolean => typeof value === "object" && value !== null && "key" in value;

const server = http.createServer((request, response) => {
  if (request.url === "/ready") return void response.end("ready");
  answer(request.url ?? "", request.headers.authorization ?? "").then(
    (body) => {
      response.writeHead(body ? 200 : 401, { "content-type": "application/json" });
      response.end(body ?? "{}");
    },
    (error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
});
server.listen(Number(process.env.PORT), "127.0.0.1");
process.once("SIGTERM", () => process.exit(0));
