/** Returns as many bytes as the query asks for: what an answer costs that takes no work. */
export default {
  fetch: (request: Request) =>
    new Response(new Uint8Array(Number(new URL(request.url).searchParams.get('bytes')))),
}
