import { EVENT_ACTIONS, EVENT_STATUSES, nextEventStatus } from '@shiloh/contract/events/events'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allowedEventActions,
  codePrefixOf,
  daysOf,
  editProblems,
  freeSlug,
  type PublishFacts,
  publishProblems,
  repeated,
  slugOf,
} from './rules.ts'

describe("an event's life", () => {
  it.each([
    ['draft', 'publish', 'published'],
    ['draft', 'unpublish', undefined],
    ['draft', 'archive', undefined],
    ['published', 'publish', undefined],
    ['published', 'unpublish', 'unpublished'],
    ['published', 'archive', undefined],
    ['unpublished', 'publish', 'published'],
    ['unpublished', 'unpublish', undefined],
    ['unpublished', 'archive', 'archived'],
    ['archived', 'publish', undefined],
    ['archived', 'unpublish', undefined],
    ['archived', 'archive', undefined],
  ] as const)('%s, %s → %s', (from, action, to) => {
    expect(nextEventStatus(from, action, { ended: false })).toBe(to)
  })
  it('lets a published event be archived once it is over', () =>
    expect(nextEventStatus('published', 'archive', { ended: true })).toBe('archived'))
  it('allows exactly the actions that lead somewhere, and never one that stays', () => {
    for (const ended of [true, false])
      for (const status of EVENT_STATUSES)
        for (const action of EVENT_ACTIONS) {
          const to = nextEventStatus(status, action, { ended })
          expect(allowedEventActions(status, { ended }).includes(action)).toBe(to !== undefined)
          expect(to).not.toBe(status)
        }
  })
})

describe('what keeps an event from being published', () => {
  const now = new Date('2026-11-21T08:00:00Z')
  const fine: PublishFacts = {
    startsAt: new Date('2026-12-01T08:00:00Z'),
    endsAt: new Date('2026-12-04T12:00:00Z'),
    opensAt: null,
    closesAt: null,
    cashDeadline: null,
    balanceDueAt: null,
    cancellationDeadline: null,
    refundsUntil: [],
    hasCenter: true,
    isOnline: false,
    participantTypes: 1,
    form: [],
    accommodations: [{ beds: 10, there: 10 }],
  }
  const after = new Date(fine.endsAt.getTime() + 60_000)
  const fields = (facts: Partial<PublishFacts>) => publishProblems({ ...fine, ...facts }, now).map(({ field }) => field)
  it('is nothing when it can be reserved', () => {
    expect(fields({})).toEqual([])
    expect(fields({ hasCenter: false, isOnline: true })).toEqual([])
  })
  it.each<[Partial<PublishFacts>, string[]]>([
    [{ endsAt: fine.startsAt }, ['ends_at']],
    [{ startsAt: new Date('2026-01-01'), endsAt: new Date('2026-01-02') }, ['ends_at']],
    [{ opensAt: now, closesAt: now }, ['registration_closes_at']],
    [{ closesAt: now }, ['registration_closes_at']],
    [{ opensAt: after }, ['registration_opens_at']],
    [{ opensAt: now, closesAt: after }, ['registration_closes_at']],
    [{ cashDeadline: after, cancellationDeadline: after }, ['cash_deadline', 'cancellation_deadline']],
    [{ balanceDueAt: after, refundsUntil: [fine.endsAt, after] }, ['balance_due_at', 'refund_rules.1.until']],
    [{ cashDeadline: fine.endsAt, cancellationDeadline: fine.endsAt, closesAt: fine.endsAt }, []],
    [{ hasCenter: false }, ['event_center_id']],
    [{ participantTypes: 0 }, ['participant_types']],
    [
      {
        accommodations: [
          { beds: 1, there: 1 },
          { beds: 3, there: 2 },
        ],
      },
      ['accommodations.1.beds'],
    ],
    [{ form: [{ field: 'questions.x.visible_when', code: 'not_found' }] }, ['questions.x.visible_when']],
    [{ hasCenter: false, participantTypes: 0 }, ['event_center_id', 'participant_types']],
  ])('%j', (facts, expected) => expect(fields(facts)).toEqual(expected))

  const late = { closesAt: after, cashDeadline: after, balanceDueAt: after, refundsUntil: [after] }
  const earlier = { startsAt: new Date('2026-11-20T08:00:00Z'), endsAt: new Date('2026-11-22T08:00:00Z') }
  it.each<[string, Partial<PublishFacts>, Partial<PublishFacts>, string[]]>([
    ['dates that were wrong before', late, late, []],
    [
      'a new date after the end',
      {},
      { cashDeadline: after, refundsUntil: [after] },
      ['cash_deadline', 'refund_rules.0.until'],
    ],
    [
      'a date that was wrong and gets worse',
      late,
      { ...late, closesAt: new Date('2027-01-01') },
      ['registration_closes_at'],
    ],
    ['a refund rule before one that was wrong', late, { ...late, refundsUntil: [fine.endsAt, after] }, []],
    [
      'a date that is moved to a wrong one of another field',
      late,
      { cancellationDeadline: after },
      ['cancellation_deadline'],
    ],
    [
      'an early end',
      { closesAt: fine.endsAt, cashDeadline: fine.endsAt },
      { ...earlier, closesAt: fine.endsAt, cashDeadline: fine.endsAt },
      [],
    ],
    [
      'an end before registration opens',
      { opensAt: fine.startsAt },
      { ...earlier, opensAt: fine.startsAt },
      ['registration_opens_at'],
    ],
    ['a registration that opened after the end before', { opensAt: after }, { opensAt: after }, []],
    ['anything at an event that is over', {}, { ...late, opensAt: after, endsAt: now }, []],
    ['anything else', late, { ...late, hasCenter: false }, ['event_center_id']],
  ])('an edit: %s', (_, before, change, expected) =>
    expect(editProblems({ ...fine, ...before }, { ...fine, ...change }, now).map(({ field }) => field)).toEqual(
      expected,
    ),
  )
})

