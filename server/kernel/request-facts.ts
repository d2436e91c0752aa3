/** What a request was found to be, for who watches from outside. */
export interface RequestFacts {
  /** Which of our interfaces was asked. */
  api: string;
  /** The path's template; null as long as none is known. */
  route: string | null;
  requestId?: string;
  workspaceId?: string | null;
  /** Of the API key, or of the client whose token was shown. */
  keyId?: string | null;
}

/** By this name in every bundle: the handlers tell, the server in front of them reads. */
const facts = Symbol.for("timeaway.requestFacts");
type RequestWithFacts = Request & { [facts]?: RequestFacts };

/** Tells which interface is asked, before its handler is. @returns the request itself */
export function setApi(request: Request, api: string, route: string | null = null): Request {
  (request as RequestWithFacts)[facts] = { api, route };
  return request;
}

/** Tells what else the handler found out; a route that was told before stays. */
export function addRequestFacts(request: Request, found: Omit<RequestFacts, "api">): void {
  const told = (request as RequestWithFacts)[facts];
  if (told) Object.assign(told, { ...found, route: told.route ?? found.route });
}

/** What was told of a request; undefined when it is none of our handlers'. */
export const factsOf = (request: Request): RequestFacts | undefined => (request as RequestWithFacts)[facts];
