import { type EventRoom, eventBlock, eventCenter, eventRoom, roomCategory } from '@shiloh/contract/venues'
import { z } from 'zod'
import { wordCell } from '#platform/tables/cells'
import { choice, countryCell, ROOM_RULE, ROOM_RULE_WORDS } from '#platform/tables/choices'
import { cell, declareSheet, SET_BY_SERVER, WRITTEN_IN_THE_FORM } from '#platform/tables/sheets'

const COUNTED = 'counted from the rooms'

export const centerSheet = declareSheet({
  resource: 'event_centers',
  name: 'event-centers',
  one: 'event_center',
  item: eventCenter,
  columns: {
    name: cell.name(120),
    address: cell.text(2000),
    city: cell.text(2000),
    country: {
      read: countryCell.default('GH'),
      aliases: ['country_code'],
    },
    latitude: { read: z.coerce.number().min(-90).max(90).nullable().default(null) },
    longitude: { read: z.coerce.number().min(-180).max(180).nullable().default(null) },
    phone: cell.textOrNull(2000),
    description: cell.text(2000),
  },
  notExported: { ...SET_BY_SERVER, blocks: 'counted from the blocks', rooms: COUNTED, beds: COUNTED },
})

export const blockSheet = declareSheet({
  resource: 'event_blocks',
  name: 'event-blocks',
  one: 'event_block',
  item: eventBlock,
  columns: {
    event_center: cell.name(120),
    name: cell.name(120),
    code: cell.text(20),
  },
  notExported: { ...SET_BY_SERVER, event_center_id: 'named by event_center', rooms: COUNTED, beds: COUNTED },
})

export const categorySheet = declareSheet({
  resource: 'room_categories',
  name: 'room-categories',
  one: 'room_category',
  item: roomCategory,
  columns: { name: cell.name(120), description: cell.text(2000) },
  notExported: { ...SET_BY_SERVER, ...WRITTEN_IN_THE_FORM, rooms: COUNTED, beds: COUNTED },
})

export const roomSheet = declareSheet({
  resource: 'event_rooms',
  name: 'event-rooms',
  one: 'room',
  item: eventRoom,
  columns: {
    event_center: cell.name(120),
    event_block: cell.name(120),
    name: cell.name(60),
    floor: cell.integer(0, 5),
    room_category: cell.name(120),
    beds: cell.integer(1, 100),
    gender_rule: {
      choices: ROOM_RULE,
      read: choice(ROOM_RULE)
        .transform((rule) => (rule === 'mixed' ? null : rule))
        .nullable()
        .default(null),
      write: ({ gender_rule: rule }: Pick<EventRoom, 'gender_rule'>) =>
        wordCell(rule, rule === null ? undefined : ROOM_RULE_WORDS[rule]),
    },
    accessible: cell.flag,
    quiet: cell.flag,
    note: cell.text(500),
  },
  notExported: {
    ...SET_BY_SERVER,
    event_center_id: 'named by event_center',
    event_block_id: 'named by event_block',
    room_category_id: 'named by room_category',
    kept_for_title_ids: 'a list of ids, which a cell cannot hold',
    kept_for_designation_ids: 'a list of ids, which a cell cannot hold',
    maintenance: 'several periods a room',
    occupied: 'true for tonight only',
  },
})
