import { expect, it } from 'vitest'
import { parameters } from '../../../packages/cli/src/doctor/groups/parameters.ts'
import { at, expectFaultsFound, failedChecks, json, KP, put, set, unset } from './faults.ts'

const DOCUMENT = '/openapi.json'

it('without a fault no check of any group fails', { timeout: 240_000 }, async () => {
  expect(await failedChecks(() => {})).toEqual([])
})

expectFaultsFound({
  'openapi.document: a document of 3.0': set(DOCUMENT, 'openapi', '3.0.3'),
  'openapi.document: a reference to nothing': json(DOCUMENT, ({ paths }) => {
    paths['/weather'].get.parameters.push({ $ref: '#/components/parameters/Nothing' })
  }),
  'openapi.document: a schema that is none': set(
    DOCUMENT,
    'components.schemas.WebhookReplay.required',
    'queued',
  ),
  'openapi.paths: a path that the document lacks': unset(DOCUMENT, 'paths./ref/units'),
  'openapi.promises: an envelope that is not promised': set(
    DOCUMENT,
    'components.schemas.Envelope.required',
    ['data'],
  ),
  'openapi.promises: a kp that may have other members': set(
    DOCUMENT,
    'components.schemas.Kp.additionalProperties',
    true,
  ),
  'openapi.promises: an error of any code': json(DOCUMENT, ({ components }) => {
    delete components.schemas.Problem.properties.error.enum
    components.responses.KeyedWebhookNotFound.content['application/json'].schema.allOf.pop()
  }),
  'openapi.promises: a request id that is not promised': set(
    DOCUMENT,
    'components.headers.x-service-request-id.required',
    false,
  ),
  'openapi.headers: a header that it lacks': put('x-debug', 'yes', at('/ref/tiers')),
  'openapi.bodies: a value out of its range': set(KP, 'data.kp', 42),
})

expectFaultsFound(
  {
    'openapi.statuses: a status that it lacks': unset(DOCUMENT, 'paths./v1/keys.post.responses.415'),
  },
  parameters,
)
