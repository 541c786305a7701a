import { describe, expect, it } from 'vitest'
import { type Guest, noCare } from './choice.ts'
import {
  ageAt,
  closedTo,
  comingOf,
  guardianOf,
  likelyType,
  type Relative,
  spouseIn,
  whyClosed,
  withGuest,
  withoutGuest,
} from './people.ts'

const event = { starts_at: '2027-01-22T00:30:00.000Z', time_zone: 'Africa/Accra' }
const type = (_id: string, min_age: number | null, max_age: number | null, more: object = {}) => ({
  _id,
  members_only: false,
  title_ids: [],
  designation_ids: [],
  min_age,
  max_age,
  ...more,
})
const delegate = type('delegate', 13, null)
const child = type('child', 4, 12)
const infant = type('infant', null, 3)
const minister = type('minister', 18, null, { title_ids: ['rev'] })
const types = [delegate, child, infant, minister]
const person = (person_id: string, role: Relative['role'], birth_date: string | null): Relative => ({
  person_id,
  role,
  name: person_id,
  gender: null,
  birth_date,
  title_id: null,
})
const guest = (person_id: string, role: Guest['role'], guardian_id: string | null = null): Guest => ({
  role,
  person_id,
  participant_type_id: 'delegate',
  title_id: null,
  designation_id: null,
  guardian_id,
  care: noCare,
})
const me = { name: 'Ama', gender: null, birth_date: '1980-01-01' }
const family = [person('kojo', 'spouse', null), person('nana', 'child', '2017-01-23'), person('esi', 'companion', null)]

it('ages are those of the first day', () => expect(family.map((one) => ageAt(event, one))).toEqual([null, 9, null]))

const bearer = (title_id: string | null, ...waiting_for_confirmation: ('title' | 'designation')[]) => ({
  title_id,
  designation_id: null,
  waiting_for_confirmation,
})

describe('types', () => {
  const open = (age: number | null, ...titles: (string | null)[]) =>
    types
      .filter(
        (one) =>
          whyClosed(
            one,
            age,
            false,
            titles.map((title_id) => bearer(title_id)),
          ) === null,
      )
      .map(({ _id }) => _id)

  it('are those for the age, and for the titles that count', () => {
    expect([open(9), open(2), open(null), open(40, null, 'rev'), open(9, 'rev')]).toEqual([
      ['child'],
      ['infant'],
      ['delegate'],
      ['delegate', 'minister'],
      ['child'],
    ])
  })

  it('for members are closed to others', () =>
    expect(whyClosed(type('member', null, null, { members_only: true }), null, true, [])).toBe('members_only'))

  it('of a title are open to a couple, whichever of the two has the account', () => {
    const account = { ...bearer(null), is_not_member: false }
    const kojo = { ...person('kojo', 'spouse', '1980-01-01'), title_id: 'rev' }
    const spouse = spouseIn([kojo], [guest('kojo', 'spouse')])
    expect(closedTo(event, account, minister, me)).toBe('for_titles')
    expect(closedTo(event, account, minister, me, spouse)).toBeNull()
    expect(closedTo(event, account, minister, kojo, spouse)).toBeNull()
    expect(closedTo(event, account, minister, me, { ...kojo, title_waits: true })).toBe('title_waits')
    expect(closedTo(event, account, minister, person('esi', 'companion', '1980-01-01'), spouse)).toBe('for_titles')
  })

  it('of a title that the office has not confirmed are closed, and say so', () => {
    const elder = type('elder', null, null, { designation_ids: ['elder'] })
    const waiting = bearer('rev', 'title', 'designation')
    expect(whyClosed(minister, 40, false, [waiting])).toBe('title_waits')
    expect(whyClosed(minister, 40, false, [waiting, bearer('rev')])).toBeNull()
    expect(whyClosed(minister, 40, false, [bearer('rev', 'designation')])).toBeNull()
    expect(whyClosed(minister, 40, false, [bearer('dcn', 'title')])).toBe('for_titles')
    expect(whyClosed(elder, 40, false, [{ ...waiting, designation_id: 'elder' }])).toBe('designation_waits')
    expect(whyClosed(minister, 12, false, [waiting])).toBe('other_age')
  })

  it('begin with the one for the age or for their own title, or the only one that is open, and else ask', () => {
    const wife = { ...person('efua', 'spouse', null), title_id: 'mrs' }
    const ministersWife = type('wife', 18, null, { title_ids: ['mrs'] })
    expect(likelyType([delegate, child], 13, person('nana', 'child', '2013-05-05'))).toBe('child')
    expect(likelyType([delegate], null, wife)).toBe('delegate')
    // Hers by the title of her husband, as is the one for wives: only she knows.
    expect(likelyType([minister, delegate], null, wife)).toBeNull()
    expect(likelyType([delegate, type('visitor', null, null)], null, wife)).toBeNull()
    expect(likelyType([minister, delegate, ministersWife], null, wife)).toBe('wife')
    expect(likelyType([minister, delegate, ministersWife], null, { ...wife, title_waits: true })).toBeNull()
  })
})

describe('guests', () => {
  it('have one spouse among them', () =>
    expect(
      withGuest([guest('kojo', 'spouse'), guest('nana', 'child', 'kojo')], guest('yaw', 'spouse')).map(
        ({ person_id, guardian_id }) => [person_id, guardian_id],
      ),
    ).toEqual([
      ['nana', null],
      ['yaw', null],
    ]))

  it('lose a guardian who stays at home', () =>
    expect(withoutGuest([guest('esi', 'companion'), guest('nana', 'child', 'esi')], 'esi')).toEqual([
      guest('nana', 'child'),
    ]))

  it('under 18 have the main person as guardian, or whom they chose', () => {
    const chosen = (guardian: string | null, mine = me) => {
      const guests = [guest('nana', 'child', guardian), guest('esi', 'companion')]
      const found = guardianOf(event, comingOf(mine, family, { guests, gender: null }), 'nana')
      return found && [found.chosen?.key, found.from.map(({ key }) => key)]
    }
    expect(chosen(null)).toEqual(['me', ['me', 'esi']])
    expect(chosen('esi')).toEqual(['esi', ['me', 'esi']])
    expect(chosen(null, { ...me, birth_date: '2011-05-05' })).toEqual(['esi', ['esi']])
    expect(guardianOf(event, comingOf(me, family, { guests: [], gender: null }), 'me')).toBeNull()
    expect(
      guardianOf(event, comingOf({ ...me, birth_date: '2011-05-05' }, family, { guests: [], gender: null }), 'me'),
    ).toMatchObject({ chosen: null, from: [] })
  })
})
