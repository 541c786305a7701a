import type { Calendar, Chance } from './chance.ts'
import { type Church, idOf } from './church.ts'
import { inOtherLanguages } from './church-texts.ts'
import type { Row } from './insert.store.ts'

const CATEGORIES = [
  ['Executive', 'A room for two with bath, air conditioning, a desk and a small fridge.'],
  ['Standard', 'Two single beds, a fan, a shower of its own.'],
  ['Economy', 'Bunk beds, shared showers at the end of the corridor.'],
  ['Family chalet', 'A small house with four beds and a kitchen, for one family or a couple.'],
] as const
export type CategoryName = (typeof CATEGORIES)[number][0]

const CENTRES = [
  {
    name: 'Shiloh Convention Centre',
    // Addresses are not translated.
    address: '14 Fetteh Road',
    city: 'Gomoa Fetteh',
    latitude: 5.4236,
    longitude: -0.4719,
    phone: '+233245557000',
    description:
      'Halls for 5,000, 3,000, 500 and 200 people, a dining hall and three residential blocks ten minutes from the sea.',
  },
  {
    name: 'Aburi Hills Retreat House',
    address: 'Botanical Gardens Road',
    city: 'Aburi',
    latitude: 5.8478,
    longitude: -0.1745,
    phone: '+233245557100',
    description: 'A quiet house in the Akuapem hills with a chapel for 150 people, a garden and twelve chalets.',
  },
] as const
export type CentreName = (typeof CENTRES)[number]['name']

interface Floor {
  readonly rooms: number
  readonly category: CategoryName
  readonly beds: number
  /** The first rooms of the floor have a wide door, a level-access shower, and no step. */
  readonly accessible?: number
  /** The first rooms of the floor are kept for the church's leaders. */
  readonly kept?: number
}

const standard = { category: 'Standard', beds: 2 } as const
const executive = { category: 'Executive', beds: 2 } as const
const economy = { category: 'Economy', beds: 6 } as const

/** Blocks with their floors, the ground floor first. 200 rooms in all. */
const BLOCKS = [
  {
    name: 'Bethel Block',
    code: 'B',
    centre: 'Shiloh Convention Centre',
    floors: [
      { rooms: 10, ...standard, accessible: 4 },
      { rooms: 10, ...standard },
      { rooms: 10, ...standard },
      { rooms: 10, ...standard },
      { rooms: 10, ...standard },
      { rooms: 10, ...executive, kept: 4 },
    ],
  },
  {
    name: 'Canaan Block',
    code: 'C',
    centre: 'Shiloh Convention Centre',
    floors: [
      { rooms: 14, ...economy, accessible: 2 },
      { rooms: 14, ...economy },
      { rooms: 14, ...economy },
      { rooms: 14, ...economy },
    ],
  },
  {
    name: 'Ebenezer Block',
    code: 'E',
    centre: 'Shiloh Convention Centre',
    floors: [
      { rooms: 12, ...standard, accessible: 2 },
      { rooms: 12, ...standard },
      { rooms: 12, ...executive },
    ],
  },
  {
    name: 'Hermon House',
    code: 'H',
    centre: 'Aburi Hills Retreat House',
    floors: [
      { rooms: 8, ...standard, accessible: 2 },
      { rooms: 8, ...standard },
      { rooms: 8, ...executive, kept: 2 },
    ],
  },
  {
    name: 'Carmel House',
    code: 'K',
    centre: 'Aburi Hills Retreat House',
    floors: [
      { rooms: 6, ...economy, beds: 4 },
      { rooms: 6, ...economy, beds: 4 },
    ],
  },
  {
    name: 'Garden Chalets',
    code: 'G',
    centre: 'Aburi Hills Retreat House',
    floors: [{ rooms: 12, category: 'Family chalet', beds: 4, accessible: 3 }],
  },
] as const satisfies readonly {
  readonly name: string
  readonly code: string
  readonly centre: CentreName
  readonly floors: readonly Floor[]
}[]
export type BlockName = (typeof BLOCKS)[number]['name']

const KEPT_FOR_TITLES = ['Apostle', 'Prophet'] as const
const KEPT_FOR_DESIGNATIONS = ['Chairman', 'General Secretary', 'Executive Council Member'] as const
const UNDER_MAINTENANCE = 'B-207'

/** A room with the facts that assigning beds needs. */
export interface Room {
  readonly id: string
  readonly centreId: string
  readonly blockId: string
  readonly categoryId: string
  readonly floor: number
  readonly beds: number
  readonly forFamilies: boolean
  readonly isEasy: boolean
  /** Kept for somebody, or closed: staff assign it by hand. */
  readonly isSetApart: boolean
}

