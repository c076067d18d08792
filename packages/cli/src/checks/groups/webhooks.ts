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

const WEBHOOKS = '/v1/webhooks'
/** The example of the OpenAPI document: a well-formed id that no webhook has. */
const UNKNOWN = `${WEBHOOKS}/wh_8sKq2mXv1Jr7cPzL0aYd`

export const webhooks: CheckGroup = {
  title: 'Webhooks',
  checks: [
    {
      id: 'webhooks.list',
      clause: 'C15.2, C15.3, C15.8',
      expects: 'the list of webhooks is uncached and has no secrets',
      async run(target) {
        const list = await requestWithKey(WEBHOOKS, target)
        return [
          ...violations([list], 'status', ({ status }) => (status === 200 ? undefined : `${status}`)),
          ...violations([list], 'body', ({ json, text }) => {
            const names = memberNames(getMember(json, 'data'))
            const reason = describeDifferences(names, ['count', 'limit', 'webhooks'])
            return text.includes('"secret"') || text.includes('whsec_') ? 'it shows a secret' : reason
          }),
          ...violations([list], 'cache-control', (exchange) => {
            const given = exchange.headers.get('cache-control')
            const isKnown = given === 'no-store' || target.isAttributed(exchange, 'cache-control')
            return isKnown ? undefined : `Cache-Control: ${given ?? 'none'}`
          }),
        ]
      },
    },
    {
      id: 'webhooks.unknown',
      clause: 'C15.4',
      expects: 'the webhook of nobody is 404 webhook_not_found',
      async run(target) {
        const answers = [
          await requestWithKey(UNKNOWN, target),
          await requestWithKey(`${UNKNOWN}/deliveries`, target),
        ]
        return answers.flatMap((answer) => errorViolations(answer, 404, 'webhook_not_found'))
      },
    },
  ],
}

async function requestOffered(target: Target): Promise<Exchange> {
  const exchange = await target.get(WEBHOOKS)
  if (exchange.status === 404) throw new SkippedCheck('this deployment has no webhooks')
  return exchange
}

async function requestWithKey(path: string, target: Target): Promise<Exchange> {
  await requestOffered(target)
  return target.get(path, await keyHeaders(target))
}
