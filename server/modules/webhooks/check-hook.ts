import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { type CheckedCreate, checkCreate } from "./check-create";
import type { HookCreate } from "./schema";

/** The fields of a webhook, as a hook calls them. */
const nameOf = (path: string): string => (path === "url" ? "targetUrl" : "event");

function renamed({ code, more }: ApiError): ApiError {
  const { details } = more;
  const fields = details?.fields?.map((fault) => ({ ...fault, path: nameOf(fault.path) }));
  return new ApiError(code, { ...more, ...(fields && { details: { ...details, fields } }) });
}

/** What is asked of a new hook: as of any webhook, in a hook's own words. @throws ApiError as `checkCreate` does */
export async function checkHook(ctx: Ctx, { targetUrl, event }: HookCreate): Promise<CheckedCreate> {
  try {
    return await checkCreate(ctx, { url: targetUrl, events: [event] });
  } catch (error) {
    throw error instanceof ApiError ? renamed(error) : error;
  }
}
