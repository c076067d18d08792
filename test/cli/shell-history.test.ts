import { readFile, writeFile } from 'node:fs/promises'
import { readElementSets } from '@space-data/core/debris'
import { expect, it } from 'vitest'
import { inProcess, tempFolder } from './program.ts'

it('runs of three days are a history, with the catalogues that were kept', { timeout: 120_000 }, async () => {
  const folder = await tempFolder()
  const env = { SPACE_DATA_STORE: `sqlite:${folder}/data.sqlite` }
  const catalogue = (day: number) => `${folder}/${day}.csv`
  await inProcess(['shell', 'synth', '320', `${folder}/all.csv`, '--at', '2026-11-20'], env)
  const lines = (await readFile(`${folder}/all.csv`, 'utf8')).split('\r\n')
  for (const [day, count] of [
    [20, 300],
    [21, 320],
    [22, 310],
  ] as const) {
    const at = `2026-11-${day}`
    await writeFile(catalogue(day), `${lines.slice(0, count + 1).join('\r\n')}\r\n`)
    const words = [
      '--catalogue',
      catalogue(day),
      '--at',
      at,
      '--accept-size',
      '--workers',
      '1',
      '--keep-catalogues',
      '2',
    ]
    expect((await inProcess(['shell', 'run', '--quiet', ...words], env)).stderr).toBe('')
  }
  const shown = await inProcess(['shell', 'history', '--alt', '785'], env)
  const rows = shown.stdout.split('\n').filter((line) => line.startsWith('2026-'))
  expect(shown.stdout).toMatch(/^Shell 780 to 790 km\n/)
  expect(rows.map((row) => row.split(/\s+/).filter((_, i) => i === 0 || i >= 4))).toEqual([
    ['2026-11-20', '0', '0', '0'],
    ['2026-11-21', '20', '0', '0'],
    ['2026-11-22', '0', '10', '0'],
  ])
  const json = await inProcess(['shell', 'history', '--alt', '785', '--from', '2026-11-22', '--json'], env)
  expect(JSON.parse(json.stdout).data).toMatchObject({ count: 1, altitude_min_km: 780 })

  expect((await inProcess(['shell', 'catalogue'], env)).stdout).toBe('2026-11-21\n2026-11-22\n')
  const file = `${folder}/kept.json`
  const written = await inProcess(['shell', 'catalogue', '2026-11-21', file], env)
  expect([written.code, written.stdout]).toEqual([0, `Wrote 320 objects of 2026-11-21 to ${file}\n`])
  const byNumber = (text: string) =>
    [...readElementSets(text).elementSets].sort((a, b) => a.noradId - b.noradId)
  expect(byNumber(await readFile(file, 'utf8'))).toEqual(byNumber(await readFile(catalogue(21), 'utf8')))

  const lost = await inProcess(['shell', 'catalogue', '2026-11-20', `${folder}/lost.json`], env)
  expect([lost.code, lost.stderr]).toEqual([
    1,
    'space-data: the catalogue of 2026-11-20 is not kept\n' +
      'Catalogues from 2026-11-21 to 2026-11-22 are kept; shell catalogue lists them\n',
  ])

  const id = lines[1]?.split(',')[11] ?? ''
  const earlier = ['object', id, '--history', '--from', '2026-11-01']
  const known = JSON.parse((await inProcess([...earlier, '--json'], env)).stdout).data
  expect(known).toMatchObject({ norad_id: Number(id), count: 1, catalogues_kept: 2, kept_from: '2026-11-21' })
  const printed = await inProcess(earlier, env)
  expect(printed.stdout).toContain(`${known.elements[0].name} (${id})\nEPOCH `)
  expect(printed.stdout).toContain('Catalogues of 2 nights are kept, from 2026-11-21 to 2026-11-22\n')
  const unknown = await inProcess(['object', id, '--at', '2026-11-01'], env)
  expect(unknown.stderr.replaceAll(/\s+/g, ' ')).toContain('kept for 2 nights from 2026-11-21 to 2026-11-22')

  const [exported, moved] = [`${folder}/export.jsonl`, { SPACE_DATA_STORE: `sqlite:${folder}/moved.sqlite` }]
  expect((await inProcess(['store', 'export', exported], env)).stdout).toContain('3 history days')
  expect((await inProcess(['store', 'import', exported], moved)).stdout).toMatch(/history days +3/)
  const again = await inProcess(['shell', 'history', '--alt', '785'], moved)
  expect(again.stdout).toBe(shown.stdout)
  expect((await inProcess(['shell', 'catalogue'], moved)).stdout).toBe('2026-11-21\n2026-11-22\n')
})
