import {
  type CheckGroup,
  describeDifferences,
  errorViolations,
  getMember,
  memberNames,
  SkippedCheck,
  violations,
} from '#checks/check'
import { keyHeaders } from '#checks/sample-requests'
import type { Exchange, Target } from '#checks/target'

const SHELLS = '/v1/shells'
/** The example of the OpenAPI document: a well-formed id that no custom shell has. */
const UNKNOWN = `${SHELLS}/shl_4tQ9wLx2Vb7Rk1NsE6Zc`

export const customShells: CheckGroup = {
  title: 'Custom shells',
  checks: [
    {
      id: 'shells.list',
      clause: 'C17.1, C17.2',
      expects: 'the list of custom shells is uncached, in any tier',
      async run(target) {
        const list = await requestWithKey(SHELLS, target)
        return [
          ...violations([list], 'status', ({ status }) => (status === 200 ? undefined : `${status}`)),
          ...violations([list], 'body', ({ json }) =>
            describeDifferences(memberNames(getMember(json, 'data')), ['count', 'limit', 'shells']),
          ),
          ...violations([list], 'cache-control', (exchange) => {
            const given = exchange.headers.get('cache-control')
            const isKnown = given === 'no-store' || target.isAttributed(exchange, 'cache-control')
            return isKnown ? undefined : `Cache-Control: ${given ?? 'none'}`
          }),
        ]
      },
    },
    {
      id: 'shells.unknown',
      clause: 'C17.3',
      expects: 'the custom shell of nobody is 404 custom_shell_not_found',
      async run(target) {
        const paths = [UNKNOWN, `${UNKNOWN}/density`, `${UNKNOWN}/history`, `${UNKNOWN}/diff`]
        const answers = []
        for (const path of paths) answers.push(await requestWithKey(path, target))
        return answers.flatMap((answer) => errorViolations(answer, 404, 'custom_shell_not_found'))
      },
    },
  ],
}

async function requestOffered(target: Target): Promise<Exchange> {
  const exchange = await target.get(SHELLS)
  if (exchange.status === 404) throw new SkippedCheck('this deployment has no custom shells')
  return exchange
}

async function requestWithKey(path: string, target: Target): Promise<Exchange> {
  await requestOffered(target)
  return target.get(path, await keyHeaders(target))
}
