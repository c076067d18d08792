import { type Breach, type Chapter, faults, member, membersOf, NotChecked } from '#doctor/check'
import { readContract } from '#doctor/contract'
import type { Exchange, Patient } from '#doctor/patient'
import { keyHeaders, ok } from '#doctor/samples'
import { schemaFaults } from '#doctor/schemas'
import { isSpecified, operations } from '#doctor/specification'

/** Held against all that was answered, after every path of the document has been asked for. */
export const openapi: Chapter = {
  title: 'Its own OpenAPI document',
  checks: [
    {
      id: 'openapi.document',
      clause: 'SPEC 1, DECISIONS 3',
      holds: '/openapi.json is an OpenAPI 3.1 document, in no envelope',
      look: async (patient) =>
        faults([await patient.get('/openapi.json')], 'body', ({ status, json }) => {
          if (status !== 200) return `${status}, not 200`
          const version = member(json, 'openapi')
          return typeof version === 'string' && version.startsWith('3.1') ? undefined : `openapi: ${version}`
        }),
    },
    {
      id: 'openapi.paths',
      clause: 'SPEC 4.4',
      holds: 'every path of the specification is in the document',
      look: async (patient) =>
        faults([await document(patient)], 'body', ({ json }) => {
          const paths = member(json, 'paths')
          const missing = operations.filter((operation) => {
            const [method = '', path = ''] = operation.split(' ')
            return member(member(paths, path), method.toLowerCase()) === undefined
          })
          return missing.length > 0 ? `without ${missing.join(', ')}` : undefined
        }),
    },
    {
      id: 'openapi.statuses',
      clause: 'SPEC 4.4, 9.4',
      holds: 'every answer has a status that the document declares for it',
      async look(patient) {
        const contract = readContract((await document(patient)).json)
        await askEverything(patient)
        // A path that the document lacks is named above.
        const known = unblamed(patient, 'status').filter(
          (exchange) => contract.has(exchange) || !isSpecified(exchange),
        )
        return faults(known, 'status', (exchange) => contract.statusFault(exchange))
      },
    },
    {
      id: 'openapi.headers',
      clause: 'SPEC 4.4, 9.4',
      holds: 'every answer has the headers that the document declares, and no other of its own',
      async look(patient) {
        const contract = readContract((await document(patient)).json)
        return unblamed(patient, 'status').flatMap((exchange): Breach[] =>
          contract
            .headerFaults(exchange)
            .filter(({ name }) => !patient.isBlamed(exchange, name))
            .map(({ name, words }) => ({ exchange, aspect: name, words })),
        )
      },
    },
    {
      id: 'openapi.bodies',
      clause: 'SPEC 4.4, 9.4',
      holds: 'every body has a media type and a shape that the document declares',
      async look(patient) {
        const { json } = await document(patient)
        const contract = readContract(json)
        const faultOf = schemaFaults((member(json, 'components') ?? {}) as object)
        const sound = unblamed(patient, 'status').filter(
          (exchange) => !patient.isBlamed(exchange, 'content-type'),
        )
        return faults(
          sound.filter((exchange) => !patient.isBlamed(exchange, 'body')),
          'body',
          (exchange) => contract.bodyFault(exchange, faultOf),
        )
      },
    },
  ],
}

async function document(patient: Patient): Promise<Exchange> {
  const exchange = ok(await patient.get('/openapi.json'))
  if (membersOf(member(exchange.json, 'paths')).length === 0)
    throw new NotChecked('the document has no paths')
  return exchange
}

/** Asks for every GET of the document that has an example for all its parameters. */
async function askEverything(patient: Patient): Promise<void> {
  const contract = readContract((await document(patient)).json)
  const headers = await keyHeaders(patient).catch((error) => {
    if (error instanceof NotChecked) return {}
    throw error
  })
  for (const { path, keyed } of contract.examples()) await patient.get(path, keyed ? headers : {})
}

function unblamed(patient: Patient, aspect: string): Exchange[] {
  return patient.exchanges.filter((exchange) => !patient.isBlamed(exchange, aspect))
}
