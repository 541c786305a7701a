import { formatPhone } from '@shiloh/contract/text/phone-text'

// Apart from `wire-phone.ts`, whose library of phones is only loaded where a phone is typed.

/** Returns what `readMate` returned as people read it. */
export const mateInWords = (mate: string): string => formatPhone(mate)

/** Returns the body that names somebody by what `readMate` returned. */
export const mateNamed = (mate: string): { phone: string } | { code: string } =>
  mate.startsWith('+') ? { phone: mate } : { code: mate }
