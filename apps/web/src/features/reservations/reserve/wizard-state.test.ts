import { describe, expect, it } from 'vitest'
import { type Choice, choiceOf, emptyChoice, wishOf } from './choice.ts'
import type { Failure } from './failure.ts'
import { fitChoice } from './fit.ts'
import {
  ama,
  delegate,
  guestKofi,
  infant,
  kitchen,
  kofi,
  sampleEvent,
  sampleNow,
  sampleReservation,
  standardRoom,
} from './sample.ts'
import { formerAnswers, type Step } from './steps.ts'
import {
  beginWizard,
  draftOf,
  reduceWizard,
  shortOf,
  viewWizard,
  type WizardAction,
  type WizardGround,
  type WizardState,
} from './wizard-state.ts'

const ground: WizardGround = { event: sampleEvent, me: ama, relatives: [kofi], standing: undefined }
const known = { offer: sampleEvent, relatives: [kofi], title_id: null, designation_id: null, now: sampleNow }
const fresh = fitChoice(emptyChoice, known)
const begin = (choice: Partial<Choice> = {}, more: Partial<WizardState> = {}): WizardState => ({
  ...beginWizard({ choice: { ...fresh, ...choice }, key: null }, { restored: false, deposit_percent: 30 }),
  ...more,
})
const after = (state: WizardState, ...actions: WizardAction[]) => actions.reduce(reduceWizard, state)
const at = (state: WizardState, step: Step, more: Partial<WizardGround> = {}) =>
  viewWizard(state, { ...ground, ...more }, step)
const withKofi = { guests: [guestKofi] }
const all = { participant_type_id: delegate, room: standardRoom }
const sent = { kind: 'reserve', total: 10_000 } as const

describe('a change in a running event', () => {
  const lastDay = new Date('2027-01-24T08:00:00Z')
  const first = '2027-01-22'
  const before = at(begin({ ...all, caterer: 'none', check_in: first, check_out: '2027-01-25' }), 'review')
  const standing = { choice: before.situation.choice, lines: before.quote.lines }
  const [lodging] = sampleEvent.accommodations
  // The nights that are over are sold out to others.
  const event = {
    ...sampleEvent,
    accommodations: lodging
      ? [
          {
            ...lodging,
            beds_left: 0,
            nights: lodging.nights.map((one, day) => ({ ...one, beds_left: day === 2 ? 1 : 0 })),
          },
        ]
      : [],
  }

  it('costs a night and two days of meals for somebody who is added, and is possible', () => {
    const state = begin({ ...standing.choice, ...withKofi, caterer: kitchen })
    const view = at(state, 'review', { event, standing, now: lastDay })
    expect(view.current).toBe('review')
    expect(view.quote.total - before.quote.total).toBe(10_000 + 5_000 + 2 * 2 * 2_000)
    expect(view.quote.lines.map(({ quantity, from_day, until_day }) => [quantity, from_day, until_day])).toEqual([
      [1, null, null],
      [1, null, null],
      [1, first, '2027-01-24'],
      [2, '2027-01-24', '2027-01-25'],
      [2, '2027-01-24', '2027-01-26'],
    ])
  })

  it('does not charge the nights that the change gives back that it takes the place of', () => {
    const pending = { ...standing, returned: [first] }
    const cost = (choice: Choice) =>
      at(begin(choice), 'review', { standing: pending, now: lastDay }).quote.total - before.quote.total
    expect(cost(standing.choice)).toBe(-5000)
    expect(cost({ ...standing.choice, room: 'none' })).toBe(-5000 - 5000)
  })
})

