import { checkinRoutes } from '@shiloh/contract/checkin/checkin'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { lockGateRows } from '../src/features/checkin/store.ts'
import { lockQuotas } from '../src/features/reservations/event-offer/event-offer.store.ts'
import { lockForPayment } from '../src/features/reservations/index.ts'
import { lockKeyBriefly } from '../src/http/idempotency.store.ts'
import { type Database, openDatabase } from '../src/platform/db/db.ts'
import { HANGING_HOT_MS } from '../src/platform/db/patience.ts'
import { sqlIn, type TxSql, transactionOn } from '../src/platform/db/sql.store.ts'
import { inWork } from '../src/platform/jobs/work.ts'
import { type BookableEvent, makeEvent, reserve } from './booking.ts'
import { type TestAccount, type TestApp, testApp } from './harness.ts'
import { brokenInvariants } from './invariants.ts'
import { untilWaiting } from './waiting.ts'

// A process that hangs with the locks of an event is not waited for, and one that was only slow answers as if nothing had been.

/** Milliseconds within which somebody has the locks: `HANGING_HOT_MS`, and what a busy machine adds. */
const SOON = 1800

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  await t.close()
})

const book = (event: BookableEvent, as: TestAccount, key: string) =>
  t.call(reservationRoutes.makeReservation, {
    params: { event_id: event.id },
    as,
    body: { participant_type_id: event.typeId },
    headers: { 'idempotency-key': key },
  })

/** A process that hangs as soon as its transactions have what they asked for: it sends nothing more, and does not begin again. */
const openHanging = async () => {
  const other: Database = openDatabase(t.database.url)
  let end = (): void => undefined
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(new Error('the test is over'))
  })
  const all: Promise<unknown>[] = []
  const hang = async (transaction: (hangs: () => Promise<never>) => Promise<unknown>): Promise<void> => {
    await new Promise<void>((hung) => {
      const work = transaction(() => {
        hung()
        return ended
      })
      all.push(work.catch(() => undefined))
    })
  }
  return {
    ...other,
    hang,
    /** Asks for locks that somebody has. Nobody is there for the answer. */
    waits: (transaction: (hangs: () => Promise<never>) => Promise<unknown>): void => void hang(transaction),
    close: async () => {
      end()
      await Promise.all(all)
      await other.close()
    },
  }
}

/** Milliseconds until a process that does not hang has locks. */
const untilLocked = async (lock: (sql: TxSql) => Promise<unknown>): Promise<number> => {
  const from = performance.now()
  await transactionOn(t.app.deps.pipelines, lock)
  return performance.now() - from
}

describe('a process that hangs', () => {
  test('in a booking keeps nobody else from booking', async () => {
    const event = await makeEvent(t)
    const person = await t.account()
    const other = await openHanging()
    await other.hang((hangs) =>
      transactionOn(other.pipelines, async (sql) => {
        await lockQuotas(sql, [event.id])
        await hangs()
      }),
    )
    expect(await untilLocked((sql) => lockQuotas(sql, [event.id]))).toBeLessThan(SOON)
    expect((await book(event, person, 'beside-a-booking')).status).toBe(201)
    await other.close()
  })

  test('while it enters payments keeps nobody from booking, however many of them wait in line', async () => {
    const event = await makeEvent(t)
    const person = await t.account()
    const { view } = await reserve(t, event, {}, await t.account())
    const other = await openHanging()
    // They stand in line for less than half a second: long enough for all of them only if none has to connect first.
    await Promise.all(Array.from({ length: 5 }, () => sql`select 1`.execute(other.db)))
    const pay = (hangs: () => Promise<never>) =>
      other.db.transaction().execute(async (tx) => {
        await lockForPayment({ tx, deps: t.app.deps, now: t.app.deps.clock() }, view._id)
        await hangs()
      })
    await other.hang(pay)
    for (let count = 0; count < 4; count += 1) other.waits(pay)
    await untilWaiting(t, 4)
    expect(await untilLocked((sql) => lockQuotas(sql, [event.id]))).toBeLessThan(SOON)
    expect((await book(event, person, 'beside-payments')).status).toBe(201)
    await other.close()
  })

  test('in a scan keeps nobody from being scanned by another one', async () => {
    const event = await makeEvent(t)
    const { view } = await reserve(t, event, {}, await t.account())
    const gate = await t.account({ type: 'checkin_user' })
    await t.database.pool.query('insert into check_in_user_events select $1, $2', [gate.id, event.id])
    const text = view.participants[0]?.qr.url ?? ''
    const keys = { qrIds: [], codes: [view.code], participantIds: [], scans: [] }
    const other = await openHanging()
    await other.hang((hangs) =>
      transactionOn(other.pipelines, async (sql) => {
        await lockGateRows(sql, keys)
        await hangs()
      }),
    )
    expect(await untilLocked((sql) => lockGateRows(sql, keys))).toBeLessThan(SOON)
    const answer = await t.call(checkinRoutes.scan, {
      params: { id: text },
      as: gate,
      body: { scan_id: 'hung-scan-0001', device_id: 'gate-1', scanned_at: t.app.deps.clock().toISOString() },
    })
    expect(answer.status).toBe(200)
    await other.close()
  })

  test('keeps nobody from repeating the request for a checkout with its key', async () => {
    const event = await makeEvent(t)
    const person = await t.account()
    const { view } = await reserve(t, event, {}, person)
    const other = await openHanging()
    await other.hang((hangs) =>
      other.db.transaction().execute(async (tx) => {
        await lockKeyBriefly(tx, person.id, 'again')
        await hangs()
      }),
    )
    const key = { name: 'key', text: `select pg_advisory_xact_lock(hashtextextended($1, 1))` }
    expect(await untilLocked((sql) => sql(key, [`${person.id}\nagain`]))).toBeLessThan(SOON)
    const answer = await t.call(paymentRoutes.startPayment, {
      params: { id: view._id },
      as: person,
      body: { provider: 'sandbox' },
      headers: { 'idempotency-key': 'again' },
    })
    expect(answer.status).toBe(201)
    await other.close()
  })
})

