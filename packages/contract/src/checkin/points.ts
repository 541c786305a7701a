/** Scan points: where participants of an event are scanned (docs/domain.md#check-in). */

export const POINT_KINDS = ['gate', 'hall', 'meal', 'session', 'bus', 'key_desk'] as const
export type PointKind = (typeof POINT_KINDS)[number]

/** Kinds of points that people come to for something, and are not inside of. */
export const SERVED_KINDS = ['meal', 'session', 'bus', 'key_desk'] as const
export const isServed = (kind: PointKind): kind is (typeof SERVED_KINDS)[number] => kind !== 'gate' && kind !== 'hall'

/**
 * `in_out`: in, out, in again. `once`: one entry ever. `once_a_day`: one entry each day of the event's zone. `count`:
 * counts who is inside and refuses nobody for being inside.
 */
export const POINT_RULES = ['in_out', 'once', 'once_a_day', 'count'] as const
export type PointRule = (typeof POINT_RULES)[number]

/** The rules that a kind of point can have. The first one is the default. */
export const RULES_OF: Readonly<Record<PointKind, readonly [PointRule, ...PointRule[]]>> = {
  // All gates of an event share one state, so they have one rule.
  gate: ['in_out'],
  hall: ['count', 'in_out'],
  // One point is one sitting.
  meal: ['once'],
  session: ['once', 'count', 'in_out'],
  bus: ['once', 'once_a_day', 'in_out'],
  key_desk: ['once', 'in_out'],
}

/**
 * Returns whether a point has more people than it has room for: those who are inside, those of the day where the rule is
 * `once_a_day`, or all who were served. A capacity never refuses anybody; it warns.
 */
export const isOverfull = (capacity: number | null, people: number): boolean => capacity !== null && people > capacity

/** Minutes for which a device decides on its copy of an event without saying how old it is, unless the event says otherwise. */
export const USUAL_COPY_MINUTES = 30
