import { endpoint } from "@/server/transport/endpoint";
import { getMe } from "./get-me";
import { meV2 } from "./present";
import { Me } from "./schema";

export const apiKeyEndpoints = [
  endpoint({
    method: "GET",
    path: "/v2/me",
    operationId: "getMe",
    tag: "Me",
    summary: "Get your key",
    description:
      "Who owns the key you call with, what it can do, which people it can see, and what's left of its limits. Use it to check a key.",
    scope: "any",
    data: Me,
    call: (ctx) => getMe(ctx),
    present: meV2,
  }),
];
