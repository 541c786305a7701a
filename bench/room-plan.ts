import { makePlan } from '../apps/api/src/features/allocation/run/plan.ts'
import { solve } from '../apps/api/src/features/allocation/run/solve.ts'
import { makeCrowd } from '../apps/api/test/crowd.ts'
import type { Figure } from './measure.ts'

const PEOPLE = 10_000
const ROOMS = 2000
const SEED = 1
const WEIGHTS = { wishes: 5, needs: 4, district: 3, language: 2, fill: 3, paid: 1 }

/** Makes a plan for ten thousand people and two thousand rooms, twice: the second has to be the same. */
export const rooms = async (): Promise<Figure[]> => {
  const crowd = makeCrowd({ people: PEOPLE, rooms: ROOMS, seed: SEED })
  const before = process.memoryUsage().rss
  const from = performance.now()
  const plan = await makePlan(crowd, WEIGHTS, SEED, solve)
  const seconds = (performance.now() - from) / 1000
  const memory = (process.memoryUsage().rss - before) / 1_048_576
  const again = await makePlan(crowd, WEIGHTS, SEED, solve)
  const { placed, greedy, bound, wishes, wishes_kept, broken } = plan.figures
  const isSame = JSON.stringify(plan) === JSON.stringify(again)
  const ceiling = bound === null ? undefined : { what: 'no plan places more, as HiGHS proved', value: bound }
  return [
    {
      name: `a plan for ${PEOPLE} people and ${ROOMS} rooms`,
      value: seconds,
      unit: 's',
      goal: '< 10 s',
      met: seconds < 10,
      note: `${memory.toFixed(0)} MiB more`,
    },
    {
      name: 'the same, people placed',
      value: placed,
      unit: 'people',
      goal: `≥ ${greedy}, the simple way`,
      met: placed >= greedy,
      ceiling,
    },
    {
      name: 'the same, wishes kept',
      value: wishes_kept,
      unit: 'wishes',
      goal: '',
      met: null,
      ceiling: { what: 'wishes', value: wishes },
    },
    { name: 'the same, rules broken', value: broken, unit: 'rules', goal: '0', met: broken === 0 },
    { name: 'the same input again, another plan', value: isSame ? 0 : 1, unit: 'plans', goal: '0', met: isSame },
  ]
}
