import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import { answers } from './answers.ts'
import { load } from './cases.ts'
import { files } from './files.ts'
import { gate } from './gate.ts'
import { login } from './login.ts'
import { type Figure, table } from './measure.ts'
import { phone } from './phone.ts'
import { board } from './room-board.ts'
import { evening } from './room-evening.ts'
import { rooms } from './room-plan.ts'
import { scale } from './scale.ts'
import { screens } from './screens.ts'
import { start } from './start.ts'
import { vendors } from './vendors.ts'
import { openWorld } from './world.ts'

// `npm run bench`: prints a table and writes bench/results/latest.json. Every figure is beside its upper bound, from
// the same run on the same machine. `npm run bench -- load` runs one part.

const parts: Readonly<Record<string, () => Promise<Figure[]>>> = {
  load: async () => {
    const world = await openWorld()
    try {
      return await load(world)
    } finally {
      await world.close()
    }
  },
  gate,
  login,
  scale,
  phone,
  screens,
  vendors,
  answers,
  files,
  rooms: async () => [...(await rooms()), ...(await board()), ...(await evening())],
  start,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`Unknown part "${unknown.join('", "')}". There are: ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

const figures: Figure[] = []
for (const [name, part] of Object.entries(parts))
  if (wanted.length === 0 || wanted.includes(name)) figures.push(...(await part()))

const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`
console.log(`\n${machine}, ${new Date().toISOString().slice(0, 10)}\n\n${table(figures)}\n`)
const folder = path.join(import.meta.dirname, 'results')
mkdirSync(folder, { recursive: true })
writeFileSync(
  path.join(folder, 'latest.json'),
  `${JSON.stringify({ machine, at: new Date().toISOString(), figures }, null, 2)}\n`,
)