describe('an answer that is not asked for any more', () => {
  const [question, option] = ['a'.repeat(24), 'b'.repeat(24)]
  const answers = [{ question_id: question, label: 'Robe', value: option, words: 'Lent' }]
  const own = { ...fresh, ...all, answers: { [question]: option } }
  const lines = [
    {
      kind: 'question_option' as const,
      ref_id: option,
      label: 'Robe: Lent',
      quantity: 1,
      units: 1,
      unit_price: 500,
      amount: 500,
      person: null,
      from_day: null,
      until_day: null,
    },
  ]
  const standing = { choice: fitChoice(own, { ...known, held: own }), lines, answers }

  it('is shown in a change, with its price, until it is taken back', () => {
    const view = at(begin(standing.choice), 'details', { standing })
    expect(view.current).toBe('details')
    expect(formerAnswers(view.situation)).toEqual(answers)
    expect(view.quote.lines).toContainEqual(lines[0])
    expect(wishOf(view.situation.choice, 'UTC').answers).toEqual({ [question]: option })

    const cleared = at(begin({ ...standing.choice, answers: {}, cleared: [question] }), 'review', { standing })
    expect([formerAnswers(cleared.situation), cleared.steps.includes('details')]).toEqual([[], true])
    expect(view.quote.total - cleared.quote.total).toBe(500)
    expect(wishOf(cleared.situation.choice, 'UTC').answers).toEqual({ [question]: null })
  })

  it('costs nothing in a change if it was free, and what it costs by now if it is chosen anew', () => {
    const form = {
      sections: [
        {
          _id: 'c'.repeat(24),
          title: '',
          description: '',
          questions: [
            {
              _id: question,
              label: 'Robe',
              help: '',
              type: 'radio' as const,
              required: false,
              min_value: null,
              max_value: null,
              min_date: null,
              max_date: null,
              visible_when: null,
              participant_type_ids: [],
              rating_scores: [],
              options: [{ _id: option, label: 'My own', price: 700, capacity: null }],
            },
          ],
        },
      ],
    }
    const event = { ...sampleEvent, form }
    const costs = (state: WizardState, had: Choice) =>
      at(state, 'review', { event, standing: { choice: had, lines: [] } }).quote.lines.filter(
        ({ kind }) => kind === 'question_option',
      )
    const without = { ...standing.choice, answers: {} }
    expect(costs(begin(standing.choice), standing.choice)).toEqual([])
    expect(costs(begin(standing.choice), without)).toMatchObject([{ amount: 700 }])
  })

  it('is no part of a new reservation', () => {
    expect(fitChoice({ ...own, cleared: [question] }, known)).toMatchObject({ answers: {}, cleared: [] })
  })
})

describe('the step that is shown', () => {
  it('is the one of the address, but never behind an open one', () => {
    expect(at(begin(), 'review')).toMatchObject({ current: 'people', before: undefined, following: 'rooms' })
    expect(at(begin({ participant_type_id: delegate }), 'review').current).toBe('rooms')
    expect(at(begin(all), 'review')).toMatchObject({ current: 'review', before: 'extras', following: undefined })
    expect(at(begin(all), 'rooms').current).toBe('rooms')
  })

  it('is the first one where the address names one that asks nothing', () =>
    expect(at(begin(all), 'details').current).toBe('people'))

  it('cannot be left with a problem, which is said once the person tries', () => {
    const before = at(begin(), 'people')
    expect([before.canLeave, before.problems]).toEqual([false, []])
    const tried = after(begin(), { type: 'stay', step: 'people' })
    expect(at(tried, 'people').problems).toEqual([{ field: 'participant_type_id', code: 'choose' }])
    const answered = after(tried, { type: 'change', patch: { participant_type_id: delegate } })
    expect(at(answered, 'people')).toMatchObject({ canLeave: true, problems: [] })
  })
})

describe('what it costs, and what the button does', () => {
  it('is the deposit first, all of it where that is chosen, and in cash at the desk', () => {
    const deposit = at(begin(all), 'review')
    expect(deposit).toMatchObject({ doing: 'reserve_and_pay', pays: true, dueNow: 7500 })
    expect(deposit.quote.total).toBe(25_000)
    const whole = after(begin(all), { type: 'plan', plan: { part: 'all', provider: undefined } })
    expect(at(whole, 'review').dueNow).toBe(25_000)
    expect(at(begin({ ...all, pays_at_desk: true }), 'review')).toMatchObject({
      doing: 'reserve_in_cash',
      pays: true,
    })
  })

  it.each([
    ['nothing', { participant_type_id: infant, room: 'none' }, {}],
    ['an approval first', all, { approval_required: true }],
  ])('costs %s: no payment', (_, choice, event) =>
    expect(at(begin(choice), 'review', { event: { ...sampleEvent, ...event } })).toMatchObject({
      doing: 'reserve',
      pays: false,
    }),
  )

  it('leads to the next step before the last', () => expect(at(begin(all), 'rooms').doing).toBe('to_extras'))

  it('saves an edit, whose agreed lines keep their price', () => {
    const standing = { choice: choiceOf(sampleReservation), lines: sampleReservation.lines }
    const [type, ...others] = sampleEvent.participant_types
    const dearer = { ...sampleEvent, participant_types: type ? [{ ...type, price: 99_000 }, ...others] : [] }
    const view = at(begin(standing.choice), 'review', { standing, event: dearer })
    expect(view).toMatchObject({ doing: 'save_changes', pays: false, isWaiting: false })
    expect([view.quote.total, view.situation.kept]).toEqual([10_000, standing.choice])
  })
})

