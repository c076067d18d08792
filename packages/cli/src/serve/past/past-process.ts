import { simulatePast } from '#serve/past/simulate-past'

// The server ends this process; Ctrl+C in its terminal reaches both.
process.on('SIGINT', () => {}).on('disconnect', () => process.exit())

await simulatePast(
  Number(process.argv[2]),
  (text) => new Promise<void>((resolve) => process.send?.(text, () => resolve())),
)
process.disconnect()
