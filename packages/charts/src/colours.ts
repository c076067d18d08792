import type { Rgb } from '#palette'

/** The colours of the kinds of objects and of the report, told apart in grey and with any eyes. */
export const BLUE: Rgb = [0, 82, 136]
const PALE_BLUE: Rgb = [150, 182, 208]
export const ORANGE: Rgb = [204, 96, 20]
export const GREY: Rgb = [150, 156, 170]

/** The colour of each kind of object in stacked bars. */
export const typeColours = { payload: BLUE, rocket_body: PALE_BLUE, debris: ORANGE, unknown: GREY } as const
