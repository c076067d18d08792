// `node bench/scale/print.mjs`: the tables of docs/scaling.md, with the clients, steps and prices as they are
// in inputs.mjs and steps.mjs.
import { clientTable, requestTable, stepTable } from './tables.mjs'

for (const table of [requestTable(), clientTable(), stepTable()]) console.log(`${table}\n`)
