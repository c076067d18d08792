import { label, lastIssue, stampOf } from '#swpc/issues'
import { DAY } from '#time'

/** `discussion`: issued at 00:30 and 12:30 of the current day, about the replayed storm. */
export function discussion(now: number): string {
  const issued = lastIssue(now)
  const [day, next] = [0, 1].map((days) => label(issued + days * DAY).slice(5))
  return `:Product: Forecast Discussion
:Issued: ${stampOf(issued)} UTC
# Prepared by the U.S. Dept. of Commerce, NOAA, Space Weather Prediction Center
#
Solar Activity

.24 hr Summary...
Solar activity was high. Region 3664 (S17W47, Fkc/beta-gamma-delta)
produced several M-class flares and a long-duration X5.8 flare.

Several partial halo CMEs left the Sun from this region.

.Forecast...
Solar activity is expected to be high through ${next}.

Energetic Particle

.24 hr Summary...
The greater than 10 MeV proton flux reached S2 (Moderate) levels. The
greater than 100 MeV proton flux exceeded 1 pfu.

.Forecast...
The greater than 10 MeV proton flux is expected to stay at S1 (Minor)
levels or above on ${day}.

Solar Wind

.24 hr Summary...
The solar wind reflected the arrival of several CMEs. Total field
strength reached 72 nT; speeds rose above 660 km/s.

.Forecast...
Strongly enhanced conditions are expected to continue on ${day}, and to
fade on ${next}.

Geospace

.24 hr Summary...
The geomagnetic field reached G5 (Extreme) storm levels.

.Forecast...
G4 (Severe) or greater storms are expected on ${day}, and G1-G2
(Minor-Moderate) storms on ${next}.
`
}
