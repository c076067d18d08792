import { expect, it } from 'vitest'
import { type RegisteredMetric, registeredMetrics } from '../../support/metrics.ts'

/** What may not be in a name: units that are not base units, prefixes of units, types of metrics. */
const WORDS =
  /(^|_)((milli|micro|nano|kilo|mega|giga|kibi|mebi|centi|hecto)\w+|ms|us|ns|km|nt|kb|mb|minutes?|hours?|days?|weeks?|percent|celsius|bits|counter|gauge|histogram|summary)(_|$)/

/** Labels that Prometheus sets itself. */
const RESERVED = /^(job|instance|le|quantile|__.*)$/

/** What is wrong with a metric by Prometheus' rules for names. */
function breaches({ name, help, type, labelNames }: RegisteredMetric): string[] {
  const rules: Readonly<Record<string, boolean>> = {
    'is in snake case, with a prefix': /^(space_data|nodejs|process)(_[a-z0-9]+)+$/.test(name),
    'has no type and only base units': !WORDS.test(name),
    'ends in _total if it is a counter, and only then': (type === 'counter') === name.endsWith('_total'),
    'ends in the unit if it is a histogram': type !== 'histogram' || /_(seconds|bytes)$/.test(name),
    'has none of the suffixes of a histogram': !/_(bucket|sum|count)$/.test(name),
    'has the unit of its instant': !name.includes('timestamp') || name.endsWith('_timestamp_seconds'),
    'has a help text': help.trim() !== '',
    'has no label that Prometheus sets': !labelNames.some((label) => RESERVED.test(label)),
  }
  return Object.keys(rules).filter((rule) => !rules[rule])
}

it('metrics have names by the rules of Prometheus', async () => {
  const wrong = (await registeredMetrics()).map((metric) => [metric.name, breaches(metric)] as const)
  expect(wrong.filter(([, found]) => found.length > 0)).toEqual([])
})

it.each([
  ['space_data_bz_gsm_nanoteslas', 'gauge', ['result'], 'has no type and only base units'],
  ['space_data_solar_wind_speed_kilometers_per_second', 'gauge', [], 'has no type and only base units'],
  ['space_data_job_ms', 'gauge', [], 'has no type and only base units'],
  ['nodejs_active_handles_total', 'gauge', [], 'ends in _total if it is a counter, and only then'],
  ['space_data_requests', 'counter', [], 'ends in _total if it is a counter, and only then'],
  ['space_data_job_duration_seconds', 'histogram', ['job'], 'has no label that Prometheus sets'],
] as const)('%s, a %s with the labels %j, breaks the rules', (name, type, labelNames, rule) => {
  expect(breaches({ name, type, labelNames, help: 'Help' })).toEqual([rule])
})