describe('names', () => {
  it.each([
    ["Pastors' Retreat 2027", 'pastors-retreat-2027'],
    ['Nyamesɛm Convention', 'nyamesem-convention'],
    ['Été à Lomé', 'ete-a-lome'],
    ['!!!', 'event'],
    ['abcdefabcdefabcdefabcdef', 'event-abcdefabcdefabcdefabcdef'],
  ])('%s → %s', (name, slug) => expect(slugOf(name)).toBe(slug))
  it.each([
    ['General Convention 2027', 'GC27'],
    ['Retreat', 'RETREA'],
    ['X', 'XEV'],
  ])('%s → %s', (name, prefix) => expect(codePrefixOf(name)).toBe(prefix))
  it('always make a slug and a prefix the database takes', () =>
    fc.assert(
      fc.property(fc.string({ maxLength: 160, unit: 'grapheme' }), (name) => {
        expect(slugOf(name)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        expect(slugOf(name)).not.toMatch(/^[0-9a-f]{24}$/)
        expect(codePrefixOf(name)).toMatch(/^[A-Z0-9]{2,6}$/)
      }),
    ))
  it('find the first slug that is free', () => {
    expect(freeSlug('a', new Set())).toBe('a')
    expect(freeSlug('a', new Set(['a', 'a-2', 'a-4']))).toBe('a-3')
  })
})

describe('dates', () => {
  it('count the days an event touches where it takes place', () => {
    expect(daysOf(new Date('2026-12-01T23:30:00Z'), new Date('2026-12-02T10:00:00Z'), 'Africa/Accra')).toBe(2)
    expect(daysOf(new Date('2026-12-01T23:30:00Z'), new Date('2026-12-02T10:00:00Z'), 'Europe/Berlin')).toBe(1)
  })
})

describe('repeated entries', () => {
  it('are named at the second one', () =>
    expect(
      repeated(
        ['a', 'b', 'a'],
        (item) => item,
        (at) => `list.${at}`,
      ),
    ).toEqual([{ field: 'list.2', code: 'taken' }]))
})
