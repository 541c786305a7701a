import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { wishOf } from '@shiloh/contract/reservations/wish'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Statement, sqlIn } from '#platform/db/sql.store'
import { inWork } from '#platform/jobs/work'
import { enterPayment, makeEvent, NIGHTS } from '../../../../test/booking.ts'
import { type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { applyPayment } from '../index.ts'
import { reserveAll } from './book.ts'

// Tests of races prove something only if they can detect the fault. Here the protection is off, and the checks must
// find the damage.

let t: TestApp
beforeEach(async () => {
  t = await testApp()
})
afterEach(() => t.close())

const found = async (): Promise<number[]> => [
  ...new Set((await brokenInvariants(t.app.deps.db)).map(({ number }) => number)),
]

test('without locks and without the check, places are sold twice, and the first invariant reports it', async () => {
  const { pool } = t.database
  const { rows } = await pool.query<{ conname: string }>(
    `select conname from pg_constraint where conrelid = 'quotas'::regclass and contype = 'c'`,
  )
  for (const { conname } of rows) await pool.query(`alter table quotas drop constraint "${conname}"`)
  const event = await makeEvent(t, { capacity: 3 })
  const people = await Promise.all(Array.from({ length: 8 }, () => t.account()))
  // All read what is free before anybody writes, which the lock would have prevented.
  let readers = 0
  let everybodyRead: () => void = () => undefined
  const read = new Promise<void>((resolve) => {
    everybodyRead = resolve
  })
  const made = await Promise.all(
    people.map((person) =>
      t.app.deps.db.transaction().execute(async (tx) => {
        const plain = sqlIn(tx)
        const results = await reserveAll(
          Object.assign(
            async <R extends object>({ name, text }: Statement, values: readonly unknown[]): Promise<R[]> => {
              if (text.includes('insert into reservations')) {
                readers += 1
                if (readers === people.length) everybodyRead()
                await read
              }
              const unlocked = text
                .replace(/ for (no key )?update( of q)?$/, '')
                .replace('pg_advisory_xact_lock(hashtextextended(e.id, 3))', 'true')
              return plain<R>({ name, text: unlocked }, values)
            },
            { inTransaction: true as const },
          ),
          t.app.deps,
          [
            {
              eventId: event.id,
              userId: person.id,
              payerId: person.id,
              wish: wishOf({ participant_type_id: event.typeId }),
              expectedTotal: null,
              by: 'owner',
              actorId: person.id,
              source: 'self',
              note: '',
              language: 'en',
              idempotency: null,
            },
          ],
          t.clock(),
        )
        return results.filter((result) => !(result instanceof Error)).length
      }),
    ),
  )
  expect(made.reduce((sum, count) => sum + count, 0)).toBe(8)
  expect(await found()).toEqual([1])
})

test('each invariant detects its own fault', async () => {
  const { pool } = t.database
  const event = await makeEvent(t, { price: 100 })
  const make = async (body: Record<string, unknown> = {}) => {
    const answer = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: await t.account(),
      body: { participant_type_id: event.typeId, ...body },
    })
    expect(answer.status).toBe(201)
    const id = answer.data._id
    const payment = await enterPayment(t, id, answer.data.total)
    await inWork(t.app.deps, (work) => applyPayment(work, id))
    return { id, payment, participant: answer.data.participants[0]?._id }
  }
  const one = await make()
  const sleeper = await make({
    accommodation: { room_category_id: event.categoryId, ...NIGHTS, room_id: event.roomIds[0] },
  })
  const ledger = (amount: number) =>
    `insert into ledger_entries (payment_id, reservation_id, kind, amount, currency) values ('${one.payment}', '${one.id}', 'capture', ${amount}, 'GHS')`
  const faults: [number, string][] = [
    [1, `update quotas set claimed = claimed + 1 where event_id = '${event.id}' and kind = 'event'`],
    [1, `update claims set released_at = now() where reservation_id = '${one.id}'`],
    [
      1,
      `with somebody as (insert into users (first_name, last_name, user_type) values ('Ama', 'Owusu', 'user') returning id),
         entry as (insert into waiting_entries (event_id, user_id, kind, wish) select '${event.id}', id, 'event', '{}' from somebody returning id),
         held as (update quotas set claimed = claimed + 1 where event_id = '${event.id}' and kind = 'event' returning id)
       insert into claims (quota_id, waiting_entry_id, quantity) select held.id, entry.id, 1 from held, entry`,
    ],
    [
      2,
      `insert into bed_assignments (room_id, bed, nights, reservation_id, participant_id)
       select room_id, bed, nights, '${one.id}', '${one.participant}' from bed_assignments where reservation_id = '${sleeper.id}'`,
    ],
    [2, `update bed_assignments set bed = 9`],
    [3, `update reservation_participants set live = false where id = '${one.participant}'`],
    [
      3,
      `update reservations set user_id = (select user_id from reservations where id = '${sleeper.id}') where id = '${one.id}'`,
    ],
    [
      3,
      `insert into waiting_entries (event_id, user_id, kind, wish) select event_id, user_id, 'event', '{}' from reservations where id = '${one.id}'`,
    ],
    [
      3,
      `with somebody_else as (insert into users (first_name, last_name, user_type) values ('Ama', 'Owusu', 'user') returning id),
         taken_along as (update reservations set user_id = (select id from somebody_else) where id = '${one.id}')
       insert into waiting_entries (event_id, user_id, kind, wish)
         select event_id, user_id, 'event', '{}' from reservation_participants where id = '${one.participant}'`,
    ],
    [4, `update payments set captured = captured + 1 where id = '${one.payment}'`],
    [5, ledger(1)],
    [6, `update reservations set total = total + 1 where id = '${one.id}'`],
    [6, `update reservations set paid = paid + 1 where id = '${one.id}'`],
    // More money than the total, in both books.
    [7, `with money as (${ledger(100)}) update reservations set paid = paid + 100 where id = '${one.id}'`],
    // A refund is due, but nothing was paid beyond the total.
    [7, `insert into refunds (payment_id, amount, currency, reason) values ('${one.payment}', 1, 'GHS', 'overpaid')`],
    [8, `insert into refunds (payment_id, amount, currency, reason) values ('${one.payment}', 101, 'GHS', 'goodwill')`],
    [8, `update payments set currency = 'EUR' where id = '${one.payment}'`],
    [
      9,
      `insert into room_maintenance (room_id, nights, reason) values ('${event.roomIds[0]}', daterange('2027-01-01', '2027-02-01'), 'x')`,
    ],
    [
      9,
      `with bishop as (insert into titles (name) values ('Bishop') returning id)
       update event_rooms set kept_for_title_ids = array(select id from bishop) where id = '${event.roomIds[0]}'`,
    ],
    [9, `update event_rooms set gender_rule = 'male' where id = '${event.roomIds[0]}'`],
    [
      10,
      `insert into scans (scan_id, device_id, event_id, participant_id, reservation_id, code, direction, result, scanned_at)
       select n::text, 'gate', '${event.id}', '${one.participant}', '${one.id}', 'x', 'in', 'ok', now() from generate_series(1, 2) n`,
    ],
    [11, `update reservations set status = 'cancelled' where id = '${one.id}'`],
    [11, `delete from reservation_transitions where reservation_id = '${one.id}' and action = 'make'`],
    [
      12,
      `insert into audit_trail (seq, at, action, resource, previous_hash, hash)
       select coalesce(max(seq), 0) + 1, now(), 'x', 'x', 'forged', 'forged' from audit_trail`,
    ],
    [
      15,
      `update payments set provider = 'cash', receipt_number = 999, cashier_id = (select user_id from reservations where id = '${one.id}') where id = '${one.payment}'`,
    ],
    [
      15,
      `insert into ledger_entries (payment_id, reservation_id, kind, amount, currency, till_id, till_day)
       select '${one.payment}', id, 'refund', -1, 'GHS', user_id, '2026-11-21' from reservations where id = '${one.id}'`,
    ],
    [16, `update reservations set status = 'cancelled' where id = '${one.id}'`],
    [16, `update reservations set status = 'cancelled', retained = paid + 1 where id = '${one.id}'`],
  ]
  for (const guard of [
    `drop index reservations_one_live`,
    `alter table bed_assignments drop constraint one_bed_one_occupant`,
    `alter table bed_assignments drop constraint one_bed_a_person`,
  ])
    await pool.query(guard)
  const { rows: checks } = await pool.query<{ conname: string; conrelid: string }>(
    `select conname, conrelid::regclass::text as conrelid from pg_constraint
     where contype = 'c' and conrelid in ('reservations'::regclass, 'quotas'::regclass, 'payments'::regclass)`,
  )
  for (const { conname, conrelid } of checks) await pool.query(`alter table ${conrelid} drop constraint "${conname}"`)
  expect(await found()).toEqual([])

  const undo = new Error('taken back')
  for (const [number, statement] of faults) {
    let broken: number[] = []
    await t.app.deps.db
      .transaction()
      .execute(async (tx) => {
        await sql.raw(statement).execute(tx)
        broken = (await brokenInvariants(tx)).map((report) => report.number)
        throw undo
      })
      .catch((error: unknown) => expect(error).toBe(undo))
    expect(broken, statement).toContain(number)
  }
  expect(new Set(faults.map(([number]) => number)).size).toBe(14)
})
