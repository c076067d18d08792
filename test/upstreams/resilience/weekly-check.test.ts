import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { feedCases } from '../../faults/upstream-feeds.ts'
import { temporaryFolder } from '../../storage/temporary-sqlite.ts'
import { start } from '../../support/child.ts'

test('two processes on one SQLite file make one weekly check', { timeout: 120_000 }, async () => {
  const asked: string[] = []
  let tellBothTick = () => {}
  const bothTick = new Promise<void>((resolve) => {
    tellBothTick = resolve
  })
  const server = createServer((request, response) => {
    const address = request.url ?? ''
    asked.push(address)
    const feed = feedCases.find(({ at }) => address.includes(at))
    response.statusCode = feed ? 200 : 404
    // Not before both are at it.
    void bothTick.then(() => response.end(feed?.body(Date.now()) ?? 'No GP data found'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  using folder = temporaryFolder()
  const file = join(folder.path, 'space-data.sqlite')
  const child = fileURLToPath(new URL('../weekly-check.child.mjs', import.meta.url))
  await using one = start(process.execPath, [child, file, origin])
  await using other = start(process.execPath, [child, file, origin])
  const count = (pattern: RegExp) => [one, other].map(({ output }) => output().match(pattern)?.length ?? 0)
  await Promise.all([one, other].map(({ says }) => says(/^tick$/m, 60_000)))
  tellBothTick()
  const checked = /"job":"upstream_check","ok":true/
  await Promise.race([one.says(checked), other.says(checked, 60_000)].map((said) => said.catch(() => {})))
  const then = count(/^tick$/gm)
  await vi.waitUntil(() => count(/^tick$/gm).every((ticks, i) => ticks > (then[i] ?? 0) + 100), 60_000)
  const said = count(new RegExp(checked, 'g'))
  expect(said.sort()).toEqual([0, 1])
  // A feed that the recorder of the series, which both run, does not request.
  expect(asked.filter((address) => address.includes('xray-flares-7-day'))).toHaveLength(1)
})
