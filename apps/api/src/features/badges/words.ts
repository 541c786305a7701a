import type { Badge } from '@shiloh/contract/badges/layouts'
import { defineTexts, type Language } from '@shiloh/contract/core'
import { bedLetter } from '@shiloh/contract/reservations/beds'
import { ageOn } from '@shiloh/contract/reservations/party'
import { dayIn } from '@shiloh/contract/text/zone'
import { translator } from '#platform/text/texts'
import type { BadgeRow } from './badges.store.ts'

const texts = defineTexts('server/badges', {
  title: 'Badges',
  type_age: '{type}, {age}',
  guardian: 'Guardian: {name}',
  bed: 'Bed {bed}',
  ground_floor: 'Ground floor',
  floor: 'Floor {floor}',
  print: 'Print {number}',
  glue: 'Glue here',
  proof: 'Proof',
  count: '{count, plural, one {# badge} other {# badges}}',
  no_district: 'No district',
  no_assembly: 'No assembly',
  more: '{count, plural, one {and # more} other {and # more}}',
})

/** The words of badges and their covers in one language. */
export const badgeWords = (language: Language) => translator(texts, language)
type Say = ReturnType<typeof badgeWords>

const typeOf = ({ participant_type, minor, birth_date, event_starts_at, time_zone }: BadgeRow, say: Say): string =>
  minor && birth_date !== null
    ? say('type_age', {
        // "Child, 4 to 12" names the ages already.
        type: participant_type.replace(/\s*[,(].*\d.*$/, ''),
        age: ageOn(birth_date, dayIn(event_starts_at, time_zone)),
      })
    : participant_type

/** Returns what is printed of a person. `times` is the number of this print. */
export const badgeOf = (row: BadgeRow, times: number, say: Say): Badge => ({
  event: row.event_name,
  type: typeOf(row, say),
  tone: row.tone,
  name: row.name,
  title: row.title,
  assembly: row.assembly,
  district: row.district,
  guardian: row.guardian === null ? null : say('guardian', { name: row.guardian }),
  code: row.code,
  times,
  print: times > 1 ? say('print', { number: times }) : null,
  room:
    row.room === null
      ? null
      : {
          block: row.block ?? '',
          name: row.room,
          bed: row.bed === null ? '' : say('bed', { bed: bedLetter(row.bed) }),
          floor: row.floor ? say('floor', { floor: row.floor }) : say('ground_floor'),
        },
  meals: row.caterer,
})
