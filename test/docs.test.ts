import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { results } from '../bench/measure.mjs'
import { performancePage } from '../bench/page.mjs'
import { ROWS } from '../packages/cli/src/config/rows.ts'
import { TOPIC_SOURCES } from '../packages/cli/src/mqtt/topic-sources.ts'
import { problemsOf } from '../packages/core/src/features/reference/problems-of.ts'
import { cliReference } from './support/cli-reference.ts'
import { anchorsOf, blocksOf, pages, ROOT, textOf } from './support/markdown.mjs'
import { registeredMetrics } from './support/metrics.ts'
import { describeAll, endpoints, optionalEndpoints } from './support/table.ts'
import {
  type DescribedFields,
  endpointTable,
  errorTable,
  fieldTables,
  optionTable,
  publicationTable,
  settingTable,
  topicTable,
} from './support/tables.ts'

test('the contract has the limit of age of every path of the space weather that has one (C2.6)', () => {
  const [, table = ''] =
    /- \*\*C2\.6\*\*[\s\S]*?\|---\|---\|\n([\s\S]*?)\n\n/.exec(textOf('docs/contract.md')) ?? []
  const HOURS: Readonly<Record<string, number>> = { hours: 1, days: 24 }
  const stated = table.split('\n').flatMap((line) => {
    const [, count, unit = '', names = ''] = /\| (\d+) (\w+) \| (.*) \|/.exec(line) ?? []
    return names.split(', ').map((name) => [name.replaceAll('`', ''), Number(count) * (HOURS[unit] ?? 0)])
  })
  const PREFIX = '/v1/space-weather/'
  const limits = endpoints.flatMap(({ path, upstreams }) => {
    const [{ maxAgeMs } = {}] = upstreams
    return path.startsWith(PREFIX) && maxAgeMs ? [[path.slice(PREFIX.length), maxAgeMs / 3_600_000]] : []
  })
  expect(stated.sort()).toEqual(limits.sort())
})

describe('generated pages', () => {
  test('docs/endpoints.md lists the table', async () => {
    const page = `# Endpoints

Generated from the table of endpoints. Every successful JSON response is \`{source, fetched_at, valid_until, data}\`;
every failure is \`{error, message}\` with a status of 400 or above. \`/openapi.json\` describes all of it, and [the
contract](contract.md) says what you may rely on. What needs "key or none" needs none where the operator allows it
(C5.14).

${endpointTable(endpoints, optionalEndpoints())}

## Versions

The \`operationId\` of each endpoint in the OpenAPI document, and the version that introduced it: see
[versioning.md](versioning.md).

${publicationTable(endpoints)}\n`
    await expect(page).toMatchFileSnapshot('../docs/endpoints.md')
  })

  test('docs/reference/configuration.md has every setting and every option of the library', async () => {
    const file = 'docs/reference/configuration.md'
    const settings = withTable(textOf(file), 'settings', settingTable(ROWS))
    const options = optionTable((path) => textOf(`packages/core/src/${path}`))
    await expect(withTable(settings, 'options', options)).toMatchFileSnapshot(`../${file}`)
  })

  test('docs/recipes/home.md has every topic', async () => {
    const file = 'docs/recipes/home.md'
    const page = withTable(textOf(file), 'topics', topicTable(TOPIC_SOURCES))
    await expect(page).toMatchFileSnapshot(`../${file}`)
  })

  test('docs/performance.md has the kept results of all benchmarks', async () => {
    await expect(performancePage(results())).toMatchFileSnapshot('../docs/performance.md')
  })

  test('docs/reference/fields.md has the fields of every payload', async () => {
    const page = `# Fields

Generated from the OpenAPI document, \`/openapi.json\`, which has types, units and descriptions. \`[]\` marks a list.

${fieldTables(describeAll() as unknown as DescribedFields)}\n`
    await expect(page).toMatchFileSnapshot('../docs/reference/fields.md')
  })

  test('docs/errors.md lists every code', async () => {
    const page = `# Errors\n\nGenerated from the table of problems. Every failure is \`{error, message}\`;
429 adds \`retry_after_seconds\`. The message of a response may be more specific.\n\n${errorTable(problemsOf(endpoints))}\n`
    await expect(page).toMatchFileSnapshot('../docs/errors.md')
  })

  test('docs/reference/cli.md has the help of every command', async () => {
    await expect(await cliReference()).toMatchFileSnapshot('../docs/reference/cli.md')
  })
})

