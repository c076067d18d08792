import { defineConfig } from 'tsup'
import { cli, past } from '../tsup.config.ts'

/** Only the program, for `pnpm start`: most of a whole build's time goes to the types of core. */
export default defineConfig([cli, past])
