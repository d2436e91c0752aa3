/** Facts about a request, for monitoring and logs: handlers add what they find out. */
export interface RequestFacts {
  /** The API that was called; `pages` when none of our handlers took the request. */
  api: string;
  /** The path's template; null while none is known. */
  route: string | null;
  requestId?: string;
  workspaceId?: string | null;
  /** The id of the API key, or of the token's client. */
  keyId?: string | null;
}

/** Where a request came from, as the server in front of the handlers knows it. */
export interface Source {
  /** The caller's address; null when unknown. */
  ip: string | null;
  /** The Host header, with its port. */
  host: string;
  /** Where the handlers leave their facts for this server. */
  facts?: RequestFacts;
}

/** A request whose target and source were read once, for every handler. */
export interface ParsedRequest {
  /** For its headers and its body. */
  readonly request: Request;
  readonly method: string;
  /** As sent, apart from `plainPath`. */
  readonly path: string;
  /** The query as sent, without its question mark. */
  readonly search: string;
  readonly ip: string | null;
  readonly host: string;
  readonly facts: RequestFacts;
}

/** The facts of a request that no handler has taken. */
export const noFacts = (): RequestFacts => ({ api: "pages", route: null });

/** Percent-encoded unreserved characters: letters, digits, `-`, `.`, `_` and `~`. */
const encodedUnreserved = /%(?:2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/gi;

/** Decodes needlessly encoded characters: the path stays equivalent (RFC 3986, 6.2.2.2). */
export const plainPath = (path: string): string =>
  path.includes("%")
    ? path.replace(encodedUnreserved, (text) => String.fromCharCode(Number.parseInt(text.slice(1), 16)))
    : path;

/** Path and query of a URL as sent, apart from `plainPath`. No URL parser: it would normalise more, or throw. */
export function targetOf(url: string): { path: string; search: string } {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const target = start === -1 ? "/" : url.slice(start);
  const hash = target.indexOf("#");
  const clean = hash === -1 ? target : target.slice(0, hash);
  const mark = clean.indexOf("?");
  return mark === -1
    ? { path: plainPath(clean), search: "" }
    : { path: plainPath(clean.slice(0, mark)), search: clean.slice(mark + 1) };
}

/** Parses a request's target. The body is left to the handler, and the query to the schema of the endpoint. */
export function parseRequest(request: Request, { ip, host, facts = noFacts() }: Source): ParsedRequest {
  const { path, search } = targetOf(request.url);
  return { request, method: request.method, path, search, ip, host, facts };
}
