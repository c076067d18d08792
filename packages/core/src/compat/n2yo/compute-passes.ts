import type { Track } from '#catalogue/orbit/earth-fixed'
import type { Place } from '#catalogue/orbit/observer'
import { findPasses, type Sight } from '#catalogue/orbit/passes'
import { visibleSpans } from '#catalogue/orbit/visible-spans'
import type { Reading } from '#compat/celestrak/read-group'
import type { ComputedPayload } from '#compat/computed-endpoint'
import { type FoundTrack, findTrack } from '#compat/found-track'
import { infoOf } from '#compat/n2yo/n2yo-endpoint'
import {
  COMPASS,
  type RadioPassesData,
  UNKNOWN_MAGNITUDE,
  type VisualPassesData,
} from '#compat/n2yo/pass-schemas'
import { observerOf } from '#compat/n2yo/path-parameters'
import { roundTo } from '#compat/n2yo/round-to'
import type { EndpointCall } from '#endpoint/endpoint'
import { days } from '#kit/time'

type Params = EndpointCall['params']
type RadioPass = NonNullable<RadioPassesData['passes']>[number]
type VisualPass = NonNullable<VisualPassesData['passes']>[number]

/** Computes the passes of an object from horizon to horizon, by checked parameters. */
export async function computeRadioPasses(
  params: Params,
  reading: Reading,
): Promise<ComputedPayload<RadioPassesData>> {
  const found = await findTrack(Number(params['id']), reading)
  const passes: RadioPass[] = []
  for await (const pass of passesOf(found.track, params, reading, Number(params['min_elevation'])))
    passes.push(toFields(pass))
  return toPayload(found, passes)
}

/** Computes the passes in which an object is lit and the sky is dark, by checked parameters. */
export async function computeVisualPasses(
  params: Params,
  reading: Reading,
): Promise<ComputedPayload<VisualPassesData>> {
  const found = await findTrack(Number(params['id']), reading)
  const passes: VisualPass[] = []
  for await (const pass of passesOf(found.track, params, reading, 0)) {
    const visible = await toVisualPass(pass, found.track, observerOf(params))
    if (visible && visible.duration >= Number(params['min_visibility'])) passes.push(visible)
  }
  return toPayload(found, passes)
}

/** A pass with both its ends. */
interface WholePass {
  readonly rise: Sight
  readonly highest: Sight
  readonly set: Sight
}

async function* passesOf(
  track: Track,
  params: Params,
  { context }: Reading,
  minElevationDeg: number,
): AsyncGenerator<WholePass> {
  const from = context.now()
  const search = { from, to: from + days(Number(params['days'])), minElevationDeg }
  for await (const { rise, highest, set } of findPasses(track, observerOf(params), search))
    if (rise && set) yield { rise, highest, set }
}

async function toVisualPass(pass: WholePass, track: Track, place: Place): Promise<VisualPass | undefined> {
  const spans = await visibleSpans(track, place, pass.rise.at, pass.set.at)
  const [first, last] = [spans[0], spans.at(-1)]
  if (!first || !last) return undefined
  return {
    ...toFields(pass),
    startEl: roundTo(2, first.start.elevationDeg),
    endEl: roundTo(2, last.end.elevationDeg),
    mag: UNKNOWN_MAGNITUDE,
    duration: Math.round(spans.reduce((sum, { start, end }) => sum + end.at - start.at, 0) / 1_000),
    startVisibility: unixOf(first.start),
  }
}

function toFields({ rise, highest, set }: WholePass): RadioPass {
  return {
    startAz: azimuthOf(rise),
    startAzCompass: compassOf(rise),
    startUTC: unixOf(rise),
    maxAz: azimuthOf(highest),
    maxAzCompass: compassOf(highest),
    maxEl: roundTo(2, highest.elevationDeg),
    maxUTC: unixOf(highest),
    endAz: azimuthOf(set),
    endAzCompass: compassOf(set),
    endUTC: unixOf(set),
  }
}

function toPayload<Pass>({ object, source, fetchedAt }: FoundTrack, passes: Pass[]) {
  const info = { ...infoOf(object.elements), passescount: passes.length }
  return { data: { info, ...(passes.length > 0 && { passes }) }, source, fetchedAt }
}

function azimuthOf({ azimuthDeg }: Sight): number {
  return roundTo(2, azimuthDeg) % 360
}

function compassOf({ azimuthDeg }: Sight): string {
  return COMPASS[Math.round(azimuthDeg / 22.5) % 16] ?? ''
}

/** Returns the Unix time of a sight, to the nearest second. */
function unixOf({ at }: Sight): number {
  return Math.round(at / 1_000)
}
