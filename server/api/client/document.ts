import type { Endpoint } from "@/server/transport/endpoint";
import { openApiDocument } from "../openapi";
import type { Shape } from "./shape";

export interface QueryParameter {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema: Shape;
}

interface Content {
  content?: { "application/json"?: { schema: Shape } };
}

/** An operation as the OpenAPI document describes it. */
export interface Described {
  parameters?: QueryParameter[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content>;
}

/** The parts of the OpenAPI document that the client is generated from. */
export interface ClientDocument {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Shape> };
}

/** The OpenAPI document of these endpoints; the installation's host does not matter here. */
export function clientDocument(endpoints: readonly Endpoint[]): ClientDocument {
  const hosts = { baseUrl: "http://localhost", appUrl: "http://localhost" };
  // Plain JSON of the interfaces above; the library's types are wider.
  return JSON.parse(JSON.stringify(openApiDocument(endpoints, hosts))) as ClientDocument;
}

/** The document's description of an endpoint. @throws when it is missing */
export function describedIn(document: ClientDocument, { method, path }: Endpoint): Described {
  const found = document.paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`The document lacks ${method} ${path}`);
  return found;
}

/** Query parameters with an effect; merely validated ones are no part of the client. */
export const queryOf = ({ parameters = [] }: Described): QueryParameter[] =>
  parameters.filter(
    (one) => one.in === "query" && !one.schema.description?.startsWith("Validated, but has no effect"),
  );
