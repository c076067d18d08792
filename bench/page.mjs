// docs/performance.md, made from the kept results: no figure and no name of a row is written by hand.

const INTRODUCTION = `# Performance

\`npx -y pnpm@10 bench\` writes this page from [bench/results](../bench/results). Compare ratios, not times: on a
shared machine, times vary by a factor of two from one minute to the next. Each figure is the median of rounds
that alternate between the rows of a table, with the lowest and the highest round in parentheses. In the
tables of requests over HTTP, Space-Data checks a key and counts the request exactly; the peers do neither.

[bench/README.md](../bench/README.md) describes each benchmark, and [bench/NOTES.md](../bench/NOTES.md) what was
tried and why some goals are not met.
`

const ORDER = [
  'in-process',
  'http-srvx',
  'http-bun',
  'http-workerd',
  'http-stores',
  'http-frameworks',
  'http-unchanged',
  'http-log',
  'http-shells',
  'http-workers',
  'requests',
  'counters',
  'stores',
  'stampede',
  'growth',
  'start',
  'shells',
  'shells-cpp',
  'feed',
]

/** The page for results by the name of their benchmark; those that are absent are left out. */
export function performancePage(results) {
  const unknown = Object.keys(results).filter((name) => !ORDER.includes(name))
  if (unknown.length > 0) throw new Error(`bench/page.mjs: no place for ${unknown.join(', ')}`)
  const kept = ORDER.flatMap((name) => (results[name] ? [results[name]] : []))
  const sections = kept.map(
    ({ title, machine, node, date, commit, rows }) =>
      `## ${title}\n\nCommit ${commit}, ${date}, ${machine}, Node ${node}.\n\n${table(rows)}`,
  )
  return [INTRODUCTION, goalsSection(kept), ...sections].filter((section) => section !== '').join('\n')
}

function goalsSection(kept) {
  const rows = kept.flatMap(({ title, goals }) =>
    goals.map(({ what, 'ratio of': ratio, to, goal, measured, reached }) => ({
      benchmark: title,
      'ratio of': `${ratio}: ${what} to ${to}`,
      goal,
      measured: reached ? measured : `**${measured}**`,
    })),
  )
  return rows.length === 0 ? '' : `## Goals\n\nThose that are not met are in bold.\n\n${table(rows)}`
}

function table(rows) {
  const columns = Object.keys(rows[0])
  const line = (cells) => `| ${cells.join(' | ')} |\n`
  return [columns, columns.map(() => '---'), ...rows.map((row) => columns.map((column) => row[column]))]
    .map(line)
    .join('')
}
