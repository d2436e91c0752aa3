import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { type CheckedCreate, checkCreate } from "./check-create";
import type { HookCreate } from "./schema";

/** Maps a webhook's field names to those of a hook. */
const nameOf = (path: string): string => (path === "url" ? "targetUrl" : "event");

function renamed({ code, more }: ApiError): ApiError {
  const { details } = more;
  const fields = details?.fields?.map((fault) => ({ ...fault, path: nameOf(fault.path) }));
  return new ApiError(code, { ...more, ...(fields && { details: { ...details, fields } }) });
}

/** The checks of any webhook, with the field names of a hook. @throws ApiError as `checkCreate` does */
export async function checkHook(ctx: Ctx, { targetUrl, event }: HookCreate): Promise<CheckedCreate> {
  try {
    return await checkCreate(ctx, { url: targetUrl, events: [event] });
  } catch (error) {
    throw error instanceof ApiError ? renamed(error) : error;
  }
}
