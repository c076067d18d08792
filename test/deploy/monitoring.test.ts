import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { serve, tempFolder } from '../cli/program.ts'
import { start } from '../support/child.ts'
import { freePort } from '../support/free-port.ts'
import { anchorsOf, textOf } from '../support/markdown.mjs'
import { registeredMetrics } from '../support/metrics.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { havePromtool, promtool } from '../support/promtool.ts'
import { parseYaml } from '../support/yaml.ts'
import { dashboardTargets } from './dashboard.ts'
import { DEPLOY, deployFile } from './files.ts'

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly description: string; readonly runbook: string }
}

const { groups } = parseYaml(deployFile('space-data.rules.yml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const targets = dashboardTargets()
const expressions = [...rules, ...targets].map(({ expr }) => expr)

/** The metrics that an expression reads; of a histogram its own name. */
const metricsIn = (expr: string) =>
  [...expr.matchAll(/\b(?:space_data|process|nodejs)_\w+/g)].map(([name]) => name)

describe('dashboard and rules', () => {
  it('read only metrics that exist', async () => {
    const names = (await registeredMetrics()).flatMap(({ name, type }) =>
      type === 'histogram' ? ['bucket', 'sum', 'count'].map((suffix) => `${name}_${suffix}`) : [name],
    )
    const unknown = expressions.flatMap(metricsIn).filter((name) => !names.includes(name))
    expect(unknown).toEqual([])
    expect(expressions.flatMap(metricsIn).length).toBeGreaterThan(40)
  })

  it('read every metric of ours', async () => {
    const read = new Set(
      expressions.flatMap(metricsIn).map((name) => name.replace(/_(bucket|sum|count)$/, '')),
    )
    const ours = (await registeredMetrics())
      .map(({ name }) => name)
      .filter((name) => /^space_data_/.test(name))
    expect(ours.filter((name) => !read.has(name))).toEqual([])
  })
})

describe('alert rules', () => {
  it.each(rules.map((rule) => [rule.alert, rule] as const))('%s says what to do', (alert, rule) => {
    const { summary, description, runbook } = rule.annotations
    expect(alert).toMatch(/^SpaceData[A-Z]/)
    expect(rule.labels.severity).toMatch(/^(critical|warning)$/)
    expect(summary.length).toBeLessThan(100)
    expect(description.length).toBeGreaterThan(summary.length)
    const [page = '', anchor = ''] = runbook.split('#')
    expect([page, anchorsOf(page).has(anchor)]).toEqual(['docs/operating.md', true])
    expect(textOf(page)).toContain(`| \`${alert}\` |`)
  })

  it.skipIf(!havePromtool).each([
    ['check', 'config', 'prometheus.yml'],
    ['check', 'rules', 'space-data.rules.yml'],
    ['test', 'rules', 'space-data.rules.test.yml'],
  ])('pass promtool %s %s', (...args) => {
    expect(promtool(args, { cwd: DEPLOY })).toMatchObject({ status: 0, stderr: '' })
  })

  it('are all tested', () => {
    const tests = deployFile('space-data.rules.test.yml')
    expect(
      rules.map(({ alert }) => alert).filter((alert) => !tests.includes(`{alertname="${alert}", s`)),
    ).toEqual([])
  })
})

describe.skipIf(!havePromtool)('the panel of alerts', () => {
  it('counts the first of a type, those after a restart, and none older than an hour', async () => {
    const { expr } = targets.find(({ panel }) => panel === 'Alerts logged') ?? { expr: '' }
    const sample = (type: string, value: number) => ({ labels: `{type="${type}"}`, value })
    const series = (type: string, values: string) => ({
      series: `space_data_alerts_logged_total{type="${type}", instance="a"}`,
      values,
    })
    const [first, older] = ['geomagnetic.storm_started', 'xray.flare']
    const test = {
      interval: '1m',
      // One began with its first alert at minute 90; the other has 5 alerts, then a restart and 2 more.
      input_series: [series(first, '_x89 1x120'), series(older, '0x10 5x80 0x5 2x110')],
      promql_expr_test: [
        [50, [sample(older, 5)]],
        [85, [sample(older, 0)]],
        [95, [sample(first, 1), sample(older, 0)]],
        [120, [sample(first, 1), sample(older, 2)]],
        [190, [sample(first, 0), sample(older, 0)]],
      ].map(([minute, exp_samples]) => ({
        expr: `round(${expr.replaceAll('$instance', '.*')})`,
        eval_time: `${minute}m`,
        exp_samples,
      })),
    }
    const folder = await tempFolder()
    const file = join(folder, 'panel.test.yml')
    writeFileSync(file, JSON.stringify({ rule_files: [], tests: [test] }))
    expect(promtool(['test', 'rules', file], { cwd: folder })).toMatchObject({ status: 0, stderr: '' })
  })
})

/** What a server on sample data has not done when the test looks, or no second time for the same feed. */
const EMPTY = ['Alerts logged', 'Longest wait of an alert', 'p95 of upstreams']

const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0
if (!hasPrometheus) console.warn('SKIPPED: prometheus is not installed')

describe.skipIf(!hasPrometheus)('a real Prometheus', () => {
  it('has values for every query of the dashboard, and evaluates every rule', {
    timeout: 120_000,
  }, async () => {
    const folder = await tempFolder()
    const server = await serve(['--sample', '--metrics-port', '0', '--log', 'off'], { XDG_DATA_HOME: folder })
    const target = new URL(server.told['Metrics'] ?? '').host
    const config = deployFile('prometheus.yml')
      .replace('server:9464', target)
      .replaceAll('15s', '1s')
      .replace('[space-data', `[${DEPLOY}space-data`)
    writeFileSync(join(folder, 'prometheus.yml'), config)
    const address = `127.0.0.1:${await freePort()}`
    await using prometheus = start('prometheus', [
      ...[`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/tsdb`],
      ...[`--web.listen-address=${address}`, '--log.level=warn'],
    ])
    const read = async (path: string) => {
      const response = await fetch(`http://${address}/api/v1/${path}`)
      return (await response.json()) as { status: string; error?: string; data: Data }
    }
    const query = async (expr: string) => {
      const { status, error, data } = await read(`query?query=${encodeURIComponent(expr)}`)
      expect([expr, status, error]).toEqual([expr, 'success', undefined])
      return data.result ?? []
    }
    const key = /sd_live_\w{36}/.exec(server.told['Try'] ?? '')?.[0] ?? ''
    const ask = async () => {
      for (const path of ['kp', 'wind', 'mag', 'xray', 'proton'])
        await fetch(`${server.url}/v1/space-weather/${path}`, { headers: { 'x-api-key': key } })
      // One key a day: all others are refused.
      const headers = { 'content-type': 'application/json' }
      await fetch(`${server.url}/v1/keys`, { method: 'POST', headers, body: '{"label":"me"}' })
    }
    await vi.waitUntil(
      () =>
        fetch(`http://${address}/-/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      PATIENCE_MS,
    )
    const missing = async () => {
      await ask()
      const found: string[] = []
      for (const { panel, expr, shown } of targets) {
        const results = await query(expr.replaceAll('$__rate_interval', '10s').replaceAll('$instance', '.*'))
        const isShown = results.every(({ metric }) => shown.every((label) => label in metric))
        const hasNumber = results.some(({ value }) => value[1] !== 'NaN')
        if (!isShown || (!hasNumber && !EMPTY.includes(panel))) found.push(`${panel}: ${expr}`)
      }
      return found
    }
    await vi.waitFor(async () => expect(await missing()).toEqual([]), { timeout: 60_000, interval: 1_000 })

    const { groups = [] } = (await read('rules')).data
    const evaluated = groups.flatMap((group) => group.rules)
    expect(evaluated.map(({ name }) => name)).toEqual(rules.map(({ alert }) => alert))
    expect(evaluated.filter(({ health }) => health !== 'ok')).toEqual([])
    // Slow requests are waited for on a slow machine; no other rule is about speed.
    const pending = evaluated.filter(({ name, state }) => name !== 'SpaceDataSlow' && state !== 'inactive')
    expect(pending).toEqual([])
    expect(prometheus.output()).not.toMatch(/level=(warn|error)/)
  })
})

/** The part of Prometheus' answers that is read here. */
interface Data {
  readonly result?: readonly {
    readonly metric: Readonly<Record<string, string>>
    /** A time and a number, as Prometheus writes them. */
    readonly value: readonly [number, string]
  }[]
  readonly groups?: readonly {
    readonly rules: readonly { readonly name: string; readonly health: string; readonly state: string }[]
  }[]
}
