import { isReply } from "./flight-reply";
import { isEncoded, readBytes, readCodings } from "./read-body";

/** What Next takes for a server action; more it would answer with a 500. */
const maximumBytes = 1024 * 1024;

const multipart = /^\s*multipart\/form-data\s*(?:;|$)/i;
const urlEncoded = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** A form that is sent without a script names its action and the action's bound values in fields like these. */
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
 * Looks through what is posted to a page before Next does, which answers its own 500 to whatever it cannot decode: a body that is no
 * form, a server action's arguments that are none, an origin that is unknown. Takes the body of the request.
 * @returns null for what Next may have, which is also every body that means no action
 */
export async function checkPagePost(request: Request): Promise<Refusal | null> {
  if (isEncoded(request)) return compressed;
  const type = request.headers.get("content-type") ?? "";
  const isCall = request.headers.get("next-action") !== null;
  if (!multipart.test(type) && (!isCall || urlEncoded.test(type))) return null;
  // Browsers say so after some redirects and in sandboxes: it cannot be told from a form of another site.
  if (request.headers.get("origin") === "null") return foreign;
  const bytes = await readBytes(request, maximumBytes);
  if (bytes === null) return tooLong;
  if (!multipart.test(type)) return isReply(bytes.toString()) ? null : unreadable;
  const form = await formOf(type, bytes);
  return form && (isCall ? isReply(form.get("0")) : hasReadableBinding(form)) ? null : unreadable;
}

/** Node takes it from version 24 on; Next does not. */
const emptyBoundary = /;\s*boundary=(?:"")?\s*(?:;|$)/i;

async function formOf(type: string, bytes: Buffer): Promise<FormData | null> {
  if (emptyBoundary.test(type)) return null;
  const headers = { "content-type": type };
  const body = new Uint8Array(bytes);
  return new Request("http://form.invalid", { method: "POST", headers, body }).formData().catch(() => null);
}

const hasReadableBinding = (form: FormData): boolean =>
  [...form].every(([name, value]) => !boundField.test(name) || isBinding(form, name, value));

/** The first of an action's fields is its id and where its bound values are; the others are those. */
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
