import { type badgeRoutes, badgeWish } from '@shiloh/contract/badges/badges'
import type { BodyOf } from '@shiloh/contract/core'
import { z } from 'zod'
import { receiptLink, selectMatching, statusIs } from '#features/reservations'
import type { Caller } from '#platform/auth/auth.store'
import { hiddenFrom, hideIn } from '#platform/auth/denied'
import type { Deps } from '#platform/deps'
import type { BadgeRow, Chosen } from './badges.store.ts'

type Wish = BodyOf<typeof badgeRoutes.previewBadges>

/** What a file of badges is made of, kept until it is made. The persons are those who were counted when it was asked for. */
export const badgeWork = badgeWish
  .pick({ layout: true, paper: true, proof: true, also_pending: true })
  .extend({ participants: z.array(z.string()), covers: z.boolean() })
export type BadgeWork = z.output<typeof badgeWork>

/** Returns which persons a wish means, without what is denied to the caller. */
export const chosenBy = (
  { filter, ids, exclude, participant_ids, only_new, only_minors, also_pending }: Wish,
  caller: Caller,
  now: Date,
): Chosen => ({
  reservations: shownOf(filter, caller, now),
  ids,
  exclude,
  participantIds: participant_ids,
  onlyNew: only_new,
  onlyMinors: only_minors,
  pending: also_pending ? statusIs('pending', now) : null,
})

const shownOf = (filter: Wish['filter'], caller: Caller, now: Date) => {
  hideIn(filter, hiddenFrom(caller.authorization, 'reservations.print_badges'))
  return selectMatching(filter, now)
}

/** Returns those of the kept persons who may still get a badge. */
export const stillChosen = ({ participants, also_pending }: BadgeWork, caller: Caller, now: Date): Chosen => ({
  reservations: shownOf({}, caller, now),
  ids: undefined,
  exclude: [],
  participantIds: participants,
  onlyNew: false,
  onlyMinors: false,
  pending: also_pending ? statusIs('pending', now) : null,
})

/** Adds the address in the QR code of the person's ticket. */
export const withQr = (deps: Pick<Deps, 'config' | 'crypto'>, row: BadgeRow): BadgeRow & { readonly qr: string } => ({
  ...row,
  qr: receiptLink(deps, row.qr_id).url,
})
