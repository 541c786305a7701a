export { OwnReservations } from './list/own-reservations.tsx'
export { WaitingOffer } from './parts/waiting-offer.tsx'
export { eventQuery, useStanding } from './queries.ts'
export { QuestionField } from './reserve/question-field.tsx'
