// @ts-check
import { createServer } from 'node:http'
import { createSpaceData } from '@space-data/core'
import { answerClientErrors, toNodeListener } from '@space-data/core/node'
import { sqlite } from '@space-data/core/sqlite'

const spaceData = createSpaceData({ store: await sqlite('space-data.sqlite') })
const server = createServer(toNodeListener(spaceData))
answerClientErrors(server)
server.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1')
