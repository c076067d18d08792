import { type Check, type CheckGroup, expectOk, failures } from '#doctor/check'
import { TLE } from '#doctor/demanded'
import { findExample, requestExample } from '#doctor/requests'
import type { Exchange } from '#doctor/target'

export const tle: CheckGroup = {
  title: 'TLE text',
  checks: [
    textCheck(
      'tle.lines',
      'C9.2',
      'three lines per object, ended by LF: a name without leading 0 and two lines of 69 columns',
      ({ text }) => {
        if (text.includes('\r')) return 'lines end with CR'
        if (text !== '' && !text.endsWith('\n')) return 'the last line has no LF'
        const lines = text.split('\n').slice(0, -1)
        if (lines.length % 3 !== 0) return `${lines.length} lines`
        const at = lines.findIndex((line, i) => {
          if (i % 3 === 0) return line === '' || line.startsWith('0 ')
          return line.length !== 69 || !line.startsWith(`${i % 3} `)
        })
        return at < 0 ? undefined : `line ${at + 1} is ${JSON.stringify(lines[at]).slice(0, 80)}`
      },
    ),
    textCheck(
      'tle.checksums',
      'C9.3',
      'all checksums are valid, and both lines of an object have the same number',
      ({ text }) => {
        const lines = text.split('\n')
        const at = lines.findIndex((line, i) => {
          if (i % 3 === 0 || line.length !== 69) return false
          const isTwin = i % 3 === 1 || line.slice(2, 7) === lines[i - 1]?.slice(2, 7)
          return !isTwin || checksum(line.slice(0, 68)) !== Number(line[68])
        })
        return at < 0 ? undefined : `line ${at + 1}`
      },
    ),
    textCheck('tle.count', 'C9.4', 'x-tle-count is the number of objects', ({ headers, text }) => {
      const given = headers.get('x-tle-count')
      // A wrong number of lines is reported by `tle.lines`.
      const lines = text.split('\n').length - 1
      if (lines % 3 !== 0 || given === String(lines / 3)) return undefined
      return `x-tle-count: ${given ?? 'none'}, expected ${lines / 3}`
    }),
    {
      id: 'tle.any-case',
      clause: 'C9.6',
      expects: 'group names are case-insensitive',
      async run(target) {
        const { path } = await findExample(TLE, target)
        expectOk(await target.get(path))
        const name = path.slice(path.lastIndexOf('/'))
        const shouted = await target.get(path.replace(name, name.toUpperCase()))
        return failures([shouted], ({ status }) => (status === 200 ? undefined : `${status}, expected 200`))
      },
    },
    {
      id: 'tle.accept',
      clause: 'C9.8',
      expects: 'Accept: text/csv selects OMM as CSV',
      async run(target) {
        const { path } = await findExample(TLE, target)
        const csv = expectOk(await target.get(path, { accept: 'text/csv' }))
        return failures([csv], ({ headers }) =>
          headers.get('content-type')?.startsWith('text/csv') ? undefined : 'it is another format',
        )
      },
    },
  ],
}

function textCheck(
  id: string,
  clause: string,
  expects: string,
  validate: (exchange: Exchange) => string | undefined,
): Check {
  const run: Check['run'] = async (target) => failures([await requestExample(TLE, target)], validate)
  return { id, clause, expects, run }
}

/** Returns the TLE checksum: digits count as they are, a minus as 1; modulo 10. */
function checksum(line: string): number {
  return [...line].reduce((sum, sign) => sum + (sign === '-' ? 1 : Number(sign) || 0), 0) % 10
}
