import { z } from "zod";
import { createDocument } from "zod-openapi";
import type { Endpoint } from "@/server/transport/endpoint";
import { v1Endpoints } from "./v1-endpoints";

/** The success body: v1's envelope around the record's shape. */
function bodyOf({ data, list }: Endpoint): z.ZodType {
  const body = z.object({ status: z.literal("ok"), data: z.array(data ?? z.unknown()) });
  return list === "paged"
    ? body.extend({ nextToken: z.string().optional().meta({ description: "Absent on the last page." }) })
    : body;
}

/** The sealed version as an OpenAPI document, for the reference alone: it is served nowhere. */
export const v1Document = () =>
  createDocument({
    openapi: "3.1.0",
    info: { title: "Timeaway REST API v1", version: "1.0.0" },
    paths: Object.fromEntries(
      v1Endpoints.map((endpoint) => [
        endpoint.path,
        {
          get: {
            operationId: endpoint.operationId,
            ...(endpoint.query && { requestParams: { query: endpoint.query } }),
            responses: {
              200: { description: "OK", content: { "application/json": { schema: bodyOf(endpoint) } } },
            },
          },
        },
      ]),
    ),
  });
