/** The member's event and the waiting entry of the reservations' tests, for tests of other features. */
export { sampleEvent, sampleWaiting } from '../src/features/reservations/reserve/sample.ts'
