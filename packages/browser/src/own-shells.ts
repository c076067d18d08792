/** The custom shells of the visitor's key: each with its objects and its density in the last run. */
import { loadKey, root } from '#stored-key'

interface CustomShell {
  readonly id: string
  readonly name: string
  readonly altitude_min_km: number
  readonly altitude_max_km: number
}

interface Step {
  readonly objects_total: number
  readonly volume_km3: number
}

/** Fills and shows the section, if the key of this tab has custom shells. Without a key, sends no request. */
export async function showOwnShells(section: HTMLElement): Promise<void> {
  const key = loadKey()
  const body = section.querySelector('tbody')
  if (key === '' || !body) return
  const { shells } = await read<{ shells: readonly CustomShell[] }>('v1/shells', key)
  for (const shell of shells) body.append(rowOf(shell, await figures(shell, key)))
  section.hidden = shells.length === 0
}

/** Returns the objects and the density per billion km³, or a note for a shell without results. */
async function figures({ id }: CustomShell, key: string): Promise<readonly [string, string]> {
  try {
    const { steps } = await read<{ steps: readonly Step[] }>(`v1/shells/${id}/density`, key)
    const sum = (pick: (step: Step) => number) => steps.reduce((total, step) => total + pick(step), 0)
    const objects = sum(({ objects_total }) => objects_total)
    const density = (objects / sum(({ volume_km3 }) => volume_km3)) * 1e9
    return [objects.toFixed(1), density.toPrecision(3)]
  } catch {
    return ['not counted yet', '–']
  }
}

function rowOf(shell: CustomShell, [objects, density]: readonly [string, string]): HTMLTableRowElement {
  const row = document.createElement('tr')
  const altitudes = `${shell.altitude_min_km}–${shell.altitude_max_km} km`
  for (const text of [shell.name, altitudes, objects, density]) row.insertCell().textContent = text
  return row
}

async function read<Data>(path: string, key: string): Promise<Data> {
  const response = await fetch(new URL(path, root), { headers: { 'x-api-key': key } })
  if (!response.ok) throw new Error(String(response.status))
  return ((await response.json()) as { data: Data }).data
}
