/** Answers what fetches the consent page ahead: viewing it binds the request, and may even answer it. */
export const GET = (): Response =>
  new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
