import { getRequestListener } from "@hono/node-server";

/**
 * The adapter's own Response, which is written to the socket without being turned into a stream first: several times cheaper than Node's.
 * The adapter offers it only by replacing the global one, which Next needs unchanged. So this takes it from there and restores the global;
 * the bundler uses it for every `Response` in the request handlers.
 */
function lightResponse(): typeof Response {
  const own = {
    Request: Object.getOwnPropertyDescriptor(globalThis, "Request"),
    Response: Object.getOwnPropertyDescriptor(globalThis, "Response"),
  };
  getRequestListener(() => undefined);
  const light = globalThis.Response;
  for (const [name, descriptor] of Object.entries(own)) {
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
  }
  return light;
}

const Light = lightResponse();

export { Light as Response };
