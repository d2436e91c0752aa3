import { request } from "undici";

/** A request for a page: the time of its HTML, and its content. */
export interface Visit {
  ms: number;
  html: string;
}

/** A signed-in user without a browser. */
export interface Visitor {
  /** The session cookie. */
  cookie: string;
  visit(path: string): Promise<Visit>;
  /** Bytes on the wire of a file, in the smallest encoding that a browser accepts. */
  weigh(path: string): Promise<number>;
}

const hidden = /<input[^>]*type="hidden"[^>]*>/g;
const attribute = (tag: string, name: string): string =>
  (new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? "")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

/** The form that a browser without JavaScript posts on sign-in. @param html of the sign-in page */
export function signInForm(html: string, person: { email: string; password: string }): FormData {
  const form = new FormData();
  for (const [tag] of html.matchAll(hidden)) form.set(attribute(tag, "name"), attribute(tag, "value"));
  form.set("email", person.email);
  form.set("password", person.password);
  form.set("intent", "password");
  return form;
}

/** Signs in as a browser without JavaScript does: with the page's form. */
export async function signIn(url: string, person: { email: string; password: string }): Promise<Visitor> {
  const page = await request(`${url}/login`, { headers: { "accept-language": "en" } });
  const answer = await fetch(`${url}/login`, {
    method: "POST",
    body: signInForm(await page.body.text(), person),
    redirect: "manual",
    headers: { origin: url },
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  if (answer.status !== 303 || !cookie) throw new Error(`Signing in was answered with ${answer.status}.`);
  return { cookie, visit: (path) => visit(url + path, cookie), weigh: (path) => weigh(url + path) };
}

async function visit(address: string, cookie: string): Promise<Visit> {
  const started = performance.now();
  const answer = await request(address, {
    headers: { cookie, accept: "text/html", "accept-language": "en" },
  });
  const html = await answer.body.text();
  const ms = performance.now() - started;
  if (answer.statusCode !== 200) throw new Error(`${address} was answered with ${answer.statusCode}.`);
  return { ms, html };
}

async function weigh(address: string): Promise<number> {
  // Does not use fetch: it counts bytes after decompression.
  const answer = await request(address, { headers: { "accept-encoding": "br, gzip" } });
  return (await answer.body.arrayBuffer()).byteLength;
}
