import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ticketPath } from '../reservations/ticket-code.ts'
import { decideScan, type GateFacts, opensInDays, readScannedCode, SCAN_RESULTS } from './checkin.ts'

const facts: GateFacts = {
  eventId: 'e',
  status: 'active',
  balance: 0,
  checkedInAt: null,
  checkedOutAt: null,
}
const at = new Date('2026-11-21T10:00:00Z')

it('an event opens on its day, by the calendar of its own zone', () => {
  const starts = new Date('2027-02-04T23:30:00Z')
  expect(opensInDays(starts, 'Africa/Accra', new Date('2026-11-22T12:00:00Z'))).toBe(74)
  // Midnight has already passed in Berlin.
  expect(opensInDays(starts, 'Europe/Berlin', new Date('2027-02-04T22:00:00Z'))).toBe(1)
  expect(opensInDays(starts, 'Africa/Accra', new Date('2027-02-04T00:00:00Z'))).toBe(0)
  expect(opensInDays(starts, 'Africa/Accra', new Date('2027-02-09T00:00:00Z'))).toBe(0)
})

describe('readScannedCode', () => {
  const id = '0123456789abcdef01234567'
  it('reads the address of a QR code, its id, or a typed code', () => {
    expect(readScannedCode(`https://x.example/qr/${id}?s=AbC-_1`)).toEqual({
      kind: 'qr',
      qrId: id,
      signature: 'AbC-_1',
    })
    expect(readScannedCode(`https://x.example/qr/${id}?lang=de&s=AbC`)).toEqual({
      kind: 'qr',
      qrId: id,
      signature: 'AbC',
    })
    const signature = `${'Zb_-'.repeat(21)}Ag`
    expect(readScannedCode(`HTTPS://X.EXAMPLE${ticketPath(id, signature)}`)).toEqual({
      kind: 'qr',
      qrId: id,
      signature,
    })
    expect(readScannedCode(` ${id.toUpperCase()} `)).toEqual({ kind: 'qr', qrId: id, signature: null })
    expect(readScannedCode('mw27-k4qx ')).toEqual({ kind: 'code', code: 'MW27-K4QX' })
    expect(readScannedCode('hello, world')).toEqual({ kind: 'nothing' })
  })
  it('never fails, whatever is scanned', () => {
    fc.assert(fc.property(fc.string(), (text) => ['qr', 'code', 'nothing'].includes(readScannedCode(text).kind)))
  })
})

describe('decideScan', () => {
  it('lets in who is paid, once, and again after going out', () => {
    expect(decideScan(facts, 'in', ['e'], false)).toBe('ok')
    expect(decideScan({ ...facts, status: 'redeemed', checkedInAt: at }, 'in', ['e'], false)).toBe('already_redeemed')
    expect(decideScan({ ...facts, status: 'redeemed', checkedInAt: at }, 'out', ['e'], false)).toBe('ok')
    expect(decideScan({ ...facts, status: 'redeemed', checkedInAt: at, checkedOutAt: at }, 'in', ['e'], false)).toBe(
      'ok',
    )
    expect(decideScan(facts, 'out', ['e'], false)).toBe('invalid')
  })
  it('lets the wife of somebody who is in enter on her own code', () => {
    expect(decideScan({ ...facts, status: 'redeemed' }, 'in', ['e'], false)).toBe('ok')
  })
  it('refuses everything else with its own word', () => {
    expect(decideScan(null, 'in', ['e'], false)).toBe('not_found')
    expect(decideScan(facts, 'in', ['other'], false)).toBe('wrong_event')
    expect(decideScan({ ...facts, status: 'pending', balance: 5 }, 'in', ['e'], false)).toBe('unpaid')
    expect(decideScan({ ...facts, balance: 5 }, 'in', ['e'], false)).toBe('unpaid')
    for (const status of ['cancelled', 'archived', 'failed'])
      expect(decideScan({ ...facts, status }, 'in', ['e'], false)).toBe('cancelled')
    expect(decideScan(facts, 'in', ['e'], true)).toBe('invalid')
  })
  it('only ever lets in somebody active or redeemed, paid, and of this event', () => {
    const any = fc.record({
      eventId: fc.constantFrom('e', 'f'),
      status: fc.constantFrom('pending', 'active', 'redeemed', 'failed', 'cancelled', 'archived'),
      balance: fc.integer({ min: -5, max: 5 }),
      checkedInAt: fc.option(fc.constant(at)),
      checkedOutAt: fc.option(fc.constant(at)),
    })
    fc.assert(
      fc.property(any, fc.constantFrom('in' as const, 'out' as const), fc.boolean(), (who, direction, forged) => {
        const result = decideScan(who, direction, ['e'], forged)
        expect(SCAN_RESULTS).toContain(result)
        if (result !== 'ok') return
        expect(forged).toBe(false)
        expect(who.eventId).toBe('e')
        expect(['active', 'redeemed']).toContain(who.status)
        expect(who.balance <= 0).toBe(true)
      }),
    )
  })
})
