/**
 * Describes the progress of a shell run: `fetching the catalogue, 40 %`, then `computing, 40 %`; `share` is
 * from 0 to 1.
 */
export function runningWords({ step, share }: { step: 'catalogue' | 'shells'; share: number }): string {
  return `${step === 'catalogue' ? 'fetching the catalogue' : 'computing'}, ${Math.floor(100 * share)} %`
}
