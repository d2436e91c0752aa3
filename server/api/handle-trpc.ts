import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { ApiError } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";
import { because } from "@/server/kernel/reasons";
import type { Services } from "@/server/kernel/services";
import { maximumImportBytes } from "@/server/modules/workspace/imports/schema";
import { readBytes } from "@/server/transport/read-body";
import { isSameOrigin } from "@/server/transport/same-origin";
import type { TrpcContext } from "@/server/transport/trpc";
import { refusalOf } from "@/server/transport/trpc-error";
import { appRouter } from "./trpc";

const maximumBodyBytes = 1024 * 1024;
/** Calls that upload a whole file. */
const isImport = ({ url }: Request): boolean =>
  /\/[a-z]+\.(checkImport|import)$/i.test(new URL(url).pathname);
/** Maximum calls of one request, which is also the client's batch size. */
const maximumBatch = 10;

const isLarge = ({ url }: Request): boolean =>
  new URL(url).pathname.replace(/%2C/gi, ",").split(",").length > maximumBatch;

function refuse(status: number, error: ApiError, requestId: string): Response {
  const headers = {
    "content-type": "application/json",
    "x-request-id": requestId,
    "cache-control": "no-store",
  };
  return new Response(refusalOf(error, requestId), { status, headers });
}

/** A form of another site can send text, URL-encoded and multipart bodies, but neither JSON nor our Origin. */
async function checkedPost(request: Request, services: Services): Promise<Request | ApiError> {
  if (!isSameOrigin(request.headers, new URL(services.settings.appUrl).origin))
    return new ApiError("FORBIDDEN", because("otherOrigin"));
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get("content-type") ?? ""))
    return new ApiError("INVALID_REQUEST_BODY", {
      description: "The Content-Type must be application/json.",
    });
  const atMost = isImport(request) ? maximumImportBytes : maximumBodyBytes;
  const bytes = await readBytes(request, atMost);
  if (bytes === null)
    return new ApiError("INVALID_REQUEST_BODY", {
      description: `The body is larger than ${atMost / 1024} KiB.`,
    });
  return new Request(request.url, { method: "POST", headers: request.headers, body: new Uint8Array(bytes) });
}

/**
 * Answers one call or batch of the pages at /api/trpc. `signedIn` resolves the browser's user.
 * @param more the language of their pages, by default the one that they have set; and who has to add a second factor
 */
export async function handleTrpc(
  services: Services,
  request: Request,
  signedIn: TrpcContext["signedIn"],
  more: Pick<TrpcContext, "languageFor" | "signedInAtAll"> = {},
): Promise<Response> {
  const requestId = newRequestId();
  if (isLarge(request)) {
    const description = `A batch can have at most ${maximumBatch} calls.`;
    return refuse(400, new ApiError("INVALID_REQUEST_BODY", { description }), requestId);
  }
  const checked = request.method === "POST" ? await checkedPost(request, services) : request;
  if (checked instanceof ApiError) return refuse(checked.status, checked, requestId);
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: checked,
    router: appRouter,
    maxBatchSize: maximumBatch,
    createContext: () => ({ services, requestId, signedIn, ...more }),
    responseMeta: () => ({ headers: { "x-request-id": requestId, "cache-control": "no-store" } }),
  });
}