describe('pages written by hand', () => {
  test('the metrics reference has every metric, with its labels', async () => {
    const registered = (await registeredMetrics())
      .filter(({ name }) => name.startsWith('space_data_'))
      .map(({ name, labelNames }) => [name.replace('space_data_', ''), labelNames.join(', ')])
    const rows = tableOf('docs/reference/metrics.md', 'metric `space_data_…`')
    expect(rows.map(([name, labels]) => [name, labels]).sort()).toEqual(registered.sort())
  })

  test('the metrics that scaling names are there', async () => {
    const names = new Set((await registeredMetrics()).map(({ name }) => name))
    const named = [...textOf('docs/scaling.md').matchAll(/`((?:space_data|process|nodejs)_\w+)`/g)]
    expect(named.length).toBeGreaterThan(4)
    expect(named.map(([, name = '']) => name).filter((name) => !names.has(name))).toEqual([])
  })

  // Until the packages are published their names on npm may be somebody else's.
  test('pages that install from npm say how to install from a checkout', () => {
    const installing = pages().filter((page) =>
      blocksOf(page).some(({ code }) => /npm install .*@space-data|^npx space-data/m.test(code)),
    )
    expect(installing).toContain('packages/core/README.md')
    expect(installing.filter((page) => !textOf(page).includes('release:pack'))).toEqual([])
  })

  test('the clauses of the contract ascend, each number once', () => {
    const clauses = [...textOf('docs/contract.md').matchAll(/^- \*\*C(\d+)\.(\d+)\*\*/gm)].map(
      ([, section, number]) => 1_000 * Number(section) + Number(number),
    )
    expect(clauses).toEqual([...new Set(clauses)].sort((one, other) => one - other))
    expect(clauses.length).toBeGreaterThan(150)
  })
})

describe('code blocks', () => {
  const blocks = pages().flatMap(blocksOf)
  const nameOf = ({ page, line }: { page: string; line: number }) => `${page}:${line}`

  test('have a language for which there is a check', () => {
    const checked = /^(sh|python|js|ts|json|yaml|toml|ini|nginx|go|text)$/
    expect(blocks.filter(({ language }) => !checked.test(language)).map(nameOf)).toEqual([])
    expect(blocks.length).toBeGreaterThan(50)
  })

  test('that could be run say whether a test runs them or parses them only', () => {
    const wrong = blocks.filter(({ language, mode }) =>
      /^(sh|python)$/.test(language) ? !/^(run|parse)$/.test(mode) : !/^(run)?$/.test(mode),
    )
    expect(wrong.map(nameOf)).toEqual([])
  })
})

describe('source files named in pages', () => {
  const folders = ['', 'packages/core/src/', 'packages/cli/src/', 'test/']

  test('exist', () => {
    const missing = pages().flatMap((page) =>
      [...textOf(page).matchAll(/`([\w@.-]+(?:\/[\w.-]+)+\.(?:ts|mjs|js))`/g)]
        .map(([, file = '']) => file)
        .filter(
          (file) =>
            !/[A-Z]{4}/.test(file) && !folders.some((folder) => existsSync(`${ROOT}${folder}${file}`)),
        )
        .map((file) => `${page}: ${file}`),
    )
    expect(missing).toEqual([])
  })
})

describe('tests named in test/README.md', () => {
  const tests = readdirSync(`${ROOT}test`, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.test.ts') && !path.startsWith('node_modules'),
  )
  /** A name is that of a folder, or how the path of a test begins. */
  const isThere = (name: string) => {
    const path = new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '.*')}`)
    return tests.some((test) => path.test(test))
  }
  /** `a/{b,c}` is `a/b` and `a/c`. */
  const expanded = (name: string) => {
    const [, before = '', names, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(name) ?? [undefined, name]
    return names === undefined ? [before] : names.split(',').map((each) => before + each + after)
  }

  test('exist', () => {
    const named = [...textOf('test/README.md').matchAll(/^\|.*$/gm)].flatMap(([row]) => [
      ...row.matchAll(/`([a-z][\w-]*\/[\w{},*/.-]*)`/g),
    ])
    const missing = named.flatMap(([, name = '']) => expanded(name)).filter((name) => !isThere(name))
    expect(named.length).toBeGreaterThan(100)
    expect(missing).toEqual([])
  })
})

describe('links', () => {
  const links = pages().flatMap((page) => {
    const prose = textOf(page).replace(/^ *```[\s\S]*?^ *```$/gm, '')
    return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => ({ page, target }))
  })

  test('lead to files and headings that exist', () => {
    const broken = links.filter(({ page, target }) => {
      if (/^https?:/.test(target)) return false
      const [path = '', anchor] = target.split('#')
      const file = path ? normalize(join(dirname(page), path)) : page
      if (!existsSync(`${ROOT}${file}`)) return true
      return anchor !== undefined && !anchorsOf(file).has(anchor)
    })
    expect(broken).toEqual([])
  })

  test('reach every page of docs from its index', () => {
    const targets = new Set(
      links.map(({ page, target }) => normalize(join(dirname(page), target.split('#')[0] ?? ''))),
    )
    const isReached = (page: string) => targets.has(page) || targets.has(`${dirname(page)}/`)
    const inDocs = pages().filter((page) => page.startsWith('docs/') && page !== 'docs/README.md')
    expect(inDocs.filter((page) => !isReached(page))).toEqual([])
  })
})

/** The cells of a page's table whose head begins with `first`, without backticks. */
function tableOf(page: string, first: string): string[][] {
  const [, , ...rows] = (textOf(page).split(`\n| ${first} |`)[1] ?? '').split('\n\n')[0]?.split('\n') ?? []
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.replaceAll('`', '').trim()),
  )
}

/** Returns a page with a table between the marks of its name. */
function withTable(page: string, name: string, table: string): string {
  const marks = new RegExp(`(<!-- ${name} -->\n)[^]*(\n<!-- /${name} -->)`)
  return page.replace(marks, (_, before, after) => before + table + after)
}
