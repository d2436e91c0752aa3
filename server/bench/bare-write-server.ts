import { createHash, randomBytes, randomUUID } from "node:crypto";
import http from "node:http";
import postgres, { type Sql } from "postgres";
import type { Statement } from "./recording";

// The minimal server for writes: node:http, postgres.js, and the recorded statements in one transaction, with new IDs. It knows them in
// advance, so it sends them without waiting in between, as the product does where it can.

const statements = JSON.parse(process.env.RECORDING ?? "[]") as Statement[];
const before = statements.filter(({ pool }) => pool === "admission");
const inside = statements.filter(
  ({ pool, text }) => pool === "main" && !/^\s*(begin|commit|rollback|savepoint|release)/i.test(text),
);
const subjects = JSON.parse(process.env.SUBJECTS ?? "[]") as string[];
const url = process.env.DATABASE_URL ?? "";
/** Dates, times and JSON stay the recorded text. */
const plain = (to: number) => ({
  to,
  from: [] as number[],
  serialize: (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value)),
  parse: (text: string) => text,
});
const types = {
  date: plain(1082),
  instant: plain(1184),
  json: plain(114),
  jsonb: plain(3802),
  bytes: plain(17),
};
const options = { onnotice: () => undefined, types } as const;
const main = postgres(url, { ...options, max: 10 });
const admission = postgres(url, { ...options, max: 3, connection: { synchronous_commit: "off" } });

/** Weeks after the recorded one, beyond those of the server under test, so that rows of one server do not conflict with the other's. */
const [beyond, weeks] = [401, 400];

const later = (date: string, weeks: number): string =>
  new Date(Date.parse(date) + weeks * 7 * 86_400_000).toISOString().slice(0, 10);

/** In turn, as the requests of the server under test: two requests for one person would wait for each other. */
let turn = 0;

/** The recorded values, with those of the recorded request replaced by the values of this one. */
function ownValues(authorization: string): (value: unknown) => unknown {
  const hash = `\\x${createHash("sha256").update(authorization.slice("Bearer ".length)).digest("hex")}`;
  const subject = subjects[turn % subjects.length];
  const weeksLater = beyond + (Math.floor(turn++ / subjects.length) % weeks);
  const uuids = new Map<number, string>();
  const ownUuid = (number: number): string => {
    const own = uuids.get(number) ?? randomUUID();
    uuids.set(number, own);
    return own;
  };
  const texts: Record<string, () => string> = {
    "idempotency key": () => randomUUID(),
    lock: () => randomBytes(8).readBigInt64BE().toString(),
    message: () => `msg_${randomBytes(13).toString("hex").toUpperCase()}`,
    request: () => `req_${randomBytes(13).toString("hex").toUpperCase()}`,
  };
  return (value) => {
    if (typeof value !== "object" || value === null) return value;
    if ("key" in value) return hash;
    if ("subject" in value) return subject;
    if ("date" in value) return later(String(value.date), weeksLater);
    if ("text" in value) return texts[String(value.text)]?.();
    if ("around" in value)
      return String(value.around).replace(/\{\{(\d+)\}\}/g, (_, number) => ownUuid(Number(number)));
    return "uuid" in value ? ownUuid(Number(value.uuid)) : value;
  };
}

async function replay(authorization: string): Promise<string> {
  const own = ownValues(authorization);
  const send = (sql: Sql, { text, parameters }: Statement) =>
    sql.unsafe(text, parameters.map(own) as never[], { prepare: true });
  await Promise.all(before.map((statement) => send(admission, statement)));
  const rows = await main.begin((sql) =>
    Promise.all(inside.map((statement) => send(sql as unknown as Sql, statement))),
  );
  return JSON.stringify({ data: rows.at(-1) });
}

const server = http.createServer((request, response) => {
  if (request.url === "/ready") return void response.end("ready");
  request.resume().on("end", () => {
    replay(request.headers.authorization ?? "").then(
      (body) => response.writeHead(201, { "content-type": "application/json" }).end(body),
      (error: unknown) => {
        console.error(error);
        response.writeHead(500).end();
      },
    );
  });
});
server.listen(Number(process.env.PORT), "127.0.0.1");
process.once("SIGTERM", () => process.exit(0));
