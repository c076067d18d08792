#!/usr/bin/env node
import { main, processTerminal } from '../dist/main.js'

process.exitCode = await main(process.argv.slice(2), processTerminal())

// All is printed and closed by now: a connection to an upstream that still hangs must not keep the process.
setTimeout(() => process.exit(), 250).unref()
