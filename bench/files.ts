import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { IMPORT_FIELD, importReport } from '@shiloh/contract/admin-resource'
import { EXPORT_TYPES } from '@shiloh/contract/lists'
import { z } from 'zod'
import { writeCsv } from '../apps/api/src/platform/tables/csv.ts'
import { writeXlsx } from '../apps/api/src/platform/tables/xlsx-writer.ts'
import type { Account } from './accounts.ts'
import type { Figure } from './measure.ts'
import { fill, prepare } from './scale.ts'
import { openWorld, type World } from './world.ts'

const FORMATS = ['xlsx', 'csv'] as const
type Format = (typeof FORMATS)[number]
const EXPORTED = 1_000_000
const WARM = 100_000
const IMPORTED = 100_000

interface Watched {
  readonly seconds: number
  /** How much more memory the API held than before, at its most, in MiB. */
  readonly growth: number
}

/** Runs work while the memory of the API is watched. */
const watch = async (world: World, work: () => Promise<void>): Promise<Watched> => {
  const before = await world.memory()
  let most = before
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      most = Math.max(most, await world.memory())
      await wait(50)
    }
  })()
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1000
  isDone = true
  await watching
  return { seconds, growth: most - before }
}

/** Downloads an export and throws its bytes away. Returns how many there were. */
const download = async (world: World, admin: Account, query: string): Promise<number> => {
  const response = await fetch(`${world.baseUrl}/api/v1/admin/reservations/export?${query}`, {
    headers: { authorization: `Bearer ${admin.token}`, 'accept-encoding': 'identity' },
  })
  if (!response.ok || !response.body) throw new Error(`export: ${response.status}`)
  let bytes = 0
  for await (const piece of response.body) bytes += piece.byteLength
  return bytes
}

const HEADERS = [
  ...['staff_id', 'last_name', 'first_name', 'other_names', 'gender', 'birth_date', 'phone', 'email', 'country'],
  ...['language', 'is_not_member', 'region', 'area', 'district', 'assembly'],
]

const people = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => [
    `${prefix}${index}`,
    ['Mensah', 'Owusu', 'Boateng', 'Asante'][index % 4],
    ['Kofi', 'Ama', 'Kwame', 'Abena', 'Yaw'][index % 5],
    'Nana',
    index % 2 === 0 ? 'male' : 'female',
    `19${60 + (index % 40)}-0${1 + (index % 9)}-1${index % 10}`,
    null,
    `${prefix.toLowerCase()}${index}@import.example`,
    'GH',
    'en',
    false,
    null,
    null,
    null,
    null,
  ])

const answer = z.object({ data: importReport })

const upload = async (world: World, admin: Account, format: Format, bytes: Buffer) => {
  const form = new FormData()
  form.set('dry_run', 'false')
  form.set(IMPORT_FIELD, new File([new Uint8Array(bytes)], `people.${format}`, { type: EXPORT_TYPES[format] }))
  const response = await fetch(`${world.baseUrl}/api/v1/admin/users/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body: form,
  })
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(`import: ${response.status} ${JSON.stringify(body)}`)
  return answer.parse(body).data
}

/** Measures exports of 1,000,000 reservations and imports of 100,000 people, as CSV and as XLSX. */
export const files = async (): Promise<Figure[]> => {
  const world = await openWorld()
  try {
    const admin = await prepare(world)
    await fill(world, 0, WARM)
    // What a process takes once is no growth: ten times the rows must not take more.
    for (const format of FORMATS) await download(world, admin, `format=${format}`)
    await fill(world, WARM, EXPORTED)
    const figures: Figure[] = []
    for (const format of FORMATS) {
      let bytes = 0
      const { seconds, growth } = await watch(world, async () => {
        bytes = await download(world, admin, `format=${format}`)
      })
      figures.push({
        name: `export of ${EXPORTED.toLocaleString('en')} reservations as ${format.toUpperCase()}`,
        value: growth,
        unit: 'MiB more',
        goal: '< 64 MiB',
        met: growth < 64,
        note: `${seconds.toFixed(0)} s, ${(bytes / 2 ** 20).toFixed(0)} MiB`,
      })
    }
    for (const format of FORMATS) {
      const rows = people(IMPORTED, format.toUpperCase())
      const bytes = await buffer(
        format === 'csv' ? writeCsv(HEADERS, [rows], 'en') : writeXlsx({ name: 'people', headers: HEADERS }, [rows]),
      )
      let outcome = ''
      const { seconds, growth } = await watch(world, async () => {
        const { created, refused } = await upload(world, admin, format, bytes)
        outcome = `${created.toLocaleString('en')} created, ${refused} refused`
      })
      figures.push({
        name: `import of ${IMPORTED.toLocaleString('en')} people as ${format.toUpperCase()}`,
        value: seconds,
        unit: 's',
        goal: '< 60 s, < 200 MiB more',
        met: seconds < 60 && growth < 200,
        note: `${growth.toFixed(0)} MiB more; ${(bytes.length / 2 ** 20).toFixed(1)} MiB; ${outcome}`,
      })
    }
    return figures
  } finally {
    await world.close()
  }
}
