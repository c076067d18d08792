import { expect, test } from 'vitest'
import { provesItsJob, publish } from './publish.ts'
import { startRegistry } from './registry.ts'
import { tarball } from './tarball.ts'

const PATIENT = { timeout: 120_000 }

test(
  'a job is trusted by its identity, no token is stored, and what is published is not published again',
  PATIENT,
  async () => {
    await using registry = await startRegistry()
    const folder = tarball('1.2.3')
    const first = await publish(folder, registry)
    expect([first.code, registry.published.length]).toEqual([0, 1])
    expect(registry.requests.filter((it) => it !== 'GET /@space-test/one')).toEqual([
      'GET /identity',
      'POST /-/npm/v1/oidc/token/exchange/package/@space-test/one',
      'PUT /@space-test/one',
    ])
    expect(registry.published[0]).toMatchObject({ name: '@space-test/one', 'dist-tags': { latest: '1.2.3' } })

    const again = await publish(folder, registry)
    expect(again).toMatchObject({
      code: 0,
      stdout: '@space-test/one@1.2.3 is published already, with the same bytes.\n',
    })
    const other = await publish(tarball('1.2.3', 'Other.'), registry)
    expect(other.code).toBe(1)
    expect(other.stderr).toContain('@space-test/one@1.2.3 is published already, with other bytes: sha512-')
    expect(registry.published.length).toBe(1)
  },
)

test.skipIf(!provesItsJob)('a version with a suffix does not become the latest', PATIENT, async () => {
  await using registry = await startRegistry()
  expect(await publish(tarball('2.0.0-rc.1'), registry)).toMatchObject({ code: 0 })
  expect(registry.published.map((it) => it['dist-tags'])).toEqual([{ next: '2.0.0-rc.1' }])
})

test.skipIf(!provesItsJob)(
  'nobody but such a job publishes, and never without provenance',
  PATIENT,
  async () => {
    await using registry = await startRegistry()
    const folder = tarball('1.2.3')
    const stranger = { ...registry, env: { ...registry.env, ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-another' } }
    const refused = await publish(folder, stranger)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('ENEEDAUTH')])
    const byHand = await publish(
      folder,
      { ...registry, env: { GITHUB_ACTIONS: '' } },
      [`--//${new URL(registry.origin).host}/:_authToken=somebodys`],
      [],
    )
    expect([byHand.code, byHand.stderr]).toEqual([1, expect.stringMatching(/provenance/)])
    expect(registry.published).toEqual([])
  },
)