export interface Venues {
  readonly centres: ReadonlyMap<string, string>
  readonly blocks: ReadonlyMap<string, string>
  readonly categories: ReadonlyMap<string, string>
  readonly rooms: readonly Room[]
  /** The room under maintenance, with its block. */
  readonly closedRoom: string
  readonly rows: {
    readonly room_categories: readonly Row<'room_categories'>[]
    readonly event_centers: readonly Row<'event_centers'>[]
    readonly event_blocks: readonly Row<'event_blocks'>[]
    readonly event_rooms: readonly Row<'event_rooms'>[]
    readonly room_maintenance: readonly Row<'room_maintenance'>[]
  }
}

/** Creates the church's two venues with their blocks and rooms. */
export const drawVenues = (chance: Chance, calendar: Calendar, church: Church): Venues => {
  const at = calendar.at(-395, '09:00')
  const stamps = { created_at: at, updated_at: at }
  const categories = CATEGORIES.map(([name, description]) => ({
    id: chance.id(at),
    name,
    description,
    translations: inOtherLanguages({ name, description }),
    ...stamps,
  }))
  const categoryIds = new Map(categories.map(({ id, name }) => [name, id] as const))
  const centres = CENTRES.map((centre) => ({ id: chance.id(at), ...centre, country_code: 'GH', ...stamps }))
  const centreIds = new Map<string, string>(centres.map(({ id, name }) => [name, id]))
  const blocks = BLOCKS.map(({ name, code, centre }) => ({
    id: chance.id(at),
    event_center_id: idOf(centreIds, centre),
    name,
    code,
    ...stamps,
  }))
  const blockIds = new Map<string, string>(blocks.map(({ id, name }) => [name, id]))
  const rooms: Room[] = []
  const roomRows: Row<'event_rooms'>[] = []
  const maintenance: Row<'room_maintenance'>[] = []

  const addRoom = (block: (typeof BLOCKS)[number], floor: number, plan: Floor, number: number) => {
    const id = chance.id(at)
    const name = `${block.code}-${floor}${String(number).padStart(2, '0')}`
    const isKept = number <= (plan.kept ?? 0)
    const isAccessible = number <= (plan.accessible ?? 0)
    const forFamilies = plan.category === 'Family chalet'
    const centreId = idOf(centreIds, block.centre)
    const blockId = idOf(blockIds, block.name)
    const categoryId = idOf(categoryIds, plan.category)
    roomRows.push({
      id,
      event_center_id: centreId,
      event_block_id: blockId,
      room_category_id: categoryId,
      name,
      floor,
      beds: plan.beds,
      gender_rule: forFamilies ? 'family' : null,
      accessible: isAccessible,
      // At the end of the corridor.
      quiet: number > plan.rooms - 2 && floor < 3,
      kept_for_title_ids: isKept ? KEPT_FOR_TITLES.map((title) => idOf(church.titles, title)) : [],
      kept_for_designation_ids: isKept ? KEPT_FOR_DESIGNATIONS.map((one) => idOf(church.designations, one)) : [],
      note: isKept ? 'Kept for the Executive Council.' : '',
      ...stamps,
    })
    const isClosed = name === UNDER_MAINTENANCE
    if (isClosed)
      maintenance.push({
        id: chance.id(at),
        room_id: id,
        nights: `[${calendar.day(-5)},${calendar.day(75)})`,
        reason: 'The shower leaks into the room below; new pipes are ordered.',
        created_at: calendar.at(-5, '10:20'),
      })
    rooms.push({
      id,
      centreId,
      blockId,
      categoryId,
      floor,
      beds: plan.beds,
      forFamilies,
      isEasy: floor === 0 || isAccessible,
      isSetApart: isKept || isClosed,
    })
  }
  for (const block of BLOCKS)
    for (const [floor, plan] of block.floors.entries())
      for (let number = 1; number <= plan.rooms; number += 1) addRoom(block, floor, plan, number)

  return {
    centres: centreIds,
    blocks: blockIds,
    categories: categoryIds,
    rooms,
    closedRoom: `${BLOCKS.find(({ code }) => UNDER_MAINTENANCE.startsWith(`${code}-`))?.name ?? ''} ${UNDER_MAINTENANCE}`,
    rows: {
      room_categories: categories,
      event_centers: centres,
      event_blocks: blocks,
      event_rooms: roomRows,
      room_maintenance: maintenance,
    },
  }
}
