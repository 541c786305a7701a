import { defineTexts } from '../core.ts'
import { formatPhone } from '../text/phone-text.ts'

/** Who knows where cash is taken. The page, the mail and the PDF of a reservation that is to be paid in cash say the same. */

interface Organisation {
  readonly name: string
  readonly address: string | null
  readonly phone: string | null
}

/** Returns the organisation with its address and phone on one line. */
export const deskReach = ({ name, address, phone }: Organisation): string =>
  [name, address?.split('\n').filter(Boolean).join(', '), phone && formatPhone(phone)].filter(Boolean).join(', ')

export const DESK_TEXTS = defineTexts('member/desk', {
  where: 'Where the desk is and when it is open, the church says: {reach}',
})
