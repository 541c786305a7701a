import { activityRoutes } from '@shiloh/contract/activities'
import { badgeRoutes } from '@shiloh/contract/badges/badges'
import {
  BADGE_LAYOUTS,
  type Badge,
  drawCard,
  impose,
  LAYOUTS,
  PAPERS,
  pagesOf,
  QUIET_MODULES,
  TONES,
} from '@shiloh/contract/badges/layouts'
import { ASCENT, type Card, DESCENT, type Item, partsOfName, SMALLEST } from '@shiloh/contract/badges/paint'
import { QR_CORRECTION, qrText } from '@shiloh/contract/reservations/ticket-code'
import fc from 'fast-check'
import { encode } from 'uqr'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPdf } from '#platform/text/pdf'
import { type BookableEvent, makeEvent, makeSpouse, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { drawBadges, measureIn } from './pdf.ts'
import { sortBadges } from './sort.rules.ts'

const measure = measureIn(openPdf({ title: '', author: '', language: 'en', now: new Date(0) }))
const WORDS = { glue: 'Hier kleben' }

interface Area {
  readonly name: string
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Returns what an item covers, a QR code with its quiet zone. Bands lie under what is on them. */
const areaOf = (item: Item): Area[] => {
  switch (item.kind) {
    case 'text':
      return [
        {
          name: item.text,
          left: item.x,
          top: item.y - item.size * ASCENT,
          right: item.x + item.width,
          bottom: item.y + item.size * DESCENT,
        },
      ]
    case 'qr': {
      const quiet = (item.size / 37) * QUIET_MODULES
      return [
        {
          name: 'code',
          left: item.x - quiet,
          top: item.y - quiet,
          right: item.x + item.size + quiet,
          bottom: item.y + item.size + quiet,
        },
      ]
    }
    case 'mark':
      return [{ name: 'mark', left: item.x, top: item.y, right: item.x + item.size, bottom: item.y + item.size }]
    default:
      return []
  }
}

/** Rounding of floating point numbers. */
const HAIR = 0.02
const overlaps = (a: Area, b: Area): boolean =>
  a.left < b.right - HAIR && b.left < a.right - HAIR && a.top < b.bottom - HAIR && b.top < a.bottom - HAIR

const faultsOf = (card: Card): string[] => {
  const areas = card.items.flatMap(areaOf)
  return [
    ...areas.flatMap((area) =>
      area.left < -HAIR || area.top < -HAIR || area.right > card.width + HAIR || area.bottom > card.height + HAIR
        ? [`${area.name} leaves the card`]
        : [],
    ),
    ...areas.flatMap((one, index) =>
      areas.slice(index + 1).flatMap((other) => (overlaps(one, other) ? [`${one.name} × ${other.name}`] : [])),
    ),
    ...card.items.flatMap((item) =>
      item.kind === 'text' && item.size < SMALLEST - 0.35 ? [`${item.text} has ${item.size} mm`] : [],
    ),
  ]
}

const word = fc.string({
  unit: fc.constantFrom(...'abcdeghijklmnopqrstuvwyzABGKMNOɔɛƐŋéüß-’. '),
  minLength: 1,
  maxLength: 60,
})
const maybe = (text: fc.Arbitrary<string>) => fc.option(text, { nil: null })
const badge: fc.Arbitrary<Badge> = fc.record({
  event: word,
  type: word,
  tone: fc.nat(20),
  name: fc.oneof(
    word,
    fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
  ),
  title: maybe(word),
  assembly: maybe(word),
  district: maybe(word),
  guardian: maybe(word),
  code: fc.constantFrom('LC-4K7QX', 'MWMWMW-WMWMWMW'),
  times: fc.nat(12),
  print: fc.constantFrom(null, 'Print 2', 'Impression 12'),
  room: fc.option(fc.record({ block: word, name: word, bed: word, floor: word }), { nil: null }),
  meals: maybe(word),
})

const example: Badge = {
  event: 'Leaders’ Conference',
  type: 'Minister',
  tone: 0,
  name: 'Kwame Asante-Boateng',
  title: 'Pastor',
  assembly: 'Bethel',
  district: 'Kasoa',
  guardian: null,
  code: 'LC-4K7QX',
  times: 2,
  print: 'Print 2',
  room: { block: 'Bethany', name: '12', bed: 'Bed A', floor: 'Ground floor' },
  meals: 'Fetteh Beach Catering',
}

describe('a badge', () => {
  test('fits and overlaps nothing, whatever is on it', () => {
    for (const layout of BADGE_LAYOUTS)
      fc.assert(
        fc.property(badge, badge, (one, other) => {
          const card = drawCard(layout, LAYOUTS[layout].persons === 2 ? [one, other] : [one], WORDS, measure)
          expect(faultsOf(card)).toEqual([])
        }),
        { numRuns: 60 },
      )
  })

  test('shows a code that can be read, and names as large as they fit', () => {
    const url = `https://shiloh.example.church/Q/${'Z'.repeat(118)}`
    expect(encode(qrText(url), { ...QR_CORRECTION, border: 0 }).data).toHaveLength(37)
    const sizes = BADGE_LAYOUTS.map((layout) => {
      const { items } = drawCard(layout, [example], WORDS, measure)
      const codes = items.flatMap((item) => (item.kind === 'qr' ? [item.size] : []))
      const named = items.flatMap((item) => (item.kind === 'text' && item.text.startsWith('Kwame') ? [item.size] : []))
      expect(items.some((item) => item.kind === 'text' && item.text.includes('Print 2'))).toBe(true)
      return [layout, codes[0], Math.round((named[0] ?? 0) * 10) / 10]
    })
    // Millimetres: the code, and the size of the name.
    expect(sizes).toEqual([
      ['a6', 38, 25],
      ['lanyard', 28, 16.5],
      ['label', 24, 8.6],
      ['wristband', 20.5, 8.6],
      ['couple', 28, 16.5],
      ['sheet', 24.5, 8],
    ])
    expect(partsOfName('Nana Kofi Asante')).toEqual(['Nana Kofi', 'Asante'])
    expect([partsOfName('Ama'), partsOfName('  Nana ')]).toEqual([
      ['Ama', ''],
      ['Nana', ''],
    ])
  })

  test('sets names with letters of Akan and Ewe in the face of all names', () => {
    for (const layout of BADGE_LAYOUTS) {
      const faces = (name: string) => {
        const { items } = drawCard(layout, [{ ...example, name }], WORDS, measure)
        const words = name.split(' ')
        return items.flatMap((item) => (item.kind === 'text' && words.includes(item.text) ? [item.face] : []))
      }
      expect(faces('Ɔdɔ Nyameyɛ')).toEqual(faces('Ama Mensah'))
      expect(faces('Kɔfi')).toEqual(['serif'])
    }
    // The letters are in a font of their own: their widths are not those of a missing one.
    expect(measure('ɔɛ', 'serif', false)).not.toBe(measure('ᚠᚠ', 'serif', false))
  })

  test('has a band on which white text is legible', () => {
    const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    const contrasts = TONES.map((tone) => {
      const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => channel(Number.parseInt(tone.slice(at, at + 2), 16) / 255))
      return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)
    })
    expect(Math.min(...contrasts)).toBeGreaterThan(5)
  })

  test('lies on A4 as often as it has room', () => {
    const counts = BADGE_LAYOUTS.map((layout) => {
      const { width, height, places } = impose(layout, 'a4')
      const { width: wide, height: high } = LAYOUTS[layout]
      for (const { x, y } of places)
        expect([x >= 0, y >= 0, x + wide <= width, y + high <= height]).not.toContain(false)
      return places.length
    })
    expect(counts).toEqual([4, 8, 21, 8, 4, 24])
  })

  test('takes the pages that the button names', async () => {
    const person: Badge & { qr: string } = {
      ...{ event: 'E', type: 'T', tone: 0, name: 'N', title: null, assembly: null, district: null, guardian: null },
      ...{ code: 'C', times: 1, print: null, room: null, meals: null, qr: 'https://shiloh.example/Q/1' },
    }
    const districts = [1, 26, 3, 1]
    for (const layout of BADGE_LAYOUTS)
      for (const paper of PAPERS)
        for (const covers of [true, false]) {
          const cover = { event: 'E', district: 'D', count: '1', assemblies: [], more: String }
          const chunks: Buffer[] = []
          await drawBadges(
            {
              ...{ layout, paper, words: WORDS, proof: covers ? 'Proof' : null, title: '', author: '' },
              language: 'en',
              now: new Date(0),
            },
            districts.map((cards) => ({
              cover: covers ? cover : null,
              cards: Array.from({ length: cards }, () => [person]),
            })),
            { begin: (doc) => doc.on('data', (chunk: Buffer) => chunks.push(chunk)), onPage: async () => undefined },
          )
          await new Promise((resolve) => setImmediate(resolve))
          const pages = Buffer.concat(chunks)
            .toString('latin1')
            .match(/\/Type \/Page\b(?!s)/g)?.length
          expect([layout, paper, covers, pages]).toEqual([
            layout,
            paper,
            covers,
            pagesOf(layout, paper, covers, districts),
          ])
        }
  })

  test('is sorted by district, assembly and name; couples share a card', () => {
    const row = (
      name: string,
      district: string | null,
      assembly: string | null,
      of = name,
      role = 'main',
      position = 0,
    ) => ({
      event_id: 'e',
      event_name: 'E',
      reservation_id: of,
      position,
      role,
      name,
      district,
      assembly,
    })
    const rows = [
      row('Zoe', 'Winneba', 'A'),
      row('Ɛsi', 'Kasoa', 'B'),
      row('Child', 'Kasoa', 'B', 'Kofi', 'child', 1),
      row('Ama', 'Kasoa', 'B', 'Kofi', 'spouse', 2),
      row('Kofi', 'Kasoa', 'B'),
      row('Yaw', 'Kasoa', 'A'),
      row('Nobody', null, null),
    ]
    const names = (layout: 'a6' | 'couple', covers = true) =>
      sortBadges(rows, layout, 'en', covers).map(({ district, persons, cards }) => [
        district,
        persons,
        ...cards.map((card) => card.map(({ name }) => name).join('+')),
      ])
    expect(names('a6')).toEqual([
      ['Kasoa', 5, 'Yaw', 'Ama', 'Child', 'Ɛsi', 'Kofi'],
      ['Winneba', 1, 'Zoe'],
      [null, 1, 'Nobody'],
    ])
    expect(names('couple')[0]).toEqual(['Kasoa', 5, 'Yaw+Child', 'Ɛsi', 'Kofi+Ama'])
    expect(names('couple', false)).toEqual([['Kasoa', 7, 'Yaw+Child', 'Ɛsi+Zoe', 'Kofi+Ama', 'Nobody']])
  })
})

