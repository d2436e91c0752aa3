import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Services } from "@/server/kernel/services";
import { documentSender } from "@/server/oauth/metadata-document/document-sender";
import * as certificates from "./certificates";

export type Serve = (request: IncomingMessage, response: ServerResponse) => void;

export interface DocumentStandIn {
  /** `https://127.0.0.1:<port>`. */
  origin: string;
  /** The requests received, in order. */
  requests: IncomingMessage[];
  /** Serves a response at the path from now on. @returns its URL */
  put(path: string, serve: Serve): string;
  /** Serves a valid document with the given changes. @returns its URL */
  describe(path: string, more?: Record<string, unknown>, headers?: Record<string, string>): string;
  close(): Promise<void>;
}

export const json =
  (body: unknown, headers: Record<string, string> = {}, status = 200): Serve =>
  (_request, response) =>
    void response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(typeof body === "string" ? body : JSON.stringify(body));

export const documentRedirectUri = "https://client.example.com/cb";

/** A site with client metadata documents on this machine, which the services allow and whose certificate they trust. */
export async function startDocuments(services: Services): Promise<DocumentStandIn> {
  const requests: IncomingMessage[] = [];
  const places = new Map<string, Serve>();
  const server = createServer({ key: certificates.leafKey, cert: certificates.good }, (request, response) => {
    requests.push(request);
    const serve = places.get(request.url ?? "");
    if (serve) serve(request, response);
    else response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  services.settings.webhookAllowHosts.push(place);
  documentSender(services, { ca: certificates.authority });
  const origin = `https://${place}`;
  const put = (path: string, serve: Serve): string => {
    places.set(path, serve);
    return origin + path;
  };
  return {
    origin,
    requests,
    put,
    describe: (path, more = {}, headers = {}) => {
      const own = {
        client_id: origin + path,
        client_name: "Assistant",
        redirect_uris: [documentRedirectUri],
      };
      return put(path, json({ ...own, ...more }, headers));
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
