import { memory } from '../../packages/core/src/backends/memory.ts'
import { storageSuite } from './suite.ts'

storageSuite('memory', async () => memory())
