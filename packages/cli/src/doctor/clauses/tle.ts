import { type Breach, type Chapter, faults } from '#doctor/check'
import type { Exchange, Patient } from '#doctor/patient'
import { ok } from '#doctor/samples'
import { TLE } from '#doctor/specification'

export const tle: Chapter = {
  title: 'TLE text',
  checks: [
    {
      id: 'tle.media-type',
      clause: 'SPEC 2.6, DECISIONS 2',
      holds: 'a TLE group is text/plain; charset=utf-8',
      look: (patient) =>
        ofText(patient, 'content-type', ({ headers }) => {
          const type = headers.get('content-type')
          return type === 'text/plain; charset=utf-8' ? undefined : `Content-Type: ${type ?? 'none'}`
        }),
    },
    {
      id: 'tle.lines',
      clause: 'SPEC 2.6, DECISIONS 2',
      holds:
        'three lines to an object, ended by LF: a name without a leading 0, then two lines of 69 columns',
      look: (patient) => ofText(patient, 'body', ({ text }) => lineFault(text)),
    },
    {
      id: 'tle.checksums',
      clause: 'DECISIONS 2',
      holds: 'every line has a valid checksum, and both lines of an object its number',
      look: (patient) => ofText(patient, 'body', ({ text }) => sumFault(text)),
    },
    {
      id: 'tle.count',
      clause: 'DECISIONS 2',
      holds: 'x-tle-count is the number of objects in the text',
      look: (patient) =>
        ofText(patient, 'x-tle-count', ({ headers, text }) => {
          const given = headers.get('x-tle-count')
          // A text that has not three lines to an object is named by its own check.
          const lines = text.split('\n').length - 1
          if (lines % 3 !== 0 || given === String(lines / 3)) return undefined
          return `x-tle-count: ${given ?? 'none'}, where there are ${lines / 3}`
        }),
    },
    {
      id: 'tle.headers',
      clause: 'DECISIONS 2',
      holds:
        'its freshness stands in x-source, x-fetched-at and x-valid-until, what it omits in x-tle-omitted',
      look: async (patient): Promise<Breach[]> => {
        const exchange = ok(await patient.get(TLE))
        return ['x-source', 'x-fetched-at', 'x-valid-until', 'x-tle-omitted']
          .filter((name) => !exchange.headers.has(name))
          .map((aspect) => ({ exchange, aspect, words: `without ${aspect}` }))
      },
    },
    {
      id: 'tle.any-case',
      clause: 'DECISIONS 3',
      holds: 'the name of a group is taken in any case',
      async look(patient) {
        ok(await patient.get(TLE))
        const shouted = await patient.get(TLE.replace('stations', 'STATIONS'))
        return faults([shouted], 'status', ({ status }) =>
          status === 200 ? undefined : `${status}, not 200`,
        )
      },
    },
  ],
}

async function ofText(
  patient: Patient,
  aspect: string,
  faultOf: (exchange: Exchange) => string | undefined,
): Promise<Breach[]> {
  return faults([ok(await patient.get(TLE))], aspect, faultOf)
}

function lineFault(text: string): string | undefined {
  if (text.includes('\r')) return 'lines end in CR'
  if (text !== '' && !text.endsWith('\n')) return 'the last line does not end'
  const lines = text.split('\n').slice(0, -1)
  if (lines.length % 3 !== 0) return `${lines.length} lines`
  const at = lines.findIndex((line, i) => {
    if (i % 3 === 0) return line === '' || line.startsWith('0 ')
    return line.length !== 69 || !line.startsWith(`${i % 3} `)
  })
  return at < 0 ? undefined : `line ${at + 1} is ${JSON.stringify(lines[at]).slice(0, 80)}`
}

function sumFault(text: string): string | undefined {
  const lines = text.split('\n')
  const at = lines.findIndex((line, i) => {
    if (i % 3 === 0 || line.length !== 69) return false
    const isTwin = i % 3 === 1 || line.slice(2, 7) === lines[i - 1]?.slice(2, 7)
    return !isTwin || checksum(line.slice(0, 68)) !== Number(line[68])
  })
  return at < 0 ? undefined : `line ${at + 1}`
}

/** Digits count as they are, a minus as 1, all else as 0; modulo 10. */
function checksum(line: string): number {
  return [...line].reduce((sum, sign) => sum + (sign === '-' ? 1 : Number(sign) || 0), 0) % 10
}
