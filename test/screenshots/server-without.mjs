import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { createSpaceData, memory } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { toNodeListener } from '@space-data/core/node'

const SAMPLE = fileURLToPath(new URL('../../packages/sample/src/sample.ts', import.meta.url))

/** Starts a server on sample providers, those of which that `isAway` picks by URL cannot be reached. */
export async function startServerWithout(isAway) {
  const { sampleFetch } = await bundledSample()
  const fetchSample = sampleFetch(() => new Date())
  const spaceData = createSpaceData({
    features: everything,
    store: memory(),
    sourceNote: '(sample)',
    onError: () => {},
    fetch: (input, init) =>
      isAway(new URL(typeof input === 'string' ? input : (input.url ?? input)))
        ? Promise.reject(new TypeError('fetch failed'))
        : fetchSample(input, init),
  })
  await spaceData.loadFirstData()
  const server = createServer(toNodeListener(spaceData))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await spaceData.close()
    },
  }
}

/** Imports the simulated providers, which have no build of their own. */
async function bundledSample() {
  const { build } = createRequire(new URL('../../package.json', import.meta.url))('esbuild')
  const options = { bundle: true, format: 'esm', platform: 'node', write: false, logLevel: 'error' }
  const { outputFiles } = await build({ ...options, entryPoints: [SAMPLE] })
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)
}
