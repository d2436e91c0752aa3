import ipaddr from "ipaddr.js";
import { services } from "@/server/kernel/process";
import { dispatch } from "./dispatch";

/** The entry of X-Forwarded-For that the outermost trusted proxy wrote; null when no proxy is trusted (decision 1.8). */
function sourceAddress(request: Request): string | null {
  const proxies = services().settings.trustedProxies;
  if (proxies === 0) return null;
  const entries = (request.headers.get("x-forwarded-for") ?? "").split(",");
  const entry = entries[Math.max(0, entries.length - proxies)]?.trim();
  return entry && ipaddr.isValid(entry) ? ipaddr.process(entry).toString() : null;
}

async function handle(request: Request): Promise<Response> {
  const answer = dispatch(request, { ip: sourceAddress(request), host: request.headers.get("host") ?? "" });
  return (await answer) ?? new Response("Not Found\n", { status: 404 });
}

/** The same handlers as behind the lean server, for Next's route files. */
export const mount = {
  GET: handle,
  HEAD: handle,
  POST: handle,
  PUT: handle,
  PATCH: handle,
  DELETE: handle,
  OPTIONS: handle,
};
