import { memory } from '@space-data/core'
import { storageSuite } from './suite.ts'

storageSuite('memory', async () => memory())
