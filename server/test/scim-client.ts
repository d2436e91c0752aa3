import { handleScim } from "@/server/api/scim/handle-scim";
import type { Services } from "@/server/kernel/services";
import { parseRequest } from "@/server/transport/parsed-request";

interface ScimAnswer {
  status: number;
  headers: Headers;
  body: Record<string, unknown> & { id: string };
}

/** A directory's requests with one token. */
export type Scim = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ScimAnswer>;

export const scimClient =
  (services: Services, token: string): Scim =>
  async (method, path, body, headers = {}) => {
    const request = new Request(`http://localhost:3000/scim/v2${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/scim+json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const response = await handleScim(parseRequest(request, { ip: null, host: "localhost:3000" }), services);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? {} : JSON.parse(text) };
  };
