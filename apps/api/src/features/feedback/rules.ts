import type { ReservationStatus } from '@shiloh/contract/reservations/states'

const EXPECTED: readonly ReservationStatus[] = ['active', 'redeemed', 'archived']

/** Decides whether a guest can say how an event was: from its first day on, and only who was expected there. */
export const canGiveFeedback = (
  { status, starts_at }: { readonly status: string; readonly starts_at: Date },
  now: Date,
): boolean => EXPECTED.some((one) => one === status) && starts_at <= now
