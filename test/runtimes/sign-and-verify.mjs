// Signs an answer on the runtime that runs this file, verifies it there, and prints its signature.

import { signing, specification } from '../../packages/core/dist/features.js'
import { createSpaceData } from '../../packages/core/dist/index.js'
import { verifyResponse } from '../../packages/core/dist/verify.js'

const [keys = '', publicKey = ''] = process.argv.slice(2)
const PATH = '/ref/scales'
const now = Date.UTC(2026, 10, 21)

const spaceData = createSpaceData({
  features: [...specification, signing],
  now: () => new Date(now),
  signing: JSON.parse(keys),
})
const response = await spaceData.handle(new Request(`http://localhost${PATH}`))
await verifyResponse(response, { keys: publicKey, path: PATH, now })
console.log(JSON.stringify({ signature: response.headers.get('signature') }))
