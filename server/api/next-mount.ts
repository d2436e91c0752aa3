import { sourceIp } from "@/server/kernel/http/source-ip";
import { services } from "@/server/kernel/process";
import { dispatch } from "./dispatch";

async function handle(request: Request): Promise<Response> {
  const { trustedProxies } = services().settings;
  const ip = sourceIp(request.headers.get("x-forwarded-for"), { leanMount: false, trustedProxies });
  const answer = dispatch(request, { ip, host: request.headers.get("host") ?? "" });
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
