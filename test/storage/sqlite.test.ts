import { storageSuite } from './suite.ts'
import { temporarySqlite } from './temporary-sqlite.ts'

storageSuite('SQLite', temporarySqlite)
