/** The colours of one level of the NOAA scales, as `#rrggbb`. */
export interface LevelColours {
  readonly fill: string
  /** The border of the fill on pale and on dark ground, for fills with a contrast below 3:1. */
  readonly edge: readonly [onPale: string, onDark: string]
  /** Text on the fill, with a contrast of 4.5:1. */
  readonly ink: string
}

/** The colours of the levels 0 to 5 wherever one is shown; they follow SWPC's, from green to dark red. */
export const levelColours: readonly LevelColours[] = [
  { fill: '#4f9d3a', edge: ['#4f9d3a', '#4f9d3a'], ink: '#101010' },
  { fill: '#f2dd2e', edge: ['#86770a', '#f2dd2e'], ink: '#101010' },
  { fill: '#f9b61e', edge: ['#935f00', '#f9b61e'], ink: '#101010' },
  { fill: '#f2801a', edge: ['#a34c00', '#f2801a'], ink: '#101010' },
  { fill: '#d92525', edge: ['#d92525', '#e34b4b'], ink: '#ffffff' },
  { fill: '#9d1b2b', edge: ['#9d1b2b', '#d9566a'], ink: '#ffffff' },
]
