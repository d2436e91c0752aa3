const notFound = () => new Response("Not Found\n", { status: 404 });

// Unknown paths would be pages, and a page would try to read what is posted to it.
export {
  notFound as DELETE,
  notFound as GET,
  notFound as HEAD,
  notFound as OPTIONS,
  notFound as PATCH,
  notFound as POST,
  notFound as PUT,
};
