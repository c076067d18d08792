import { defineConfig } from 'tsup'
import { cli, past } from '../tsup.config.ts'

/** The program alone, for `pnpm start`: the types of core take two thirds of the whole build. */
export default defineConfig([cli, past])
