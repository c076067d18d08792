const MAX_LENGTH = 100

/**
 * So many letters and digits in a row may be a key: one of this service, whatever its prefix, or one of
 * another service.
 */
const LIKE_A_KEY = /[0-9A-Za-z]{30}/

/**
 * Returns the path of a request target for the log, without its query: printable ASCII, at most 100
 * characters. Returns `undefined` for an empty path and for one with anything that looks like a key.
 */
export function printablePath(target: string): string | undefined {
  const path = target.replace(/[?#].*$/s, '')
  if (path === '' || LIKE_A_KEY.test(unescapePath(path))) return undefined
  const printable = path.slice(0, MAX_LENGTH + 1).replace(/[^!-~]/gu, escapeCharacter)
  return printable.length > MAX_LENGTH ? `${printable.slice(0, MAX_LENGTH - 3)}...` : printable
}

function unescapePath(path: string): string {
  return path.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

function escapeCharacter(character: string): string {
  const bytes = new TextEncoder().encode(character)
  return Array.from(bytes, (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}