/** Does nothing, as a process whose garbage is collected or that gets no processor. */
const stall = (): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HANGING_HOT_MS + 400)
}

const countOf = async (event: BookableEvent): Promise<number> =>
  (await t.database.pool.query('select 1 from reservations where event_id = $1', [event.id])).rows.length

describe('a process that was slow for a moment', () => {
  test.each([1, 5])('under the locks of a batch of %i answers each of its bookings, once', async (size) => {
    const event = await makeEvent(t)
    const people = await Promise.all(Array.from({ length: size }, () => t.account()))
    const ask = () => Promise.all(people.map((one, index) => book(event, one, `slow-${size}-${index}`)))
    const next = vi.spyOn(t.app.deps.signedIds, 'next').mockImplementationOnce(() => {
      stall()
      return t.app.deps.signedIds.next()
    })
    const first = await ask()
    expect(next.mock.calls.length).toBeGreaterThan(size)
    next.mockRestore()
    expect(first.map(({ status }) => status)).toEqual(people.map(() => 201))
    expect(await countOf(event)).toBe(size)
    expect((await ask()).map(({ data }) => data._id)).toEqual(first.map(({ data }) => data._id))
    expect(await countOf(event)).toBe(size)
  })

  test('while it enters a payment enters it once', async () => {
    const event = await makeEvent(t, { price: 50 })
    const person = await t.account()
    const { view } = await reserve(t, event, {}, person)
    const started = await t.call(paymentRoutes.startPayment, {
      params: { id: view._id },
      as: person,
      body: { provider: 'sandbox' },
    })
    const { reference } = started.data
    await t.database.pool.query(`update sandbox_charges set status = 'success' where reference = $1`, [reference])
    const { messenger } = t.app.deps
    const tell = vi.spyOn(messenger, 'tell').mockImplementationOnce((...given) => {
      stall()
      return messenger.tell(...given)
    })
    const answer = await t.call(paymentRoutes.verifyPayment, { params: { id: reference }, as: person })
    tell.mockRestore()
    expect([answer.status, answer.data.status]).toEqual([200, 'paid'])
    const { rows } = await t.database.pool.query(
      `select count(*)::int as entries from ledger_entries where reservation_id = $1`,
      [view._id],
    )
    expect(rows).toEqual([{ entries: 1 }])
  })

  test('between two statements runs its transaction again, and tells of it once', async () => {
    const event = await makeEvent(t)
    const { view } = await reserve(t, event, {}, await t.account())
    const publish = vi.spyOn(t.app.deps.realtime, 'publish')
    let runs = 0
    await inWork(t.app.deps, async (work) => {
      runs += 1
      await lockForPayment(work, view._id)
      work.publish('staff', 'reservations', { event_id: event.id })
      if (runs > 1) return
      stall()
      // Its end is read before the next statement is sent.
      await new Promise((resolve) => setImmediate(resolve))
    })
    const told = publish.mock.calls.flatMap(([events]) => events).filter(({ data }) => data['event_id'] === event.id)
    publish.mockRestore()
    expect([runs, told.length]).toEqual([2, 1])
  })
})

test('what the office does to many at once may compute for longer, under the locks of an event', async () => {
  const event = await makeEvent(t)
  let runs = 0
  await inWork(t.app.deps, async ({ tx }) => {
    runs += 1
    await lockQuotas(sqlIn(tx), [event.id])
    stall()
    await new Promise((resolve) => setImmediate(resolve))
    await tx.selectFrom('quotas').select('id').where('event_id', '=', event.id).execute()
  })
  expect(runs).toBe(1)
})

test('whoever waits in line for longer than others may is served all the same', async () => {
  const event = await makeEvent(t)
  const person = await t.account()
  const holder = await t.database.pool.connect()
  await holder.query('begin')
  await holder.query('select 1 from quotas where event_id = $1 for update', [event.id])
  const answer = book(event, person, 'in-line')
  const begun = new Set<number>()
  await vi.waitFor(
    async () => {
      const { rows } = await t.database.pool.query<{ xact_start: Date }>(
        `select xact_start from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      for (const { xact_start } of rows) begun.add(xact_start.getTime())
      expect(begun.size).toBeGreaterThan(2)
    },
    { timeout: 8000 },
  )
  await holder.query('commit')
  holder.release()
  expect((await answer).status).toBe(201)
})
