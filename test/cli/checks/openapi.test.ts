import { document } from '../../../packages/cli/src/doctor/groups/document.ts'
import { parameters } from '../../../packages/cli/src/doctor/groups/parameters.ts'
import { checkGroups } from '../../../packages/cli/src/doctor/run-checks.ts'
import { at, expectFailedChecks, json, KP, put } from './faults.ts'

const DOCUMENT = '/openapi.json'

expectFailedChecks(checkGroups, [], { 'no fault at all': () => {} })

expectFailedChecks([document], ['openapi.document'], {
  'a document of 3.0': json(DOCUMENT, (body) => {
    body.openapi = '3.0.3'
  }),
  'a reference to nothing': json(DOCUMENT, ({ paths }) => {
    paths['/weather'].get.parameters.push({ $ref: '#/components/parameters/Nothing' })
  }),
  'a schema that is none': json(DOCUMENT, ({ components }) => {
    components.schemas.WebhookReplay.required = 'queued'
  }),
})
expectFailedChecks([document], ['openapi.paths'], {
  'a path that the document lacks': json(DOCUMENT, ({ paths }) => {
    delete paths['/ref/units']
  }),
})
expectFailedChecks([document], ['openapi.promises'], {
  'an envelope that is not promised': json(DOCUMENT, ({ components }) => {
    components.schemas.Envelope.required = ['data']
  }),
  'a kp that may have other members': json(DOCUMENT, ({ components }) => {
    components.schemas.Kp.additionalProperties = true
  }),
  'an error of any code': json(DOCUMENT, ({ components }) => {
    delete components.schemas.Problem.properties.error.enum
    components.responses.KeyedWebhookNotFound.content['application/json'].schema.allOf.pop()
  }),
  'a request id that is not promised': json(DOCUMENT, ({ components }) => {
    components.headers['x-service-request-id'].required = false
  }),
})
expectFailedChecks([parameters, document], ['openapi.statuses'], {
  'a status that it lacks': json(DOCUMENT, ({ paths }) => {
    delete paths['/v1/keys'].post.responses['415']
  }),
})
expectFailedChecks([document], ['openapi.headers'], {
  'a header that it lacks': put('x-debug', 'yes', at('/ref/tiers')),
})
expectFailedChecks([document], ['openapi.bodies'], {
  'a member that it lacks': json('/v1/space-weather/wind', ({ data }) => {
    data.extra = 1
  }),
  'a value out of its range': json(KP, ({ data }) => {
    data.kp = 42
  }),
  'a member of another type': json('/v1/launches/upcoming', ({ data }) => {
    data.count = 'two'
  }),
})
