import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dispatchWith } from "@/server/api/dispatch";
import { drain, type Handlers, leanServer, listen, type PageHandler } from "@/server/cli/lean-server";
import { watchRequests } from "@/server/cli/watch-requests";
import type { ServiceOverrides, Services } from "@/server/kernel/services";
import { testServices } from "./services";

/** Services at their own address, over real HTTP, as `npm start` does but without the pages. */
export interface Served {
  url: string;
  services: Services;
  close(): Promise<void>;
}

const noPages: PageHandler = async (_incoming, outgoing) => void outgoing.writeHead(404).end();

/**
 * Starts the services on this test file's database.
 * @param env in addition to the addresses, which are all the server's own
 */
export async function serve(
  overrides: ServiceOverrides = {},
  env: Record<string, string> = {},
): Promise<Served> {
  let answerWith: (handlers: Handlers) => void = () => undefined;
  const ready = new Promise<Handlers>((resolve) => {
    answerWith = resolve;
  });
  const server: Server = leanServer(ready, { trustedProxies: 0, onError: (error) => console.error(error) });
  await listen(server, 0, "127.0.0.1");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const services = await testServices(
    { wakes: true, ...overrides },
    { APP_URL: url, AUTH_URL: url, BASE_URL: url, ...env },
  );
  answerWith({
    dispatch: (request, source) => dispatchWith(services, request, source),
    pages: noPages,
    watch: watchRequests(services, {
      findPageRoute: () => ({ api: "pages", route: null }),
      isLogged: true,
    }),
  });
  return {
    url,
    services,
    async close() {
      await drain(server);
      await services.close();
    },
  };
}
