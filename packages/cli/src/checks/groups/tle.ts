import { type CheckGroup, type Violation, violations } from '#checks/check'
import { TLE } from '#checks/expected-api'
import { expectOk } from '#checks/sample-requests'
import type { Exchange, Target } from '#checks/target'

export const tle: CheckGroup = {
  title: 'TLE text',
  checks: [
    {
      id: 'tle.media-type',
      clause: 'C9.1',
      expects: 'TLE groups are text/plain; charset=utf-8',
      run: (target) =>
        checkText(target, 'content-type', ({ headers }) => {
          const type = headers.get('content-type')
          return type === 'text/plain; charset=utf-8' ? undefined : `Content-Type: ${type ?? 'none'}`
        }),
    },
    {
      id: 'tle.lines',
      clause: 'C9.2',
      expects: 'three lines per object, ended by LF: a name without leading 0 and two lines of 69 columns',
      run: (target) => checkText(target, 'body', ({ text }) => checkLines(text)),
    },
    {
      id: 'tle.checksums',
      clause: 'C9.3',
      expects: 'all checksums are valid, and both lines of an object have the same number',
      run: (target) => checkText(target, 'body', ({ text }) => checkChecksums(text)),
    },
    {
      id: 'tle.count',
      clause: 'C9.4',
      expects: 'x-tle-count is the number of objects',
      run: (target) =>
        checkText(target, 'x-tle-count', ({ headers, text }) => {
          const given = headers.get('x-tle-count')
          // A wrong number of lines is reported by `tle.lines`.
          const lines = text.split('\n').length - 1
          if (lines % 3 !== 0 || given === String(lines / 3)) return undefined
          return `x-tle-count: ${given ?? 'none'}, expected ${lines / 3}`
        }),
    },
    {
      id: 'tle.headers',
      clause: 'C9.5',
      expects: 'it has x-source, x-fetched-at and x-valid-until',
      run: async (target): Promise<Violation[]> => {
        const exchange = expectOk(await target.get(TLE))
        return ['x-source', 'x-fetched-at', 'x-valid-until']
          .filter((name) => !exchange.headers.has(name))
          .map((aspect) => ({ exchange, aspect, message: `without ${aspect}` }))
      },
    },
    {
      id: 'tle.any-case',
      clause: 'C9.6',
      expects: 'group names are case-insensitive',
      async run(target) {
        expectOk(await target.get(TLE))
        const shouted = await target.get(TLE.replace('stations', 'STATIONS'))
        return violations([shouted], 'status', ({ status }) =>
          status === 200 ? undefined : `${status}, expected 200`,
        )
      },
    },
  ],
}

async function checkText(
  target: Target,
  aspect: string,
  validate: (exchange: Exchange) => string | undefined,
): Promise<Violation[]> {
  return violations([expectOk(await target.get(TLE))], aspect, validate)
}

function checkLines(text: string): string | undefined {
  if (text.includes('\r')) return 'lines end with CR'
  if (text !== '' && !text.endsWith('\n')) return 'the last line has no LF'
  const lines = text.split('\n').slice(0, -1)
  if (lines.length % 3 !== 0) return `${lines.length} lines`
  const at = lines.findIndex((line, i) => {
    if (i % 3 === 0) return line === '' || line.startsWith('0 ')
    return line.length !== 69 || !line.startsWith(`${i % 3} `)
  })
  return at < 0 ? undefined : `line ${at + 1} is ${JSON.stringify(lines[at]).slice(0, 80)}`
}

function checkChecksums(text: string): string | undefined {
  const lines = text.split('\n')
  const at = lines.findIndex((line, i) => {
    if (i % 3 === 0 || line.length !== 69) return false
    const isTwin = i % 3 === 1 || line.slice(2, 7) === lines[i - 1]?.slice(2, 7)
    return !isTwin || checksum(line.slice(0, 68)) !== Number(line[68])
  })
  return at < 0 ? undefined : `line ${at + 1}`
}

/** Returns the TLE checksum: digits count as they are, a minus as 1; modulo 10. */
function checksum(line: string): number {
  return [...line].reduce((sum, sign) => sum + (sign === '-' ? 1 : Number(sign) || 0), 0) % 10
}
