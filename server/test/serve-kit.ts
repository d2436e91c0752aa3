import type { AddressInfo } from "node:net";
import { dispatchWith } from "@/server/api/dispatch";
import { drain, type Handlers, leanServer, listen } from "@/server/cli/lean-server";
import type { Services } from "@/server/kernel/services";
import { testServices } from "./services";

export interface Served {
  services: Services;
  origin: string;
  close(): Promise<void>;
}

/** The real server on a free port of this machine, without the pages: every request goes through HTTP. */
export async function serve(clock: () => Date): Promise<Served> {
  let ready: (handlers: Handlers) => void = () => undefined;
  const handlers = new Promise<Handlers>((resolve) => {
    ready = resolve;
  });
  const server = leanServer(handlers, { trustedProxies: 0, onError: (error) => console.error(error) });
  await listen(server, 0, "127.0.0.1");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const services = await testServices({ clock }, { APP_URL: origin, AUTH_URL: origin, BASE_URL: origin });
  ready({
    dispatch: (request, source) => dispatchWith(services, request, source),
    pages: async (_incoming, outgoing) => void outgoing.writeHead(404).end(),
  });
  const close = async () => {
    await drain(server);
    await services.close();
  };
  return { services, origin, close };
}
