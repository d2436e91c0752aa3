import http from "node:http";
import postgres from "postgres";
import { v7 } from "uuid";

// The minimal server for an authorization request: node:http, one insert of its parameters, a redirect.

const sql = postgres(process.env.DATABASE_URL ?? "", { max: 10, onnotice: () => undefined });

async function store(search: string): Promise<string> {
  const query = new URLSearchParams(search);
  const [id, now] = [v7(), new Date()];
  const value = (name: string) => query.get(name) ?? "";
  await sql`
    insert into oauth_requests (id, client_id, redirect_uri, state, scopes, code_challenge, created_at, expires_at)
    values (${id}, ${value("uuid")}, ${value("redirect_uri")}, ${value("state")}, ${value("scope").split(" ")},
      ${value("code_challenge")}, ${now}, ${new Date(now.getTime() + 600_000)})`;
  return id;
}

const server = http.createServer((request, response) => {
  const url = request.url ?? "";
  if (url === "/ready") return void response.end("ready");
  store(url.slice(url.indexOf("?") + 1)).then(
    (id) => response.writeHead(302, { location: `http://127.0.0.1/oauth/authorize?session=${id}` }).end(),
    (error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
});
server.listen(Number(process.env.PORT), "127.0.0.1");
process.once("SIGTERM", () => process.exit(0));
