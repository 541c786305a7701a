import { bulkAnswers } from '@shiloh/contract/allocation/bulk'
import { roomPlan } from '@shiloh/contract/allocation/plans'
import { roomPublication } from '@shiloh/contract/allocation/publishing'
import { z } from 'zod'
import { type Figure, summarize } from './measure.ts'
import { fillCenter, PEOPLE, ROOMS } from './room-world.ts'
import { openWorld } from './world.ts'

/** Milliseconds between two calls of a member while the office works. */
const PACE = 20
/** Milliseconds between two looks at whether work is over. */
const LOOK = 200
const WEIGHTS = { wishes: 5, district: 3, language: 2, fill: 3, paid: 1 }
/** The states of a plan that is being made. */
const OPEN = ['waiting', 'running']

const started = z.object({ data: z.object({ _id: z.string() }) })
const planAnswer = z.object({ data: roomPlan })
const done = z.object({ data: bulkAnswers.pick({ changed: true, refused: true }) })
const publication = z.object({ data: roomPublication })

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Measures an evening at head office over HTTP, from nobody with a bed to everybody told of their room: the run, the
 * acceptance of the whole plan in one request, its undo, and the publication; and what a member waits meanwhile.
 */
export const evening = async (): Promise<Figure[]> => {
  const world = await openWorld()
  try {
    const [secretary] = await world.accounts(1, 'admin')
    const [member] = await world.accounts(PEOPLE)
    if (!secretary || !member) throw new Error('no accounts')
    const event = await fillCenter(world, 0)
    const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<unknown> => {
      const answer = await world.call(method, path, { as: secretary, ...(body === undefined ? {} : { body }) })
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    }

    /** Runs work beside a member who reads their reservations all the time. Seconds, and the member's p99 in milliseconds. */
    const beside = async <T>(work: () => Promise<T>): Promise<{ result: T; seconds: number; p99: number }> => {
      const times: number[] = []
      let isOver = false
      const reading = (async () => {
        while (!isOver) {
          const from = performance.now()
          await world.call('GET', '/user/reservations', { as: member })
          times.push(performance.now() - from)
          await pause(PACE)
        }
      })()
      const from = performance.now()
      try {
        const result = await work()
        const seconds = (performance.now() - from) / 1000
        return { result, seconds, p99: summarize(times, seconds).p99 }
      } finally {
        isOver = true
        await reading
      }
    }

    const quiet = await beside(() => pause(3000))
    const propose = async () => {
      const { _id } = started.parse(
        await call('POST', `/admin/reservations/${event}/room-plans`, { weights: WEIGHTS }),
      ).data
      for (;;) {
        const plan = planAnswer.parse(await call('GET', `/admin/room-plans/${_id}`)).data
        if (!OPEN.includes(plan.state)) return plan
        await pause(LOOK)
      }
    }
    const act = async (what: 'accept' | 'undo', { _id }: { readonly _id: string }) =>
      done.parse(await call('PUT', `/admin/room-plans/${_id}/${what}`, {})).data
    const run = await beside(propose)
    const accepted = await beside(() => act('accept', run.result))
    const undone = await beside(() => act('undo', run.result))
    await act('accept', await propose())
    const news = `/admin/reservations/${event}/room-publication`
    const published = await beside(async () => {
      await call('POST', news, {})
      for (;;) {
        const { activity_id, given } = publication.parse(await call('GET', news)).data
        if (activity_id === null) return given
        await pause(LOOK)
      }
    })
    const placed = run.result.figures?.placed ?? 0
    const member99 = (what: string, p99: number): Figure => ({
      name: `a member reads meanwhile, p99: ${what}`,
      value: p99,
      unit: 'ms',
      goal: '',
      met: null,
      ceiling: { what: 'without it', value: quiet.p99 },
    })
    return [
      {
        name: `a run for ${PEOPLE} people and ${ROOMS} rooms, over HTTP`,
        value: run.seconds,
        unit: 's',
        goal: '< 10 s',
        met: run.seconds < 10,
        note: `${placed} placed, ${run.result.figures?.broken} rules broken`,
      },
      member99('the run', run.p99),
      {
        name: `the plan accepted in one request`,
        value: accepted.seconds,
        unit: 's',
        goal: '',
        met: null,
        note: `${accepted.result.changed} given, ${accepted.result.refused} refused`,
      },
      member99('accepting', accepted.p99),
      {
        name: 'the same undone in one request',
        value: undone.seconds,
        unit: 's',
        goal: '',
        met: null,
        note: `${undone.result.changed} taken back`,
      },
      member99('the undo', undone.p99),
      {
        name: 'rooms published, until everybody has been told',
        value: published.seconds,
        unit: 's',
        goal: '',
        met: null,
        note: `${published.result} not told`,
      },
      member99('publishing', published.p99),
    ]
  } finally {
    await world.close()
  }
}
