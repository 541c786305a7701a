import fc from 'fast-check'
import { encode } from 'uqr'
import { expect, it } from 'vitest'
import { QR_CORRECTION, qrText, readTicketPath, ticketPath } from './ticket-code.ts'

const id = fc.stringMatching(/^[0-9a-f]{24}$/)
// 64 bytes are 86 letters, of which the last has four bits of padding.
const signature = fc.stringMatching(/^[A-Za-z0-9_-]{85}[AQgw]$/)

it('gives back every id and signature, also when a phone changed the case of the address', () => {
  fc.assert(
    fc.property(id, signature, (qrId, signed) => {
      const address = `https://events.church.example${ticketPath(qrId, signed)}`
      expect(readTicketPath(qrText(address))).toEqual({ qrId, signature: signed })
      expect(readTicketPath(address.toLowerCase())).toEqual({ qrId, signature: signed })
    }),
  )
})

it('needs at most 37 modules for a host of 25 characters', () => {
  fc.assert(
    fc.property(id, signature, (qrId, signed) => {
      const text = qrText(`https://register.mychurch1.org.gh${ticketPath(qrId, signed)}`)
      expect(encode(text, { ...QR_CORRECTION, border: 0 }).size).toBe(37)
    }),
    { numRuns: 20 },
  )
})

it('leaves other addresses alone', () => {
  expect(qrText('https://x.example/qr/0123?s=a')).toBe('https://x.example/qr/0123?s=a')
  expect(qrText(`https://x.example/church${ticketPath('0'.repeat(24), 'A'.repeat(86))}`)).toContain('/church/Q/')
  expect(readTicketPath('https://x.example/Q/123')).toBeNull()
  expect(readTicketPath(`https://x.example/Q/${'Z'.repeat(118)}`)).toBeNull()
})
