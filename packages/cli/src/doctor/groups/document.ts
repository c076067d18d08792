import type { ApiDocument } from '#doctor/api-document'
import { type CheckGroup, expectOk, failuresOfAll } from '#doctor/check'
import { describeBody, describeHeaders, describeStatus } from '#doctor/declared'
import { demandedOperations } from '#doctor/demanded'
import { findDocumentFaults } from '#doctor/document-faults'
import { describeLaxSchema, findMissingHeaders } from '#doctor/promises'
import { readDocument, requestExamples } from '#doctor/requests'
import type { Exchange, Target } from '#doctor/target'

/** Compares all responses with the document, after requesting every documented path. */
export const document: CheckGroup = {
  title: 'OpenAPI document',
  checks: [
    {
      id: 'openapi.document',
      clause: 'C11.2',
      expects: '/openapi.json is an OpenAPI 3.1 document without an envelope',
      async run(target) {
        const exchange = await target.get('/openapi.json')
        if (exchange.status !== 200)
          return failuresOfAll([exchange], ({ status }) => `${status}, expected 200`)
        const faults = findDocumentFaults(exchange.json, await readDocument(target))
        return faults.flatMap((fault) => failuresOfAll([exchange], () => fault))
      },
    },
    {
      id: 'openapi.paths',
      clause: 'C11.3',
      expects: 'the document has every path of the specification',
      async run(target) {
        const { operations } = await readDocument(target)
        const documented = operations.map(({ method, template }) => `${method} ${template}`)
        const missing = demandedOperations.filter((operation) => !documented.includes(operation))
        return failuresOfAll([expectOk(await target.get('/openapi.json'))], () =>
          missing.length > 0 ? `without ${missing.join(', ')}` : undefined,
        )
      },
    },
    {
      id: 'openapi.promises',
      clause: 'C1.1, C1.4, C3.4, C12.1, C13.1, C13.3',
      expects: 'the document requires what the contract demands: envelope, errors, error codes, headers',
      async run(target) {
        const api = await readDocument(target)
        await requestExamples(target)
        return [
          ...findMissingHeaders(api),
          ...failuresOfAll(target.exchanges, (exchange) => describeLaxSchema(exchange, api)),
        ]
      },
    },
    {
      id: 'openapi.statuses',
      clause: 'C10.2, C11.4',
      expects: 'the document declares the status of every response',
      run: (target) => compare(target, describeStatus),
    },
    {
      id: 'openapi.headers',
      clause:
        'C5.9, C6.8, C7.6, C8.5, C9.5, C10.7, C11.5, C11.8, C12.4, C12.6, C12.7, C13.1, C13.3, C13.4, ' +
        'C13.9, C13.10, C13.12, C13.13, C15.3, C17.1',
      expects: 'every response has exactly the headers that the document declares, with valid values',
      run: (target) => compare(target, describeHeaders),
    },
    {
      id: 'openapi.bodies',
      clause:
        'C1.1, C1.2, C1.4, C1.5, C3.2, C3.4, C6.2, C9.1, C10.2, C10.6, C11.1, C11.6, C12.1, C12.2, C12.3, ' +
        'C15.2, C15.4, C17.2, C17.3',
      expects: 'every body has the media type and schema that the document declares',
      run: (target) => compare(target, describeBody),
    },
  ],
}

async function compare(
  target: Target,
  describe: (exchange: Exchange, document: ApiDocument) => string | undefined,
): Promise<string[]> {
  const api = await readDocument(target)
  await requestExamples(target)
  return failuresOfAll(target.exchanges, (exchange) => describe(exchange, api))
}
