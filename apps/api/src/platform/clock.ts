/** Time is an argument everywhere; this is the one place that reads it. */
export type Clock = () => Date
export const systemClock: Clock = () => new Date()
