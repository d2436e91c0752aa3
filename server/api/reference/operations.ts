import type { Settings } from "@/server/kernel/env";
import type { Endpoint } from "@/server/transport/endpoint";
import { clientNames } from "../client/names";
import { v2Endpoints } from "../endpoints";
import { openApiDocument } from "../openapi";
import { errorCodesOf } from "../openapi-errors";
import { v1Endpoints } from "../v1-endpoints";
import { v1Document } from "../v1-openapi";
import { errorRowOf } from "./conditions";
import { keyLimits, limitsOf } from "./limits";
import type { Operation } from "./operation";
import { documentOf, operationOf, type VersionWords } from "./operation-of";
import { rolesOf } from "./roles";
import { v1ErrorsOf } from "./v1-errors";

const apiKey = { header: "Authorization", scheme: "Bearer ", variable: "TIMEAWAY_API_KEY" };
const legacyKey = { header: "x-api-key", scheme: "", variable: "TIMEAWAY_V1_KEY" };

const names = clientNames(v2Endpoints);

const v2Words = (endpoint: Endpoint, settings: Settings): VersionWords => ({
  version: "v2",
  scope: endpoint.scope,
  plan: endpoint.plan ?? null,
  roles: rolesOf(endpoint),
  errors: errorCodesOf(endpoint).map((code) =>
    errorRowOf(code, endpoint.operationId, !!endpoint.write?.onBehalf),
  ),
  limits: limitsOf(endpoint, settings),
  baseUrl: settings.baseUrl,
  key: endpoint.scope === "public" ? null : apiKey,
  // A caller without a key has no client.
  clientName: (endpoint.scope !== "public" && names.get(endpoint.operationId)) || null,
});

const v1Words = (endpoint: Endpoint, { baseUrl }: Settings): VersionWords => ({
  version: "v1",
  scope: "legacy",
  plan: null,
  roles: [],
  errors: v1ErrorsOf(endpoint),
  limits: [keyLimits],
  baseUrl,
  key: legacyKey,
  clientName: null,
});

/** Every v2 operation, in the order of the document. */
export function v2Operations(settings: Settings): Operation[] {
  const document = documentOf(openApiDocument(v2Endpoints, settings));
  return v2Endpoints.map((endpoint) => operationOf(endpoint, document, v2Words(endpoint, settings)));
}

/** The six operations of the sealed version. */
export function v1Operations(settings: Settings): Operation[] {
  const document = documentOf(v1Document());
  return v1Endpoints.map((endpoint) => operationOf(endpoint, document, v1Words(endpoint, settings)));
}