describe('a full event', () => {
  const few = { ...sampleEvent, places_left: 1 }
  it('waits with everybody', () => {
    expect(shortOf(few, begin(all).choice)).toBeUndefined()
    expect(shortOf(few, begin({ ...all, ...withKofi }).choice)).toEqual({ types: [], isSoldOut: false })
    expect(shortOf({ ...few, places_left: 0 }, begin(all).choice)).toEqual({ types: [], isSoldOut: true })
    const view = at(begin({ ...all, ...withKofi }), 'review', { event: few })
    expect(view).toMatchObject({ isWaiting: true, pays: false, doing: 'join_waiting' })
  })

  it('counts each participant type for itself', () => {
    const types = sampleEvent.participant_types.map((one) => (one._id === delegate ? { ...one, places_left: 1 } : one))
    const event = { ...sampleEvent, participant_types: types }
    expect(shortOf(event, begin(all).choice)).toBeUndefined()
    expect(shortOf(event, begin({ ...all, ...withKofi }).choice)).toEqual({
      types: types.filter(({ _id }) => _id === delegate),
      isSoldOut: false,
    })
  })

  it('is no matter in an edit', () => {
    const standing = { choice: fresh, lines: [] }
    expect(at(begin({ ...all, ...withKofi }), 'review', { event: few, standing }).isWaiting).toBe(false)
  })
})

describe('a request', () => {
  const fail = (failure: Failure): WizardState =>
    after(begin(all), { type: 'send', key: 'first' }, { type: 'fail', failure, sent })

  it('that got no answer is sent again under its key', () => {
    const lost = fail({ kind: 'lost', message: '' })
    expect([lost.key, lost.failed?.sent]).toEqual(['first', sent])
    expect(after(lost, { type: 'send', key: 'first' }).failed).toBeNull()
    expect(after(lost, { type: 'change', patch: { room: 'none' } })).toMatchObject({ key: null, failed: null })
  })

  it('that was refused has another key next time', () => expect(fail({ kind: 'quote' }).key).toBeNull())

  it('says what the server says at its step, until that is changed', () => {
    const told = [
      { field: 'accommodation.room_category_id', message: 'Taken.' },
      { field: 'caterer_id', message: 'Full.' },
    ]
    const refused = fail({ kind: 'fields', gone: true, told })
    expect(at(refused, 'rooms')).toMatchObject({ problems: told.slice(0, 1), canLeave: false })
    const other = after(refused, { type: 'change', patch: { room: 'none' } })
    expect(at(other, 'rooms')).toMatchObject({ problems: [], canLeave: true })
    expect(at(other, 'extras').problems).toEqual(told.slice(1))
  })

  it('for the waiting list keeps the key of a reservation that got no answer', () =>
    expect(after(begin(all, { key: 'first' }), { type: 'send' }).key).toBe('first'))
})

it('an old draft is announced until the person goes on or begins again', () => {
  const restored = begin(all, { restored: true, key: 'first', tried: ['rooms'] })
  expect(after(restored, { type: 'go' })).toMatchObject({ restored: false, choice: { room: standardRoom } })
  expect(after(restored, { type: 'start_afresh', choice: fresh })).toMatchObject({
    restored: false,
    key: null,
    tried: [],
    choice: fresh,
  })
})

it('a draft is what was chosen, where, how far that is, and the attempt without an answer', () =>
  expect(draftOf(begin({ ...all, ...withKofi }, { key: 'first' }), ground, 'rooms', new Date('2027-01-01'))).toEqual({
    choice: begin({ ...all, ...withKofi }).choice,
    step: 'rooms',
    key: 'first',
    changed_at: '2027-01-01T00:00:00.000Z',
    progress: { step: 'rooms', at: 2, of: 4, persons: 2, total: 50_000 },
  }))
