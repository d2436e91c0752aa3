import "server-only";
import type { EndpointFacts } from "@/app/(app)/dashboard/(integrations)/open-api/keys/curl-example";
import { v2Endpoints } from "@/server/api/endpoints";

/** The endpoint records as plain data for client components. */
export const endpointFacts: readonly EndpointFacts[] = v2Endpoints.map(({ method, path, scope }) => ({
  method,
  path,
  scope,
}));
