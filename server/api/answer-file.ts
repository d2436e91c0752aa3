import { errorFor } from "@/server/kernel/database-unavailable";
import { errorBody } from "@/server/kernel/errors";

/** Each part is asked for when the reader has taken the one before. What goes wrong on the way breaks the download off. */
export function streamOf(
  parts: AsyncGenerator<Uint8Array>,
  onFail: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const part = await parts.next();
          if (part.done) controller.close();
          else controller.enqueue(part.value);
        } catch (error) {
          onFail(error);
          controller.error(error);
        }
      },
      async cancel() {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Instead of a file: the envelope of the API.
 * @throws what nobody foresaw, for the server's log
 */
export function refuseFile(thrown: unknown, requestId: string): Response {
  const error = errorFor(thrown);
  if (error.status === 500) throw thrown;
  const headers = { "x-request-id": requestId, "cache-control": "no-store" };
  return Response.json({ error: errorBody(error, requestId) }, { status: error.status, headers });
}

/** Leads a browser to a page; the answer is about this moment only. */
export const leadTo = (path: string): Response =>
  new Response(null, { status: 303, headers: { location: path, "cache-control": "no-store" } });

/** Whether a person looks at the answer: browsers name HTML when they open an address, programs do not. */
const isOpened = ({ headers }: Request): boolean => /\btext\/html\b/i.test(headers.get("accept") ?? "");

/** A person who opened a file's address is led to the page that says why there is none; everybody else keeps the envelope. */
export const explained = (request: Request, answer: Response, page: string): Response =>
  answer.ok || !isOpened(request) ? answer : leadTo(page);

/** What every file is sent with. @param disposition says under which name it is saved */
export const fileHeaders = (contentType: string, disposition: string, requestId: string) => ({
  "content-type": contentType,
  "content-disposition": disposition,
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "x-request-id": requestId,
});
