import type { Calendar, Chance } from './chance.ts'
import { inOtherLanguages } from './church-texts.ts'
import type { Row } from './insert.store.ts'

const SPEAKERS = [
  [
    'Opoku Agyeman',
    'Apostle Dr.',
    'Chairman of the church',
    'Opoku Agyeman has led the church for six years. He was a district pastor in Bawku and Takoradi and teaches the letters of Paul.',
  ],
  [
    'Nathaniel Quaye',
    'Apostle',
    'General Secretary',
    'Nathaniel Quaye trained as an accountant before he was called. He writes on stewardship and the care of money.',
  ],
  [
    'Deborah Amegashie',
    'Mrs',
    'Women’s Ministry Director',
    'Deborah Amegashie runs the church’s schools for seamstresses in four regions and speaks about families.',
  ],
  [
    'Samuel Awuni',
    'Prophet',
    'Missions Director',
    'Samuel Awuni planted assemblies along the northern border and in Burkina Faso.',
  ],
  [
    'Joyce Koomson',
    'Dr',
    'Paediatrician, Cape Coast',
    'Joyce Koomson works at the regional hospital and leads the medical committee of the conventions.',
  ],
  [
    'Caleb Boateng',
    'Pastor',
    'Youth Ministry Director',
    'Caleb Boateng plays the trumpet, and visits universities and technical schools all over Ghana.',
  ],
  [
    'Henrique Domingos',
    'Pastor',
    'National Head, Angola',
    'Henrique Domingos has served in Luanda since 2009 and preaches in Portuguese and French.',
  ],
  [
    'Sena Tsikata',
    'Evangelist',
    'Evangelism Ministry Director',
    'Sena Tsikata trains lay preachers and runs the radio programme “Good Morning, Neighbour”.',
  ],
] as const
export type SpeakerName = (typeof SPEAKERS)[number][0]

const CATERERS = [
  {
    name: 'Efua’s Kitchen',
    description: 'Breakfast and two warm meals, Ghanaian home cooking.',
    phone: '+233245557201',
    isVendors: true,
  },
  {
    name: 'Fetteh Beach Catering',
    description: 'Fish, kenkey and grilled food by the sea; three meals a day.',
    phone: '+233245557202',
    isVendors: true,
  },
  {
    name: 'Aburi Garden Meals',
    description: 'Vegetables from the house’s own garden, light evening meals.',
    phone: '+233245557203',
    isVendors: false,
  },
  {
    name: 'Nyamekyɛ Catering',
    description: 'Large kitchens for thousands of guests; halal on request.',
    phone: '+233245557204',
    isVendors: false,
  },
] as const
export type CatererName = (typeof CATERERS)[number]['name']

const PRODUCTS = [
  {
    name: 'Conference cloth',
    description: 'Printed wax cotton with this year’s theme.',
    options: ['2 yards', '4 yards', '6 yards'],
    isVendors: true,
  },
  {
    name: 'T-shirt',
    description: 'Cotton, with the event’s emblem.',
    options: ['S', 'M', 'L', 'XL', 'XXL'],
    isVendors: true,
  },
  {
    name: 'Study Bible',
    description: 'With notes and maps.',
    options: ['English', 'Asante Twi', 'Ewe', 'French'],
    isVendors: false,
  },
  {
    name: 'Hymn book',
    description: 'The church’s songs in six languages.',
    options: ['Words', 'Words and music'],
    isVendors: false,
  },
  {
    name: 'Coach seat',
    description: 'Return journey from the area office.',
    options: ['From Kumasi', 'From Takoradi', 'From Ho', 'From Tamale'],
    isVendors: false,
  },
] as const
export type ProductName = (typeof PRODUCTS)[number]['name']

export interface ProductOption {
  readonly id: string
  readonly product: string
  readonly name: string
}

export interface Catalogue {
  readonly speakers: ReadonlyMap<string, string>
  readonly caterers: ReadonlyMap<string, string>
  readonly products: ReadonlyMap<string, string>
  readonly options: readonly ProductOption[]
  readonly rows: {
    readonly speakers: readonly Row<'speakers'>[]
    readonly caterers: readonly Row<'caterers'>[]
    readonly products: readonly Row<'products'>[]
    readonly product_options: readonly Row<'product_options'>[]
  }
}

/** Creates speakers, caterers and products. Two caterers and two products belong to the vendor. */
export const drawCatalogue = (chance: Chance, calendar: Calendar, vendorId: string): Catalogue => {
  const at = calendar.at(-300, '11:00')
  const stamps = { created_at: at, updated_at: at }
  const owner = (isVendors: boolean) => (isVendors ? vendorId : null)
  const speakers = SPEAKERS.map(([name, honorific, role, bio]) => ({
    id: chance.id(at),
    name,
    honorific,
    role,
    bio,
    translations: inOtherLanguages({ honorific, role, bio }),
    ...stamps,
  }))
  const caterers = CATERERS.map(({ isVendors, ...caterer }) => ({
    id: chance.id(at),
    ...caterer,
    translations: inOtherLanguages({ description: caterer.description }),
    vendor_id: owner(isVendors),
    ...stamps,
  }))
  const products = PRODUCTS.map(({ name, description, options, isVendors }) => ({
    row: {
      id: chance.id(at),
      name,
      description,
      translations: inOtherLanguages({ name, description }),
      vendor_id: owner(isVendors),
      ...stamps,
    },
    options: options.map((option) => ({ id: chance.id(at), name: option })),
  }))
  const ids = (rows: readonly { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [name, id]))
  return {
    speakers: ids(speakers),
    caterers: ids(caterers),
    products: ids(products.map(({ row }) => row)),
    options: products.flatMap(({ row, options }) => options.map((option) => ({ ...option, product: row.name }))),
    rows: {
      speakers,
      caterers,
      products: products.map(({ row }) => row),
      product_options: products.flatMap(({ row, options }) =>
        options.map((option) => ({
          ...option,
          translations: inOtherLanguages({ name: option.name }),
          product_id: row.id,
          ...stamps,
        })),
      ),
    },
  }
}
