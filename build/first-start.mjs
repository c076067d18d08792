import { existsSync } from 'node:fs'

// The first start is silent for so long that it looks as if it hung.
if (!existsSync('node_modules') || !existsSync('packages/cli/dist/main.js'))
  console.error('The first start installs the packages and builds the program: 10 to 30 seconds.')
