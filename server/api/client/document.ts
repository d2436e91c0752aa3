import type { Endpoint } from "@/server/transport/endpoint";
import { openApiDocument } from "../openapi";
import type { Shape } from "./shape";

/** A parameter of the query. */
export interface QueryParameter {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema: Shape;
}

interface Content {
  content?: { "application/json": { schema: Shape } };
}

/** An operation as the document describes it. */
export interface Described {
  parameters?: QueryParameter[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content>;
}

/** As much of the OpenAPI document as the client is made of. */
export interface ClientDocument {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Shape> };
}

/** The document of these endpoints; where the installation is does not matter here. */
export function clientDocument(endpoints: readonly Endpoint[]): ClientDocument {
  const hosts = { baseUrl: "http://localhost", appUrl: "http://localhost" };
  // Plain JSON of the shape that the interfaces above describe, wider in the library's types.
  return JSON.parse(JSON.stringify(openApiDocument(endpoints, hosts))) as ClientDocument;
}

/** What the document says of an endpoint. @throws when it lacks it */
export function describedIn(document: ClientDocument, { method, path }: Endpoint): Described {
  const found = document.paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`The document lacks ${method} ${path}`);
  return found;
}

/** Query parameters that do something: one that is only validated is no part of the client. */
export const queryOf = ({ parameters = [] }: Described): QueryParameter[] =>
  parameters.filter(
    (one) => one.in === "query" && !one.schema.description?.startsWith("Validated, but has no effect"),
  );
