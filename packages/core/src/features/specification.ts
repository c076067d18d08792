import { debris } from '#features/debris/feature'
import { launches } from '#features/launches/feature'
import { objects } from '#features/objects/feature'
import { reference } from '#features/reference/feature'
import { spaceWeather } from '#features/space-weather/feature'
import { speedtest } from '#features/speedtest/feature'
import { status } from '#features/status/feature'

/** The features of the specification: current data, shells, and what a client needs to use them. */
export const specification = [spaceWeather, launches, objects, debris, reference, speedtest, status] as const
