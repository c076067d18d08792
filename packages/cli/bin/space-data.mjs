#!/usr/bin/env node
import module from 'node:module'

// From Node 22 on, what was compiled once is read from the cache of the machine at the next start.
module.enableCompileCache?.()
const { main, processTerminal } = await import('../dist/main.js')

process.exitCode = await main(process.argv.slice(2), processTerminal())

// All is printed and closed by now: a connection to an upstream that still hangs must not keep the process.
setTimeout(() => process.exit(), 250).unref()
