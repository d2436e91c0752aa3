/** Answers prefetches of the consent page: viewing the page binds the request, and may even answer it. */
export const GET = (): Response =>
  new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
