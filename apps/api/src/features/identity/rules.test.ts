import { passwordProblems } from '@shiloh/contract/identity/passwords'
import { DEFAULT_SETTINGS } from '@shiloh/contract/organisation'
import { expect, test } from 'vitest'
import {
  decideRefresh,
  hasAdditional,
  hasBasics,
  leansOnContext,
  newPasswordProblems,
  passwordExpired,
  phoneCodeWait,
  REFRESH_GRACE,
  resendWait,
  sessionExpiry,
} from './rules.ts'

const policy = DEFAULT_SETTINGS.password_complexity_settings
const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000)

test('the password policy names what is missing, in the documented order', () => {
  expect(passwordProblems(policy, '')).toEqual(['minimum_length', 'uppercase', 'lowercase', 'special', 'digit'])
  expect(passwordProblems(policy, 'Über-Weg1')).toEqual([])
  expect(passwordProblems(policy, 'kurz')).toEqual(['minimum_length', 'uppercase', 'special', 'digit'])
  expect(passwordProblems({ ...policy, include_number: false, include_special_character: false }, 'Abcdefgh')).toEqual(
    [],
  )
  expect(passwordProblems({ ...policy, enable_password_complexity_check: false }, '')).toEqual([])
})

test('a password can contain the name of the church, but not rely on it', () => {
  expect(leansOnContext('Bethel2026!', ['Bethel Assembly'])).toBe(true)
  expect(leansOnContext('Bethel-mango-42-river', ['Bethel Assembly'])).toBe(false)
  expect(leansOnContext('mango-42', ['Bethel'])).toBe(false)
  expect(newPasswordProblems(policy, { password: 'a', password_confirmation: 'b' }, [])).toEqual([
    { field: 'password_confirmation', code: 'mismatch' },
  ])
})

test('a refresh token is rotated, repeated within the grace period, or reveals a theft', () => {
  const session = { refreshHash: 'now', previousHash: 'before', rotatedAt: at(0), expiresAt: at(9999), revokedAt: null }
  expect(decideRefresh(session, 'now', at(100))).toBe('rotate')
  expect(decideRefresh(session, 'before', at(REFRESH_GRACE / 1000))).toBe('repeat')
  expect(decideRefresh(session, 'before', at(REFRESH_GRACE / 1000 + 1))).toBe('reuse')
  expect(decideRefresh(session, 'long ago', at(1))).toBe('reuse')
  expect(decideRefresh({ ...session, revokedAt: at(1) }, 'now', at(2))).toBe('gone')
  expect(decideRefresh(session, 'now', at(9999))).toBe('gone')
})

test('codes are sent again after a minute, three times in ten', () => {
  expect(resendWait(at(0), [])).toBe(0)
  expect(resendWait(at(20), [at(0)])).toBe(40)
  expect(resendWait(at(60), [at(0)])).toBe(0)
  expect(resendWait(at(200), [at(0), at(60), at(120)])).toBe(400)
  expect(resendWait(at(601), [at(0), at(60), at(120)])).toBe(0)
})

test('sessions are extended by use, but not forever', () => {
  const used = (seconds: number) => ({ now: at(seconds), startedAt: at(0), shiftHours: 10 })
  expect(sessionExpiry('admin', used(0))).toEqual(at(12 * 3600))
  expect(sessionExpiry('admin', used(7 * 86_400 - 60))).toEqual(at(7 * 86_400))
  expect([0, 9 * 3600].map((seconds) => sessionExpiry('checkin_user', used(seconds)))).toEqual([
    at(10 * 3600),
    at(10 * 3600),
  ])
})

test('requirements', () => {
  const nobody = {
    first_name: 'Ama',
    last_name: 'Mensah',
    gender: null,
    birth_date: null,
    phone: null,
    country_code: 'GH',
    language: 'en',
    region_id: null,
    area_id: null,
    district_id: null,
    assembly_id: null,
    title_id: null,
  }
  expect(hasBasics(nobody)).toBe(false)
  expect(hasBasics({ ...nobody, gender: 'female', birth_date: '1990-01-01', phone: '+233241234567' })).toBe(true)
  expect(hasAdditional({ ...nobody, region_id: 'r', area_id: 'a', district_id: 'd', assembly_id: 'x' })).toBe(false)
  expect(
    hasAdditional({ ...nobody, region_id: 'r', area_id: 'a', district_id: 'd', assembly_id: 'x', title_id: 't' }),
  ).toBe(true)
})

test('passwords expire only where the settings say so', () => {
  expect(passwordExpired(at(0), null, at(9e8))).toBe(false)
  expect(passwordExpired(at(0), 1, at(86_400))).toBe(false)
  expect(passwordExpired(at(0), 1, at(86_401))).toBe(true)
})

test('a code to another number goes out at once, but not to one number after another', () => {
  const now = new Date('2026-11-21T08:00:00Z')
  const ago = (seconds: number, phone: string) => ({ at: new Date(now.getTime() - seconds * 1000), phone })
  expect(phoneCodeWait(now, [], 'a')).toBe(0)
  expect(phoneCodeWait(now, [ago(10, 'a')], 'a')).toBe(50)
  expect(phoneCodeWait(now, [ago(10, 'a')], 'b')).toBe(0)
  const six = [500, 400, 300, 200, 100, 50].map((seconds, index) => ago(seconds, String(index)))
  expect(phoneCodeWait(now, six.slice(1), 'new')).toBe(0)
  expect(phoneCodeWait(now, six, 'new')).toBe(100)
})
