import { errorFor } from "@/server/kernel/database/database-unavailable";
import { exactBody, type TrpcErrorBody } from "@/server/transport/trpc-error";

/**
 * Answers an error in place of a file, in the envelope of the pages.
 * @throws unexpected errors, for the server's log
 */
export function refuseFile(thrown: unknown, requestId: string): Response {
  const error = errorFor(thrown);
  if (error.status === 500) throw thrown;
  const headers = { "x-request-id": requestId, "cache-control": "no-store" };
  return Response.json({ error: exactBody(error, requestId) }, { status: error.status, headers });
}

/** Redirects a browser to a page; the redirect is never cached. */
export const leadTo = (path: string): Response =>
  new Response(null, { status: 303, headers: { location: path, "cache-control": "no-store" } });

/** Whether a person opens the address: browsers then accept HTML, programs do not. */
const isOpened = ({ headers }: Request): boolean => /\btext\/html\b/i.test(headers.get("accept") ?? "");

/** Whether a file was refused because the proof of a second factor is too old (decision 2.19). */
export async function lacksProof(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return false;
  const { error } = (await answer.clone().json()) as { error: TrpcErrorBody };
  return error.reason?.key === "proofLapsed";
}

/** Redirects a person who opened a file's address to the page that explains the failure; any other client keeps the envelope. */
export const explained = (request: Request, answer: Response, page: string): Response =>
  answer.ok || !isOpened(request) ? answer : leadTo(page);

/** Headers of every file. @param disposition the name to save it under */
export const fileHeaders = (contentType: string, disposition: string, requestId: string) => ({
  "content-type": contentType,
  "content-disposition": disposition,
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "x-request-id": requestId,
});
