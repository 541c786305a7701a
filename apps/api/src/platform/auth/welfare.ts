import { type Authorization, deniedIds, isAllowed } from '@shiloh/contract/permissions'

/**
 * Returns whether a caller may learn who must not share a room with whom. It is about two people, so somebody to whom
 * the welfare of a single reservation is denied learns it of none.
 */
export const knowsWelfare = (authorization: Authorization | undefined): boolean =>
  authorization !== undefined &&
  isAllowed(authorization, 'welfare.read') &&
  deniedIds(authorization, 'welfare.read').length === 0

/**
 * Returns a reason against a room as a caller may know it: `unsuitable` instead of `apart` without the permission for
 * welfare.
 */
export const toldReason = <R extends string>(authorization: Authorization | undefined, reason: R): R | 'unsuitable' =>
  reason === 'apart' && !knowsWelfare(authorization) ? 'unsuitable' : reason

/** Returns the data of a refusal with the reasons in it as a caller may know them: the same data if nothing is withheld. */
export const toldData = (
  authorization: Authorization | undefined,
  data: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const reasons: unknown = data['reasons']
  if (!Array.isArray(reasons) || !reasons.includes('apart')) return data
  return { ...data, reasons: reasons.map((reason) => toldReason(authorization, String(reason))) }
}
