import {
  memory,
  type ServiceEvent,
  type SpaceDataOptions,
  type StoreBackend,
  type TierChanges,
} from '@space-data/core'
import { everything } from '../../packages/core/src/features/everything.ts'
import type { PagesContext } from '../../packages/core/src/features/pages/context.ts'
import { placed } from '../../packages/core/src/features/placed.ts'
import type { ReportSettings } from '../../packages/core/src/features/reports/settings.ts'
import type { CompatSettings } from '../../packages/core/src/features/shared/compat/settings.ts'
import { type Endpoint, withOptionalKey } from '../../packages/core/src/kernel/endpoint/endpoint.ts'
import { withPublications } from '../../packages/core/src/kernel/endpoint/publication/publications.ts'
import { createContext } from '../../packages/core/src/kernel/instance/create-context.ts'
import { declaredBy } from '../../packages/core/src/kernel/instance/endpoints.ts'
import { createServices } from '../../packages/core/src/kernel/instance/services.ts'
import type { Environment } from '../../packages/core/src/kernel/kit/environment.ts'

/** Epoch milliseconds that stand still until they are told to go. */
interface StoppedTime {
  at: number
}

/** The options of an instance with all features, with defaults applied. */
export type InstanceSettings = PagesContext['settings'] & CompatSettings & ReportSettings

/** The context of an instance with all features. */
export interface InstanceContext extends PagesContext {
  readonly settings: InstanceSettings
}

/** A context that a test can look into. */
export interface TestContext extends InstanceContext {
  readonly time: StoppedTime
  readonly errors: unknown[]
  readonly events: ServiceEvent[]
}

interface TestContextOptions {
  readonly backend?: StoreBackend
  /** Shared by contexts that stand for several processes. */
  readonly time?: StoppedTime
  readonly limits?: Partial<InstanceSettings['limits']>
  readonly tiers?: TierChanges
  readonly anonymous?: number
}

export const NOON = Date.parse('2026-11-21T12:00:00Z')

/** A context on a stopped clock that reaches nobody, on memory unless it is given a backend. */
export function testContext({
  backend = memory(),
  time = { at: NOON },
  limits = {},
  tiers = {},
  anonymous = 0,
}: TestContextOptions = {}): TestContext {
  const errors: unknown[] = []
  const events: ServiceEvent[] = []
  const options: SpaceDataOptions = {
    store: backend,
    fetch: () => Promise.reject(new TypeError('this test reaches nobody')),
    now: () => new Date(time.at),
    limits,
    tiers,
    anonymous,
    onError: (error) => errors.push(error),
    onEvent: (event) => events.push(event),
  }
  const context = createContext(options, everything, () => time.at) as InstanceContext
  return { ...withTable(context), time, errors, events }
}

/** What is to be different; services are made of it anew. */
interface Changes extends Partial<Omit<Environment, 'settings'>> {
  readonly settings?: Partial<InstanceSettings>
}

/** The context with another part of its environment, and services of its own on the same store. */
export function withEnvironment(context: TestContext, { settings, ...changes }: Changes): TestContext {
  const { fetch, now, store, onError, onEvent, incidents, time, errors, events } = context
  const environment = { fetch, now, store, onError, onEvent, settings: { ...context.settings, ...settings } }
  return {
    ...withTable(createServices(everything, { ...environment, ...changes }, incidents) as InstanceContext),
    time,
    errors,
    events,
  }
}

/** All endpoints, whether an instance with these settings offers them or not. */
export function allEndpoints(settings: InstanceSettings): readonly Endpoint[] {
  const declared = declaredBy(everything, placed, settings)
  return withPublications(declared.map((endpoint) => withOptionalKey(endpoint, settings.anonymous > 0)))
}

/** Fills the table of a context with all endpoints, as an instance does. */
function withTable(context: InstanceContext): InstanceContext {
  context.table.fill(allEndpoints(context.settings))
  return context
}
