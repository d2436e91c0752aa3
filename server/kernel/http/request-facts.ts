/** Facts about a request, for monitoring and logs. */
export interface RequestFacts {
  /** The API that was called. */
  api: string;
  /** The path's template; null while none is known. */
  route: string | null;
  requestId?: string;
  workspaceId?: string | null;
  /** The id of the API key, or of the token's client. */
  keyId?: string | null;
}

/** A global symbol, the same in every bundle: the handlers write the facts, the server in front of them reads them. */
const facts = Symbol.for("timeaway.requestFacts");
type RequestWithFacts = Request & { [facts]?: RequestFacts };

/** Sets the API before its handler runs. @returns the request itself */
export function setApi(request: Request, api: string, route: string | null = null): Request {
  (request as RequestWithFacts)[facts] = { api, route };
  return request;
}

/** Adds the facts that the handler found out; a route that is already set stays. */
export function addRequestFacts(request: Request, found: Omit<RequestFacts, "api">): void {
  const known = (request as RequestWithFacts)[facts];
  if (known) Object.assign(known, { ...found, route: known.route ?? found.route });
}

/** The facts of a request; undefined when none of our handlers took it. */
export const factsOf = (request: Request): RequestFacts | undefined => (request as RequestWithFacts)[facts];
