import type { IncomingMessage, ServerResponse } from "node:http";
import { requestCount, requestDuration } from "@/server/api/request-meters";
import { second } from "@/server/kernel/clock";
import { factsOf } from "@/server/kernel/request-facts";
import type { Services } from "@/server/kernel/services";
import type { FindPageRoute } from "./page-routes";

/** Told of each request as it begins; `request` is what the handlers are given. */
export type Watch = (incoming: IncomingMessage, outgoing: ServerResponse, request: Request) => void;

/** Whoever asks may name any method. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** As proxies call it when a client left before its answer. */
const clientGone = 499;

/** Counts requests. @param findPageRoute names what no handler of ours answers */
export function watchRequests({ meters }: Pick<Services, "meters">, findPageRoute: FindPageRoute): Watch {
  return (incoming, outgoing, request) => {
    const began = performance.now();
    outgoing.once("close", () => {
      const seconds = (performance.now() - began) / second;
      const { api, route } = factsOf(request) ?? findPageRoute(pathOf(incoming));
      const method = methods.has(incoming.method ?? "") ? (incoming.method ?? "") : "other";
      const status = String(outgoing.headersSent ? outgoing.statusCode : clientGone);
      meters.add(requestCount, { api, method, status });
      meters.observe(requestDuration, { api, method, route: route ?? "unmatched" }, seconds);
    });
  };
}

const pathOf = ({ url = "" }: IncomingMessage): string => url.split("?", 1)[0] ?? "";
