import type { Route } from '@shiloh/contract/core'
import { isAllowed } from '@shiloh/contract/permissions'
import type { Caller } from '#platform/auth/auth.store'
import { AppError } from '#platform/errors'

/**
 * How long a session counts as confirmed, in milliseconds: long enough for one task, too short for an unattended phone.
 */
const CONFIRMED_FOR = 10 * 60_000

/**
 * Refuses a session that was not confirmed recently, by signing in or re-authenticating. @throws confirmation_required
 */
export const requireConfirmed = ({ confirmedAt }: Pick<Caller, 'confirmedAt'>, now: Date): void => {
  if (confirmedAt === null || now.getTime() - confirmedAt.getTime() > CONFIRMED_FOR)
    throw new AppError('confirmation_required')
}

/** Returns until when a session confirmed now counts as confirmed. */
export const confirmedUntil = (now: Date): Date => new Date(now.getTime() + CONFIRMED_FOR)

/**
 * Authorises the caller for a route. Public routes and those with a one-time token need no account.
 *
 * @param objectId the `{id}` of the path: single objects can be granted or denied
 * @throws account_deactivated, forbidden, maintenance_mode, mfa_required, confirmation_required: the first of these
 * that applies
 */
export const authorise = (
  { access, afterRevocation, beforeSecondStep, confirmed, duringMaintenance }: Route,
  caller: Caller | null,
  objectId: string | undefined,
  now: Date,
): void => {
  if (access.kind !== 'can' && access.kind !== 'signedIn') return
  if (!caller) throw new AppError('not_signed_in')
  if (caller.status === 'deactivated') throw new AppError('account_deactivated')
  const isAllowedHere =
    access.kind === 'can'
      ? caller.userType === 'admin' && isAllowed(caller.authorization, access.permission, objectId)
      : access.who.includes(caller.userType)
  if (!isAllowedHere || (caller.isDeviceRevoked && !afterRevocation)) throw new AppError('forbidden')
  if (caller.inMaintenance && caller.userType !== 'admin' && !duringMaintenance)
    throw new AppError('maintenance_mode', { retryAfter: 60 })
  if (caller.lacksSecondStep && !beforeSecondStep) throw new AppError('mfa_required')
  if (confirmed) requireConfirmed(caller, now)
}
