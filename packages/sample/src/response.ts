/** Returns a JSON response with the headers that the providers share. */
export function json(body: unknown, maxAgeSeconds = 60): Response {
  return jsonText(JSON.stringify(body), maxAgeSeconds)
}

/** Like `json`, for text that is JSON already. */
export function jsonText(body: string, maxAgeSeconds = 60): Response {
  const headers = {
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    'cache-control': maxAgeSeconds > 0 ? `max-age=${maxAgeSeconds}` : 'no-cache',
  }
  return new Response(body, { headers })
}

/** Returns a response in plain text. */
export function plainText(body: string): Response {
  return new Response(body, { headers: { 'content-type': 'text/plain', 'cache-control': 'max-age=60' } })
}

/** Returns a 404 with the provider's body. */
export function notFound(contentType: string, body: string): Response {
  return new Response(body, { status: 404, headers: { 'content-type': contentType } })
}
