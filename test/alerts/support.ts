import * as v from 'valibot'
import { expect } from 'vitest'
import { type AlertFacts, createAlert } from '../../packages/core/src/features/alerts/alert.ts'
import { findAlertType } from '../../packages/core/src/features/alerts/alert-types.ts'
import type { Detector } from '../../packages/core/src/features/alerts/detector.ts'

/** A detector with its state between observations, which passes through JSON as in the store. */
export function running<State, Observation>(
  detector: Detector<State, Observation>,
  start: State = detector.initial,
) {
  let state = start
  return {
    get state() {
      return state
    },
    /** Observes, and returns the alerts, each checked against the schema of its type. */
    observe(observation: Observation, now = 0): readonly AlertFacts[] {
      const before = JSON.stringify(state)
      const found = detector.detect(state, observation, now)
      expect(JSON.stringify(state)).toBe(before)
      state = JSON.parse(JSON.stringify(found.state))
      for (const facts of found.alerts) assertValid(facts)
      return found.alerts
    },
  }
}

/** Fails unless the data are valid for the type, the audience is right, and the alert has at most 20 kB. */
export function assertValid(facts: AlertFacts): void {
  const type = findAlertType(facts.type)
  expect(type, facts.type).toBeDefined()
  if (!type) return
  expect(v.safeParse(type.data, facts.data).issues?.map(({ message }) => message)).toBeUndefined()
  const alert = createAlert(facts)
  const kind = typeof alert.audience === 'string' ? alert.audience : 'account'
  // What only one account has is told that account alone, whatever the type.
  expect([type.audience, 'account']).toContain(kind)
  expect(Number.isNaN(Date.parse(alert.timestamp))).toBe(false)
  expect(new TextEncoder().encode(JSON.stringify(alert)).byteLength).toBeLessThanOrEqual(20_000)
}

/** The type, the level and the time of an alert, without seconds. */
export function line({ type, level = '', at }: AlertFacts): string {
  return `${type} ${level} ${new Date(at).toISOString().slice(5, 16)}`.replace('  ', ' ')
}

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
