// A bare Worker: the least that workerd can do. The bundler puts the answer in the place of RECORDED.
const { body, headers, status } = RECORDED
const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0))
const fields = Object.fromEntries(headers)

export default { fetch: () => new Response(bytes, { status, headers: fields }) }
