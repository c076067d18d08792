import {
  type CheckGroup,
  getMember,
  memberNames,
  SkippedCheck,
  type Violation,
  violations,
} from '#checks/check'
import { isExpectedPath, operations } from '#checks/expected-api'
import { readOpenApi } from '#checks/openapi-document'
import { expectOk, keyHeaders } from '#checks/sample-requests'
import { schemaValidator } from '#checks/schema-validator'
import type { Exchange, Target } from '#checks/target'

/** Runs on all responses, after requesting every documented path. */
export const openapi: CheckGroup = {
  title: 'OpenAPI document',
  checks: [
    {
      id: 'openapi.document',
      clause: 'C11.2',
      expects: '/openapi.json is an OpenAPI 3.1 document without an envelope',
      run: async (target) =>
        violations([await target.get('/openapi.json')], 'body', ({ status, json }) => {
          if (status !== 200) return `${status}, expected 200`
          const version = getMember(json, 'openapi')
          return typeof version === 'string' && version.startsWith('3.1') ? undefined : `openapi: ${version}`
        }),
    },
    {
      id: 'openapi.paths',
      clause: 'C11.3',
      expects: 'the document has every path of the contract',
      run: async (target) =>
        violations([await requestDocument(target)], 'body', ({ json }) => {
          const paths = getMember(json, 'paths')
          const missing = operations.filter((operation) => {
            const [method = '', path = ''] = operation.split(' ')
            return getMember(getMember(paths, path), method.toLowerCase()) === undefined
          })
          return missing.length > 0 ? `without ${missing.join(', ')}` : undefined
        }),
    },
    {
      id: 'openapi.statuses',
      clause: 'C11.4',
      expects: 'the document declares the status of every response',
      async run(target) {
        const document = readOpenApi((await requestDocument(target)).json)
        await requestExamples(target)
        // Undocumented paths are reported by `openapi.paths`.
        const known = unattributed(target, 'status').filter(
          (exchange) => document.has(exchange) || !isExpectedPath(exchange),
        )
        return violations(known, 'status', (exchange) => document.statusProblem(exchange))
      },
    },
    {
      id: 'openapi.headers',
      clause: 'C11.5',
      expects: 'every response has exactly the headers that the document declares',
      async run(target) {
        const document = readOpenApi((await requestDocument(target)).json)
        return unattributed(target, 'status').flatMap((exchange): Violation[] =>
          document
            .headerProblems(exchange)
            .filter(({ name }) => !target.isAttributed(exchange, name))
            .map(({ name, message }) => ({ exchange, aspect: name, message })),
        )
      },
    },
    {
      id: 'openapi.bodies',
      clause: 'C11.6',
      expects: 'every body has the media type and schema that the document declares',
      async run(target) {
        const { json } = await requestDocument(target)
        const document = readOpenApi(json)
        const validate = schemaValidator((getMember(json, 'components') ?? {}) as object)
        const sound = unattributed(target, 'status').filter(
          (exchange) => !target.isAttributed(exchange, 'content-type'),
        )
        return violations(
          sound.filter((exchange) => !target.isAttributed(exchange, 'body')),
          'body',
          (exchange) => document.bodyProblem(exchange, validate),
        )
      },
    },
  ],
}

async function requestDocument(target: Target): Promise<Exchange> {
  const exchange = expectOk(await target.get('/openapi.json'))
  if (memberNames(getMember(exchange.json, 'paths')).length === 0)
    throw new SkippedCheck('the document has no paths')
  return exchange
}

/** Requests every documented GET path whose parameters have examples. */
async function requestExamples(target: Target): Promise<void> {
  const document = readOpenApi((await requestDocument(target)).json)
  const headers = await keyHeaders(target).catch((error) => {
    if (error instanceof SkippedCheck) return {}
    throw error
  })
  for (const { path, keyed } of document.examples()) await target.get(path, keyed ? headers : {})
}

function unattributed(target: Target, aspect: string): Exchange[] {
  return target.exchanges.filter((exchange) => !target.isAttributed(exchange, aspect))
}
