import type { ApiKeyView } from "@/server/modules/integrations/keys/present";

/** The facts of an endpoint record that the pages need. */
export interface EndpointFacts {
  method: string;
  path: string;
  scope: string;
}

/** The first path that a key with these scopes can read without parameters. */
export function firstPathOf(
  endpoints: readonly EndpointFacts[],
  scopes: ApiKeyView["scopes"],
): string | null {
  const readable = ({ method, path, scope }: EndpointFacts) =>
    method === "GET" && !path.includes("{") && (scopes as readonly string[]).includes(scope);
  return endpoints.find(readable)?.path ?? null;
}

/** A first call, to paste into a terminal. */
export const curlExample = (baseUrl: string, path: string, key: string): string =>
  `curl ${baseUrl}${path} \\\n  -H "Authorization: Bearer ${key}"`;
