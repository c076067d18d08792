import { type CheckGroup, expectOk, failures, SkippedCheck } from '#doctor/check'
import { MARKER, readDocument } from '#doctor/requests'
import type { Target } from '#doctor/target'

const GP = '/NORAD/elements/gp.php'
const SWPC_TEXT = '/text/'
const NOTICE = 'not a service of NOAA'
const INDICES = /^Solar flux \d+ and estimated planetary A-index \d+\.$/m

export const compat: CheckGroup = {
  title: 'Paths of other services',
  checks: [
    {
      id: 'compat.tle',
      clause: 'C20.3',
      expects: 'TLE at CelesTrak’s path has CRLF line endings and only five-digit catalogue numbers',
      async run(target) {
        return failures([expectOk(await getGp(target, 'GROUP=stations&FORMAT=TLE'))], ({ text }) => {
          const lines = text.split('\r\n').slice(0, -1)
          if (lines.length === 0 || lines.length % 3 !== 0) return `${lines.length} lines end with CRLF`
          const at = lines.findIndex((line, i) => i % 3 > 0 && !/^[12] [ \d]{5}/.test(line))
          return at < 0 ? undefined : `line ${at + 1} has no five-digit number`
        })
      },
    },
    {
      id: 'compat.nothing',
      clause: 'C20.4',
      expects: 'unknown groups are 404 with CelesTrak’s message, and a query without a selection is 400',
      async run(target) {
        const absent = await getGp(target, `GROUP=${MARKER}`)
        const empty = await getGp(target, 'FORMAT=JSON')
        return [
          ...failures([absent], ({ status, text }) =>
            status === 404 && text.startsWith('No GP data found') ? undefined : `${status}, expected 404`,
          ),
          ...failures([empty], ({ status }) => (status === 400 ? undefined : `${status}, expected 400`)),
        ]
      },
    },
    {
      id: 'compat.dates',
      clause: 'C20.2',
      expects: 'If-Modified-Since with the Last-Modified of a response responds 304',
      async run(target) {
        const query = 'GROUP=stations&FORMAT=JSON'
        const { headers } = expectOk(await getGp(target, query))
        const since = headers.get('last-modified') ?? ''
        return failures([await getGp(target, query, { 'if-modified-since': since })], ({ status }) =>
          status === 304 ? undefined : `${status}, expected 304`,
        )
      },
    },
    {
      id: 'compat.not-official',
      clause: 'C20.6',
      expects: 'files at NOAA SWPC’s paths have NOAA’s format and a notice that NOAA does not provide them',
      async run(target) {
        await assertOffered(target, `${SWPC_TEXT}{file}`)
        const wwv = expectOk(await target.get(`${SWPC_TEXT}wwv.txt`))
        const kp = expectOk(await target.get('/products/noaa-planetary-k-index.json'))
        return [
          ...failures([wwv, kp], ({ headers }) =>
            headers.get('x-notice')?.includes(NOTICE) ? undefined : 'x-notice lacks the notice',
          ),
          ...failures([wwv], ({ text }) => {
            if (!text.includes(NOTICE)) return 'the text lacks the notice'
            return INDICES.test(text) ? undefined : 'it has no line of indices'
          }),
        ]
      },
    },
  ],
}

/** @throws SkippedCheck if the deployment does not serve the paths of CelesTrak */
async function getGp(target: Target, query: string, headers?: Readonly<Record<string, string>>) {
  await assertOffered(target, GP)
  return target.get(`${GP}?${query}`, headers)
}

/** @throws SkippedCheck if the deployment does not serve a path */
async function assertOffered(target: Target, path: string): Promise<void> {
  const { operations } = await readDocument(target)
  if (!operations.some(({ template }) => template === path)) throw new SkippedCheck('the path is not served')
}
