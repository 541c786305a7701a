import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ticketPath } from '../reservations/ticket-code.ts'
import { opensInDays, readScannedCode } from './checkin.ts'

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
  it.each([
    'PS-C46GTX8J',
    'ps c46gtx8j',
    'PSC46GTX8J',
    'ps–c46gtx8j',
    'ps\u2011c46gtx8j',
    'PS – C46G TX8J',
    'ps.c46gtx8j.',
  ])('reads %s with the hyphen that it should have', (typed) => {
    expect(readScannedCode(typed)).toEqual({ kind: 'code', code: 'PS-C46GTX8J' })
  })
  it('never fails, whatever is scanned', () => {
    fc.assert(fc.property(fc.string(), (text) => ['qr', 'code', 'nothing'].includes(readScannedCode(text).kind)))
  })
})
