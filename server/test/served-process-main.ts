import { dispatchWith } from "@/server/api/dispatch";
import { type Handlers, leanServer, listen } from "@/server/cli/lean-server";
import { loadSettings } from "@/server/kernel/env";
import { createServices } from "@/server/kernel/services";

// A separate process that a test can kill: it serves at $PORT, over real HTTP, as `npm start` does but without the pages.
const settings = loadSettings(process.env);
const services = createServices(settings, { leanMount: true });
const handlers: Handlers = {
  dispatch: (request, source) => dispatchWith(services, request, source),
  pages: async () => undefined,
};
const server = leanServer(Promise.resolve(handlers), { trustedProxies: 0, onError: console.error });
await listen(server, settings.port, "127.0.0.1");
process.stdout.write("listening\n");
