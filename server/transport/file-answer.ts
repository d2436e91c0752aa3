/** A file to answer with, part by part. */
export interface FileAnswer {
  name: string;
  contentType: string;
  byteCount: number;
  chunks: AsyncGenerator<Uint8Array>;
}

/** RFC 6266: an ASCII name for every client, and the full name for clients that know RFC 8187. */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const escaped = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  const whole = encodeURIComponent(name).replace(/['()*]/g, escaped);
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}

/** Headers of a file that people have sent: a browser saves it, and runs nothing in it. */
export const sentFileHeaders = ({ name, contentType, byteCount }: FileAnswer): Record<string, string> => ({
  "content-type": contentType,
  "content-disposition": attachment(name),
  "content-length": String(byteCount),
  "x-content-type-options": "nosniff",
  "content-security-policy": "sandbox; default-src 'none'",
  "cache-control": "no-store",
});

/** Pulls each part only after the reader has taken the previous one. An error while streaming aborts the download. */
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
