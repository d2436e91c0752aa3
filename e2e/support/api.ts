import { type APIRequestContext, expect } from "@playwright/test";
import { testedServer } from "./tested-server";

/** A call of the REST API with a key. @returns its `data` */
export async function callApi<T>(key: string, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${testedServer().url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  expect(answer.ok, `${method} ${path}: ${answer.status} ${text}`).toBe(true);
  return (JSON.parse(text || "{}") as { data: T }).data;
}

/** Sends a write that is accepted for later. @returns the id of its operation */
export async function writeLater(key: string, method: string, path: string, body: object): Promise<string> {
  const answer = await fetch(`${testedServer().url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      prefer: "respond-async",
    },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(202);
  return ((await answer.json()) as { operation: { id: string } }).operation.id;
}

/** Sends requests with a key, whatever the answer. */
export const callerOf =
  (request: APIRequestContext, key: string) =>
  (path: string, method = "GET", data?: object) =>
    request.fetch(path, { method, headers: { authorization: `Bearer ${key}` }, data });
