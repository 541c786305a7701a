import { STANDING_TEXTS } from '@shiloh/contract/reservations/standing'

/** The sentences about a reservation's money; the server writes its mails with the same ones. */
export const texts = STANDING_TEXTS
