import { isReply } from "./flight-reply";
import { isEncoded, readBytes, readCodings } from "./read-body";

/** Next's maximum for a server action; it answers a longer body with a 500. */
const maximumBytes = 1024 * 1024;

const multipart = /^\s*multipart\/form-data\s*(?:;|$)/i;
const urlEncoded = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Field names in a form sent without JavaScript: they carry its action and the action's bound values. */
const boundField = /^\$ACTION_\d+:\d+$/;

export interface Refusal {
  status: 400 | 403 | 413 | 415;
  headers?: Record<string, string>;
  text: string;
}

const unreadable: Refusal = {
  status: 400,
  text: "This form could not be read. Go back, reload the page, and try again.\n",
};
const tooLong: Refusal = { status: 413, text: "This form is longer than a page takes.\n" };
const compressed: Refusal = { status: 415, headers: readCodings, text: "Send the form uncompressed.\n" };
const foreign: Refusal = { status: 403, text: "Forbidden\n" };

/**
 * Validates a POST to a page before Next does, because Next answers whatever it cannot decode with a 500: an invalid form, invalid
 * arguments of a server action, an unknown origin. Consumes the request's body.
 * @returns null for what Next may handle, which includes every body that is no action
 */
export async function checkPagePost(request: Request): Promise<Refusal | null> {
  if (isEncoded(request)) return compressed;
  const type = request.headers.get("content-type") ?? "";
  const isCall = request.headers.get("next-action") !== null;
  if (!multipart.test(type) && (!isCall || urlEncoded.test(type))) return null;
  // Browsers send it after some redirects and in sandboxes: it is indistinguishable from a form on another site.
  if (request.headers.get("origin") === "null") return foreign;
  const bytes = await readBytes(request, maximumBytes);
  if (bytes === null) return tooLong;
  if (!multipart.test(type)) return isReply(bytes.toString()) ? null : unreadable;
  const form = await formOf(type, bytes);
  return form && (isCall ? isReply(form.get("0")) : hasReadableBinding(form)) ? null : unreadable;
}

/** Node accepts it from version 24 on; Next does not. */
const emptyBoundary = /;\s*boundary=(?:"")?\s*(?:;|$)/i;

async function formOf(type: string, bytes: Buffer): Promise<FormData | null> {
  if (emptyBoundary.test(type)) return null;
  const headers = { "content-type": type };
  const body = new Uint8Array(bytes);
  return new Request("http://form.invalid", { method: "POST", headers, body }).formData().catch(() => null);
}

const hasReadableBinding = (form: FormData): boolean =>
  [...form].every(([name, value]) => !boundField.test(name) || isBinding(form, name, value));

/** The first field of an action has its id and the reference to its bound values; the other fields are those values. */
function isBinding(form: FormData, name: string, value: FormDataEntryValue): boolean {
  if (!name.endsWith(":0")) return isReply(value);
  const valuesName = `${name.slice(0, -1)}1`;
  const plain = typeof value === "string" ? value : "";
  const { bound, id } = parsedObject(plain);
  if (typeof id !== "string") return false;
  return bound === null || bound === undefined || (bound === "$@1" && form.has(valuesName));
}

function parsedObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
