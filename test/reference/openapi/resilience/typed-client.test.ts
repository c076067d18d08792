import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { describeAll } from '../../../support/table.ts'

const fileOf = (name: string) => fileURLToPath(new URL(`../typed/${name}`, import.meta.url))
const PROGRAMS = ['mock.ts', 'client.ts', 'alerts.ts'].map(fileOf)

test('a mock and a client of the generated types compile strictly, and what is wrong in them does not', {
  timeout: 60_000,
}, async () => {
  const text = JSON.stringify(describeAll())
  const types = astToString(await openapiTS(text, { silent: true }))
  expect(types).not.toContain('Record<string, never> &')
  expect(diagnosticsOf(types)).toEqual([])
})

/** What the compiler reports of the programs, with these types as their `schema.d.ts`. */
function diagnosticsOf(types: string): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  const schema = fileOf('schema.d.ts')
  host.fileExists = (file) => file === schema || fileExists(file)
  host.readFile = (file) => (file === schema ? types : readFile(file))
  const program = ts.createProgram(PROGRAMS, options, host)
  return ts.getPreEmitDiagnostics(program).map(({ messageText, file, start = 0 }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0
    return `${file?.fileName.split('/').at(-1)}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
  })
}
