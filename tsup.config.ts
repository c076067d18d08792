import { defineConfig, type Options } from 'tsup'

/** Our own folders, named with #, go into the bundle; every package stays outside it. */
const common: Options = {
  format: ['esm'],
  sourcemap: true,
  clean: true,
  skipNodeModulesBundle: true,
  noExternal: [/^#/],
}

export default defineConfig([
  {
    ...common,
    name: 'core',
    entry: {
      index: 'packages/core/src/index.ts',
      node: 'packages/core/src/hosts/node.ts',
      'shell-worker': 'packages/core/src/hosts/shell-worker.ts',
      redis: 'packages/core/src/backends/redis.ts',
      sqlite: 'packages/core/src/backends/sqlite.ts',
    },
    outDir: 'packages/core/dist',
    tsconfig: 'packages/core/tsconfig.json',
    platform: 'neutral',
    target: 'es2022',
    dts: true,
  },
  {
    ...common,
    name: 'cli',
    entry: { main: 'packages/cli/src/main.ts' },
    outDir: 'packages/cli/dist',
    tsconfig: 'packages/cli/tsconfig.json',
    platform: 'node',
    target: 'node20.19',
  },
])
