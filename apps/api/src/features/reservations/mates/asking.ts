import type { Write } from '#platform/db/sql.store'
import { addingJob } from '../booking/book.store.ts'
import type { Named } from './mates.ts'

export const ASK_ROOM_MATES = 'ask_room_mates'

/** Somebody whom a new reservation would like to share a room with. */
export interface MateRow extends Named {
  readonly eventId: string
  readonly participantId: string
}

const SAVE = {
  name: 'room_mates_save',
  text: `
    insert into room_mate_wishes (event_id, from_participant_id, way, phone, code, state, asked_at)
    select m."eventId", m."participantId", case when m.phone is null then 'code' else 'phone' end, m.phone, m.code, 'asked',
      -- They are listed as they were typed.
      $2::timestamptz + n * interval '1 microsecond'
    from rows from (json_to_recordset($1::json) as ("eventId" text, "participantId" text, phone text, code text))
      with ordinality as m("eventId", "participantId", phone, code, n)`,
}

/** Saves whom people named while reserving. A job asks them after the commit. */
export const askingMates = (rows: readonly MateRow[], now: Date): Write[] =>
  rows.length === 0 ? [] : [{ statement: SAVE, values: [JSON.stringify(rows), now] }, addingJob(ASK_ROOM_MATES, 0)]
