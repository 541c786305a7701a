import type { AdminEvent } from '@shiloh/contract/events/events'
import { wallTime } from '@shiloh/contract/text/zone'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '#platform/client'
import { errorNames, NO_LOSSES } from '#platform/form-errors'
import { sampleEvent } from '../../../../test/sample-event.ts'
import { type EditingAction, editingReducer, failureOf, initialEditing, requestOf, targetOf } from './editing.ts'
import { TABS, tabOf } from './tabs.ts'
import { changedKeys, type EventInput, editorSchema, rezoned, tidy, toInput } from './values.ts'

const saved = toInput(sampleEvent)
const after = (...actions: readonly EditingAction[]) =>
  actions.reduce(editingReducer, initialEditing(sampleEvent, saved))

/** Changes to values that the contract accepts, each to a different value. */
const changes: readonly Partial<EventInput>[] = [
  { name: 'Camp by the Sea' },
  { summary: 'By the sea.' },
  { capacity: 40 },
  { capacity: null },
  { hold_minutes: 60 },
  { approval_required: true },
  { online_url: 'https://example.org' },
  { participant_types: [] },
  { fields: { arrival: 'required' } },
]
const anyChange = fc.subarray([...changes]).map((parts): EventInput => Object.assign({}, saved, ...parts))

describe('the request that saves an event', () => {
  it('contains what was changed, nothing else, and the version and language that it is based on', () => {
    fc.assert(
      fc.property(anyChange, (values) => {
        const body = editorSchema.parse(tidy(values))
        const { version, texts_language, ...sent } = requestOf(after(), values, body)
        expect([version, texts_language]).toEqual([sampleEvent.version, sampleEvent.texts_language])
        expect(Object.keys(sent).sort()).toEqual(changedKeys(saved, values).sort())
        expect(Object.assign({}, values, sent)).toMatchObject(body)
      }),
    )
  })

  it('is empty when an emptied field was empty before, or rows only have their keys in another order', () => {
    const reordered = saved.participant_types?.map(({ participant_type_id, ...type }) => ({
      ...type,
      participant_type_id,
    }))
    expect(changedKeys(saved, { ...saved, online_url: '', participant_types: reordered })).toEqual([])
  })
})

describe('another time zone', () => {
  it('keeps what the clocks show: there and back changes nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom('Europe/Lisbon', 'America/New_York', 'Asia/Tokyo'), (zone) => {
        const there = rezoned(saved, 'Africa/Accra', zone)
        expect(wallTime(there.starts_at, zone)).toBe(wallTime(saved.starts_at, 'Africa/Accra'))
        expect(wallTime(there.ends_at, zone)).toBe(wallTime(saved.ends_at, 'Africa/Accra'))
        expect(changedKeys(saved, rezoned(there, zone, 'Africa/Accra'))).toEqual([])
      }),
    )
  })
})

describe('the editing of an event', () => {
  const newer: AdminEvent = { ...sampleEvent, name: 'Renamed', version: 5 }

  it('bases the next save on the event that it shows', () => {
    expect(after()).toMatchObject({ version: 4, saved: { name: 'Easter Camp' } })
    for (const type of ['shown', 'saved', 'reloaded'] as const) {
      expect(after({ type, event: newer })).toMatchObject({ version: 5, saved: { name: 'Renamed' } })
    }
    expect(initialEditing(undefined, saved).version).toBeUndefined()
  })

  it('forgets what was wrong when it is saved again, and keeps the version that it overwrites', () => {
    const conflict = { version: 9, changes: [] }
    const wrong = after(
      { type: 'refused', message: 'No.', losses: { people: [], hidden: 2 } },
      { type: 'conflicted', conflict },
    )
    expect(wrong).toMatchObject({ refusal: 'No.', losses: { hidden: 2 }, conflict })
    const again = editingReducer(wrong, { type: 'save_started', version: conflict.version })
    expect(again).toMatchObject({ refusal: undefined, losses: NO_LOSSES, conflict: undefined, version: 9 })
  })

  it('drops the conflict for what is stored', () => {
    const conflicted = after({ type: 'conflicted', conflict: { version: 9, changes: [] } })
    expect(editingReducer(conflicted, { type: 'reloaded', event: newer }).conflict).toBeUndefined()
  })

  it('asks before changes are discarded, and forgets with them why they were refused', () => {
    const asked = after({ type: 'refused', message: 'No.', losses: NO_LOSSES }, { type: 'discard_asked' })
    expect(asked.discarding).toBe(true)
    expect(editingReducer(asked, { type: 'discard_cancelled' })).toMatchObject({ discarding: false, refusal: 'No.' })
    expect(editingReducer(asked, { type: 'discarded' })).toMatchObject({ discarding: false, refusal: undefined })
  })
})

describe('errors', () => {
  it('are named as the server writes them', () => {
    const errors = { name: { message: 'required' }, refund_rules: [undefined, { until: { message: 'required' } }] }
    expect(errorNames(errors)).toEqual(['name', 'refund_rules.1.until'])
  })

  it('are shown on the open tab if it has one, else on the first tab that has', () => {
    const names = ['accommodations.0.beds', 'starts_at', 'unknown']
    expect(targetOf(names, 'lodging')).toEqual({ tab: 'lodging', field: 'accommodations.0.beds' })
    expect(targetOf(names, 'questions').tab).toBe('dates')
    expect(targetOf(['unknown'], 'meals').tab).toBe('meals')
    fc.assert(
      fc.property(fc.constantFrom(...TABS), fc.subarray(Object.keys(saved), { minLength: 1 }), (open, fields) => {
        expect(fields.map(tabOf)).toContain(targetOf(fields, open).tab)
      }),
    )
  })
})

describe('a failed save', () => {
  const failure = { status: 409, code: 'beds_sold', message: 'Beds are sold.' }

  it('names the conflict with somebody else’s save', () => {
    const conflict = { version: 9, changes: [] }
    expect(failureOf(new ApiError({ ...failure, code: 'edit_conflict', data: conflict }))).toEqual({
      kind: 'conflict',
      conflict,
    })
  })

  it('splits what belongs to fields of the editor from the rest, and names who would lose a bed', () => {
    const fields = [
      { field: 'accommodations.0.beds', code: 'too_big', message: 'Too many.' },
      { field: 'secret', code: 'invalid', message: 'Not that.' },
    ]
    expect(failureOf(new ApiError({ ...failure, fields, data: { people: [], hidden: 3 } }))).toEqual({
      kind: 'refusal',
      fields: [{ name: 'accommodations.0.beds', message: 'Too many.' }],
      message: 'Beds are sold. Not that.',
      losses: { people: [], hidden: 3 },
    })
  })

  it('is thrown when it is no answer of the server', () => {
    expect(() => failureOf(new TypeError('bug'))).toThrow('bug')
  })
})
