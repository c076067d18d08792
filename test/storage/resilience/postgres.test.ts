import { afterAll, beforeAll, describe } from 'vitest'
import { postgres } from '../../../packages/core/src/adapters/postgres/index.ts'
import { havePostgres, type PostgresServer, startPostgres } from '../../support/postgres.ts'
import { patient } from '../patient.ts'
import { storageSuite } from '../suite.ts'

describe.skipIf(!(await havePostgres()))('on Postgres', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server[Symbol.asyncDispose]())

  storageSuite('Postgres', async () => {
    await server.sql('DROP TABLE IF EXISTS space_data_schema, space_data_records, space_data_counters')
    return patient(await postgres(server.url))
  })
})
