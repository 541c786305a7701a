import { roomBoard } from '@shiloh/contract/allocation/board'
import { bulkAnswers } from '@shiloh/contract/allocation/bulk'
import { z } from 'zod'
import type { Account } from './accounts.ts'
import type { Figure } from './measure.ts'
import { roomLists } from './room-lists.ts'
import { roomScreen } from './room-screen.ts'
import { BEDS, fillCenter, PEOPLE, ROOMS } from './room-world.ts'
import { openWorld } from './world.ts'

const ROUNDS = 10

const boardAnswer = z.object({ data: roomBoard })
const placeAnswer = z.object({ data: bulkAnswers })

/** Measures the room board over HTTP: all of it, what changed after a drop, the drop itself, and the lists of rooms. */
export const board = async (): Promise<Figure[]> => {
  const world = await openWorld()
  try {
    const [secretary]: readonly Account[] = await world.accounts(1, 'admin')
    if (!secretary) throw new Error('no secretary')
    await world.accounts(PEOPLE)
    const event = await fillCenter(world)
    const path = `/admin/reservations/${event}/board`
    const read = async (since = '') => {
      const { status, body, bytes } = await world.call('GET', path + since, { as: secretary })
      if (status !== 200) throw new Error(`the board answered ${status}`)
      return { bytes, ...boardAnswer.parse(body).data }
    }
    const time = async <T>(act: () => Promise<T>): Promise<[ms: number, result: T]> => {
      const from = performance.now()
      const result = await act()
      return [performance.now() - from, result]
    }
    const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0
    const whole: number[] = []
    const drops: number[] = []
    const deltas: number[] = []
    let [, now] = await time(() => read())
    const { bytes, reservations, rooms } = now
    const waiting = reservations.flatMap(({ persons }) => persons.filter(({ bed }) => bed === undefined))
    const empty = rooms.slice(-ROUNDS)
    for (const [round, room] of empty.entries()) {
      whole.push((await time(() => read()))[0])
      const people = waiting.slice(round * BEDS, (round + 1) * BEDS)
      const [dropMs, answer] = await time(() =>
        world.call('PUT', `/admin/reservations/${event}/bulk`, {
          as: secretary,
          body: { rows: people.map(({ _id }) => ({ participant_id: _id, room_id: room._id, expected: null })) },
        }),
      )
      const { changed, refused } = placeAnswer.parse(answer.body).data
      if (changed + refused !== people.length) throw new Error('a row without an answer')
      drops.push(dropMs)
      const [deltaMs, delta] = await time(() => read(`?since=${now.cursor}`))
      if (delta.whole || delta.reservations.length < changed) throw new Error('the delta lacks the drop')
      deltas.push(deltaMs)
      now = delta
    }
    const of = `${PEOPLE} people, ${ROOMS} rooms`
    return [
      {
        name: `the room board of ${of}`,
        value: median(whole),
        unit: 'ms',
        goal: '',
        met: null,
        note: `${(bytes / 1024).toFixed(0)} KiB`,
      },
      {
        name: `${BEDS} people dropped into a room, answered`,
        value: median(drops),
        unit: 'ms',
        goal: '< 200 ms',
        met: median(drops) < 200,
      },
      { name: 'what changed since, for the other secretary', value: median(deltas), unit: 'ms', goal: '', met: null },
      ...(await roomScreen(world, event, secretary)),
      ...(await roomLists(world, event, secretary)),
    ]
  } finally {
    await world.close()
  }
}