let t: TestApp
let staff: TestAccount
let event: BookableEvent
beforeAll(async () => {
  t = await testApp()
  staff = await t.account({ type: 'admin', permissions: ['reservations.read', 'reservations.print_badges'] })
  event = await makeEvent(t, { price: 0 })
})
afterAll(() => t.close())

const query = async (text: string, values: readonly unknown[] = []) =>
  (await t.database.pool.query(text, [...values])).rows
const ask = (body: object, as = staff) =>
  t.call(badgeRoutes.printBadges, { as, body: { filter: { event_id: event.id }, ...body } })
const preview = async (body: object = {}, as = staff) =>
  (await t.call(badgeRoutes.previewBadges, { as, body: { filter: { event_id: event.id }, ...body } })).data
const made = async (id: string) => {
  await t.app.deps.jobs.drain()
  return (await t.call(activityRoutes.getActivity, { as: staff, params: { id } })).data
}
const printsOf = async (id: string) => (await t.call(badgeRoutes.listBadgePrints, { as: staff, params: { id } })).data

test('prints who counts, counts prints, and hides what is denied', async () => {
  const [one, two, pending, cancelled] = await Promise.all(Array.from({ length: 4 }, () => reserve(t, event)))
  if (!one || !two || !pending || !cancelled) throw new Error('four were made')
  await query(`update reservations set status = 'active', hold_expires_at = null where id = any($1)`, [
    [one.id, two.id],
  ])
  await query(`update reservations set status = 'pending', hold_expires_at = null where id = $1`, [pending.id])
  await query(`update reservations set status = 'cancelled' where id = $1`, [cancelled.id])
  expect(await preview()).toMatchObject({
    persons: 2,
    printed: 0,
    usual: null,
    sample: [{ times: 1, print: null, tone: 0 }],
  })
  expect(await preview({ also_pending: true })).toMatchObject({ persons: 3 })
  expect((await preview()).districts).toEqual([2])
  const unit = async (level: string, parent: unknown = null) =>
    (
      await query('insert into church_units (level, name, parent_id) values ($1, $1, $2) returning id', [level, parent])
    )[0]?.id
  const district = await unit('district', await unit('area', await unit('region')))
  await query('update users set district_id = $2 where id = (select user_id from reservations where id = $1)', [
    one.id,
    district,
  ])
  expect((await preview({ layout: 'couple', covers: true })).districts).toEqual([1, 1])
  expect(await preview({ layout: 'couple' })).toMatchObject({ districts: [1], sample: [{}, {}] })
  await query('update reservation_participants set minor = true where reservation_id = $1', [one.id])
  expect(await preview({ only_minors: true })).toMatchObject({ persons: 1, districts: [1] })
  await query('update reservation_participants set minor = false where reservation_id = $1', [one.id])

  const proof = (await ask({ layout: 'lanyard', proof: true })).data.activity_id
  expect(await made(proof)).toMatchObject({ state: 'done', result: { badges: 2 } })
  expect(await preview()).toMatchObject({ persons: 2, printed: 0 })

  const { data } = await ask({ layout: 'lanyard', paper: 'a4' })
  expect(data.total).toBe(2)
  expect(await printsOf(one.id)).toEqual([])
  expect(await made(data.activity_id)).toMatchObject({
    kind: 'badges',
    about: { layout: 'lanyard' },
    state: 'done',
    done: 2,
    result: { badges: 2 },
  })
  const file = await t.call(activityRoutes.downloadActivity, { as: staff, params: { id: data.activity_id } })
  expect(file.raw.subarray(0, 5).toString()).toBe('%PDF-')
  expect(await printsOf(one.id)).toMatchObject([{ layout: 'lanyard', place: 'office' }])
  expect(await preview()).toMatchObject({
    persons: 2,
    printed: 2,
    usual: 'lanyard',
    sample: [{ times: 2, print: 'Print 2' }],
  })
  expect(await preview({ only_new: true, also_pending: true })).toMatchObject({ persons: 1, printed: 0 })
  expect(await ask({ only_new: true })).toMatchObject({ status: 422, errors: [{ field: 'filter', code: 'not_found' }] })
  const audited = await query(`select after from audit_trail where action = 'print_badges' and object_id = $1`, [
    data.activity_id,
  ])
  expect(audited).toEqual([{ after: { layout: 'lanyard', persons: 2 } }])

  const careful = await t.account({ type: 'admin', permissions: ['reservations.read', 'reservations.print_badges'] })
  await query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'reservations', $2, '{print_badges}')`,
    [careful.id, one.id],
  )
  expect(await preview({}, careful)).toMatchObject({ persons: 1 })
  expect((await ask({ ids: [one.id] }, careful)).status).toBe(422)
  const reader = await t.account({ type: 'admin', permissions: ['reservations.read'] })
  expect((await ask({}, reader)).status).toBe(403)

  const late = (await ask({ ids: [one.id] })).data.activity_id
  await query('delete from user_roles where user_id = $1', [staff.id])
  // Nor does a file that was made before.
  expect((await t.call(activityRoutes.downloadActivity, { as: staff, params: { id: data.activity_id } })).status).toBe(
    403,
  )
  await t.app.deps.jobs.drain()
  expect(await query('select state, error from activities where id = $1', [late])).toEqual([
    { state: 'failed', error: 'forbidden' },
  ])
  expect(await query('select 1 from badge_prints where reservation_id = $1', [one.id])).toHaveLength(1)
})

test('a badge names no title that the office has not confirmed', async () => {
  const { id } = await reserve(t, event)
  await query(`update reservations set status = 'active', hold_expires_at = null where id = $1`, [id])
  const [title] = await query(
    `insert into titles (name, needs_confirmation) values ('Apostle of the badge', true) returning id`,
  )
  await query('update reservation_participants set title_id = $2 where reservation_id = $1', [id, title?.id])
  const desk = await t.account({ type: 'admin', permissions: ['reservations.read', 'reservations.print_badges'] })
  expect((await preview({ ids: [id] }, desk)).sample).toMatchObject([{ title: null }])
  await query('update reservation_participants set bears_title_id = title_id where reservation_id = $1', [id])
  expect((await preview({ ids: [id] }, desk)).sample).toMatchObject([{ title: 'Apostle of the badge' }])
})

test('a gate prints one badge, and counts it once', async () => {
  const { id } = await reserve(t, event)
  await query(`update reservations set status = 'active', hold_expires_at = null where id = $1`, [id])
  const [person] = await query('select id, qr_id from reservation_participants where reservation_id = $1', [id])
  const gate = await t.account({ type: 'checkin_user' })
  const print = (body: object, as = gate) =>
    t.call(badgeRoutes.printAtGate, {
      as,
      body: { print_id: 'print-0001', event_id: event.id, participant_id: person?.id, ...body },
    })
  expect((await print({})).status).toBe(404)
  await query('insert into check_in_user_events (user_id, event_id) values ($1, $2)', [gate.id, event.id])
  const first = await print({})
  expect(first.data).toMatchObject({ times: 1, qr: expect.stringContaining('/Q/') })
  expect((await print({})).data.times).toBe(1)
  // The phone was passed on before it knew that the print is counted: it sends it again for the next volunteer.
  const next = await t.account({ type: 'checkin_user' })
  await query('insert into check_in_user_events (user_id, event_id) values ($1, $2)', [next.id, event.id])
  expect((await print({}, next)).data.times).toBe(1)
  const again = await print({ print_id: 'print-0002', participant_id: undefined, code: first.data.qr })
  expect(again.data.times).toBe(2)
  expect((await print({ print_id: 'print-0002' }, next)).data.times).toBe(2)
  const typed = await print({ print_id: 'print-0004', participant_id: undefined, code: first.data.code.toLowerCase() })
  expect(typed.data.times).toBe(3)
  expect((await print({ participant_id: 'f'.repeat(24) })).status).toBe(404)
  // An id without its signature, and a signature that is none.
  for (const code of [person?.qr_id, `${first.data.qr.slice(0, -4)}ZZZZ`])
    expect((await print({ print_id: 'print-0005', participant_id: undefined, code })).status).toBe(404)
  expect(await query('select place, layout from badge_prints where reservation_id = $1', [id])).toEqual([
    { place: 'gate', layout: 'label' },
    { place: 'gate', layout: 'label' },
    { place: 'gate', layout: 'label' },
  ])
  // The printed code of a couple is that of neither: the gate says who stands there.
  const host = await t.account()
  const pair = await reserve(t, event, { with_spouse: await makeSpouse(t, host.id) }, host)
  await query(`update reservations set status = 'active', hold_expires_at = null where id = $1`, [pair.id])
  const code = pair.view.code
  expect((await print({ print_id: 'print-0006', participant_id: undefined, code })).status).toBe(404)
  const [, spouse] = await query(
    'select id, name from reservation_participants where reservation_id = $1 order by position',
    [pair.id],
  )
  expect((await print({ print_id: 'print-0006', participant_id: spouse?.id })).data.name).toBe(spouse?.name)
  await query(`update reservations set status = 'cancelled' where id = $1`, [id])
  expect((await print({ print_id: 'print-0003' })).code).toBe('illegal_transition')
})
