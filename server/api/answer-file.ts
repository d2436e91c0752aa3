import { type ApiError, errorBody } from "@/server/kernel/errors";

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

/** Instead of a file: the envelope of the API. */
export function refuseFile(error: ApiError, requestId: string): Response {
  const headers = { "x-request-id": requestId, "cache-control": "no-store" };
  return Response.json({ error: errorBody(error, requestId) }, { status: error.status, headers });
}

/** What every file is sent with. @param disposition says under which name it is saved */
export const fileHeaders = (contentType: string, disposition: string, requestId: string) => ({
  "content-type": contentType,
  "content-disposition": disposition,
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "x-request-id": requestId,
});
