import type { Services } from "@/server/kernel/services";
import { readBytes } from "@/server/transport/read-body";
import type { Later } from "./request-mail";
import { runNextAuth } from "./run-next-auth";

const maximumBodyBytes = 64 * 1024;

async function fieldsOf(request: Request): Promise<Record<string, string> | null> {
  const bytes = await readBytes(request, maximumBodyBytes);
  if (bytes === null) return null;
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("application/json")) return Object.fromEntries(new URLSearchParams(bytes.toString()));
  const value: unknown = JSON.parse(bytes.toString() || "{}");
  return Object.fromEntries(
    Object.entries(value ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** Answers /api/auth/*: the protocol endpoints of sign-in with a provider, and next-auth's own endpoints. */
export async function handleNextAuth(
  services: Services,
  request: Request,
  segments: readonly string[],
  cookies: Record<string, string>,
  later?: Later,
): Promise<Response> {
  const body = request.method === "POST" ? await fieldsOf(request).catch(() => null) : {};
  if (body === null) return new Response(null, { status: 400 });
  const answer = await runNextAuth(services, {
    method: request.method,
    segments,
    query: Object.fromEntries(new URL(request.url).searchParams),
    body,
    cookies,
    headers: request.headers,
    later,
  });
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}
