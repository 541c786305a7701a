import { bedLetter } from '@shiloh/contract/reservations/beds'
import { ageOn } from '@shiloh/contract/reservations/party'
import { daysOfMeals } from '@shiloh/contract/reservations/shares'
import { participantView } from '@shiloh/contract/reservations/views'
import { dayIn } from '@shiloh/contract/text/zone'
import { amountCell, dayCell, wordCell } from '#platform/tables/cells'
import { declareSheet } from '#platform/tables/sheets'
import type { ExportedRow, PersonOfRow } from './lists.sql.ts'

/** One person, and the reservation that they are of. */
export interface ExportedPerson {
  readonly of: ExportedRow
  readonly person: PersonOfRow
}

const ofPerson = (field: 'name' | 'participant_type' | 'title' | 'designation' | 'guardian' | 'room' | 'caterer') => ({
  write: ({ person }: ExportedPerson) => person[field],
})
const ofReservation = (
  field: 'code' | 'phone' | 'email' | 'assembly' | 'event_name' | 'room_category' | 'nights' | 'currency',
) => ({
  write: ({ of }: ExportedPerson) => of[field],
})

/** The persons of reservations, one row each. They are exported only. */
export const personSheet = declareSheet({
  resource: 'reservations',
  name: 'persons',
  item: participantView,
  columns: {
    code: ofReservation('code'),
    status: { write: ({ of }: ExportedPerson) => wordCell(of.status) },
    name: ofPerson('name'),
    role: { write: ({ person }: ExportedPerson) => wordCell(person.role) },
    gender: { write: ({ person }: ExportedPerson) => wordCell(person.gender) },
    age: {
      write: ({ of, person }: ExportedPerson) =>
        person.birth_date === null ? null : ageOn(person.birth_date, dayIn(of.starts_at, of.time_zone)),
    },
    participant_type: ofPerson('participant_type'),
    title: ofPerson('title'),
    designation: ofPerson('designation'),
    guardian: ofPerson('guardian'),
    consent: { write: ({ person }: ExportedPerson) => wordCell(person.consent) },
    main_person: { write: ({ of }: ExportedPerson) => of.user_name },
    main_phone: ofReservation('phone'),
    main_email: ofReservation('email'),
    assembly: ofReservation('assembly'),
    event: ofReservation('event_name'),
    room_category: ofReservation('room_category'),
    room: ofPerson('room'),
    bed: { write: ({ person }: ExportedPerson) => (person.bed === null ? null : bedLetter(person.bed)) },
    check_in: { write: ({ of }: ExportedPerson) => dayCell(of.check_in) },
    check_out: { write: ({ of }: ExportedPerson) => dayCell(of.check_out) },
    nights: ofReservation('nights'),
    caterer: ofPerson('caterer'),
    meal_days: {
      write: ({ person }: ExportedPerson) =>
        daysOfMeals(person.meals, {
          caterer: person.caterer_id,
          since: person.added_on,
          mealsBefore: person.meals_before,
        }) || null,
    },
    currency: ofReservation('currency'),
    price: { write: ({ person }: ExportedPerson) => amountCell(person.price) },
    checked_in_at: { write: ({ person }: ExportedPerson) => person.checked_in_at },
    checked_out_at: { write: ({ person }: ExportedPerson) => person.checked_out_at },
  },
  notExported: {
    _id: 'a person is named by the code and the name',
    person_id: 'an id says nothing outside of the product',
    account_id: 'an id says nothing outside of the product',
    minor: 'follows from the age',
    chosen: 'only the owner sees what the office has not confirmed',
    room_state: 'the board shows who has not been told of their room',
    health_kept: 'the list of needs has what staff may know of it',
    qr: 'a ticket is downloaded by itself',
    lines: 'their sum is in the column price',
    share: 'a reservation is paid as a whole, and nothing is decided by it',
  },
})
