const notFound = () => new Response("Not Found\n", { status: 404 });

// Unknown paths would be pages, and a page would try to parse a posted body.
export {
  notFound as DELETE,
  notFound as GET,
  notFound as HEAD,
  notFound as OPTIONS,
  notFound as PATCH,
  notFound as POST,
  notFound as PUT,
};
