/** Time is an argument everywhere. Only this place reads the clock. */
export type Clock = () => Date
export const systemClock: Clock = () => new Date()
