/** Splits a printed command line into words as a POSIX shell does: quotes and backslashes, and nothing else. */
export function wordsOf(line: string): string[] {
  const words = line.match(/(?:'[^']*'|\\.|[^\s'\\])+/g) ?? []
  return words.map((word) => word.replace(/'([^']*)'|\\(.)/g, '$1$2'))
}

/** Sends the request of a printed line of curl. */
export function sendPrinted(line: string): Promise<Response> {
  const [program, ...words] = wordsOf(line)
  if (program !== 'curl') throw new Error(`no line of curl: ${line}`)
  const headers = new Headers()
  const init: RequestInit = { headers }
  let url = ''
  while (words.length > 0) {
    const word = words.shift() ?? ''
    if (word === '-X') init.method = words.shift() ?? ''
    else if (word === '-d') init.body = words.shift() ?? ''
    else if (word === '-H') {
      const [name = '', value = ''] = (words.shift() ?? '').split(/: (.*)/)
      headers.append(name, value)
    } else if (word !== '-s') url = word
  }
  return fetch(url, init)
}
