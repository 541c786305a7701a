import type { Calendar, Chance } from './chance.ts'
import { inOtherLanguages } from './church-texts.ts'
import type { Row } from './insert.store.ts'
import { ASSEMBLY_NAMES, PLACES } from './places.ts'

const ASSEMBLY_TYPES = [
  'Local-language assembly',
  'English assembly',
  'International worship centre',
  'Worship centre',
  'City church',
] as const

/** Ordained first. The rank orders lists. */
const TITLES = [
  { name: 'Apostle', minister: true, needs_confirmation: true },
  { name: 'Prophet', minister: true, needs_confirmation: true },
  { name: 'Evangelist', minister: true, needs_confirmation: false },
  { name: 'Pastor', minister: true, needs_confirmation: false },
  { name: 'Overseer', minister: true, needs_confirmation: false },
  { name: 'Probationary Overseer', minister: true, needs_confirmation: false },
  { name: 'Presiding Elder', minister: false, needs_confirmation: false },
  { name: 'Elder', minister: false, needs_confirmation: false },
  { name: 'Deacon', minister: false, needs_confirmation: false },
  { name: 'Deaconess', minister: false, needs_confirmation: false },
  { name: 'Member', minister: false, needs_confirmation: false },
] as const
export type TitleName = (typeof TITLES)[number]['name']

const DESIGNATIONS = [
  'Chairman',
  'General Secretary',
  'Missions Director',
  'Executive Council Member',
  'National Head',
  'Area Head',
  'District Pastor',
  'Resident Minister',
  'Men’s Ministry Director',
  'Women’s Ministry Director',
  'Youth Ministry Director',
  'Children’s Ministry Director',
  'Evangelism Ministry Director',
  'Travelling Secretary',
  'Patron',
  'Missionary',
  'Retired Minister',
] as const
export type DesignationName = (typeof DESIGNATIONS)[number]

const COMMITTEES = [
  ['Planning', 'Keeps the programme and the calendar.'],
  ['Secretariat', 'Registration, badges and letters.'],
  ['Accommodation', 'Rooms, keys and bedding.'],
  ['Catering', 'Meals, water and the dining hall.'],
  ['Protocol', 'Receives guests and seats them.'],
  ['Ushering', 'Order in the auditorium.'],
  ['Medical', 'First aid and the clinic.'],
  ['Security', 'Gates, car park and night watch.'],
  ['Transport', 'Buses, arrivals and departures.'],
  ['Media', 'Sound, pictures and the live stream.'],
  ['Music', 'Worship teams and choirs.'],
  ['Prayer', 'Intercession before and during the event.'],
  ['Finance', 'Offerings, fees and the cash desk.'],
  ['Sanitation', 'Washrooms, grounds and waste.'],
] as const

const PARTICIPANT_TYPES = [
  ['Delegate', 'Sent by an assembly, district or area.'],
  ['Minister', 'Ordained ministers.'],
  ['Minister’s wife', 'Registers on her own account.'],
  ['International delegate', 'Travels from another country.'],
  ['Student', 'With a valid student card.'],
  ['Visitor', 'Not a member of the church.'],
  ['Volunteer', 'Serves on a committee.'],
  ['Child, 4 to 12', 'Comes with a grown-up of the same reservation.'],
] as const
export type ParticipantTypeName = (typeof PARTICIPANT_TYPES)[number][0]

/** One assembly with all its parents. */
export interface Assembly {
  readonly id: string
  readonly name: string
  readonly region: string
  readonly regionId: string
  readonly areaId: string
  readonly districtId: string
}

export interface Church {
  readonly assemblies: readonly Assembly[]
  readonly titles: ReadonlyMap<string, string>
  readonly ministerTitleIds: readonly string[]
  readonly designations: ReadonlyMap<string, string>
  readonly committees: ReadonlyMap<string, string>
  readonly participantTypes: ReadonlyMap<string, string>
  readonly rows: {
    readonly assembly_types: readonly Row<'assembly_types'>[]
    readonly church_units: readonly Row<'church_units'>[]
    readonly titles: readonly Row<'titles'>[]
    readonly designations: readonly Row<'designations'>[]
    readonly committee_types: readonly Row<'committee_types'>[]
    readonly participant_types: readonly Row<'participant_types'>[]
  }
}

const idsByName = (rows: readonly { id?: string | undefined; name: string }[]): ReadonlyMap<string, string> =>
  new Map(rows.flatMap(({ id, name }) => (id === undefined ? [] : [[name, id] as const])))

/** Returns the id of something by its name. @throws when the demo names something that it did not create */
export const idOf = (ids: ReadonlyMap<string, string>, name: string): string => {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`the demo church has no “${name}”`)
  return id
}

/** "Kumasi Central" → "KUC": enough to distinguish the areas of a region. */
const codeOf = (name: string): string => {
  const words = name.split(/[\s-]+/)
  const [first = '', second] = words
  return (second ? first.slice(0, 2) + second.slice(0, 1) : first.slice(0, 3)).toUpperCase()
}

const drawMap = (chance: Chance, at: Date) => {
  const assemblyTypes = ASSEMBLY_TYPES.map((name) => ({ id: chance.id(at), name, created_at: at, updated_at: at }))
  const typeIds = idsByName(assemblyTypes)
  const units: Row<'church_units'>[] = []
  const assemblies: Assembly[] = []
  const add = (
    level: string,
    parentId: string | null,
    name: string,
    code: string | null,
    typeId: string | null = null,
  ) => {
    const id = chance.id(at)
    units.push({ id, level, parent_id: parentId, name, code, assembly_type_id: typeId, created_at: at, updated_at: at })
    return id
  }
  for (const [region, areas] of Object.entries(PLACES)) {
    const regionId = add('region', null, region, codeOf(region))
    for (const [index, [area, districts]] of Object.entries(areas).entries()) {
      const areaCode = `${codeOf(region)}-${codeOf(area)}`
      const areaId = add('area', regionId, area, areaCode)
      for (const [number, district] of districts.entries()) {
        const districtId = add('district', areaId, district, `${areaCode}-${number + 1}`)
        const called = chance.shuffle(ASSEMBLY_NAMES).slice(0, chance.happens(0.6) ? 2 : 1)
        const isCity = number === 0 && index < 2
        const names = [
          { name: `${district} Central`, type: 'Local-language assembly' },
          ...called.map((name) => ({ name: `${name} ${district}`, type: chance.pick(ASSEMBLY_TYPES.slice(0, 2)) })),
          ...(isCity
            ? [{ name: `${district} International Worship Centre`, type: 'International worship centre' }]
            : []),
        ]
        for (const { name, type } of names) {
          const id = add('assembly', districtId, name, null, idOf(typeIds, type))
          assemblies.push({ id, name, region, regionId, areaId, districtId })
        }
      }
    }
  }
  return { assemblyTypes, units, assemblies }
}

/** Creates the church map, and the lists of titles, designations and committee types. */
export const drawChurch = (chance: Chance, calendar: Calendar): Church => {
  const at = calendar.at(-400, '09:00')
  const stamps = { created_at: at, updated_at: at }
  const { assemblyTypes, units, assemblies } = drawMap(chance, at)
  const titles = TITLES.map((title, index) => ({
    id: chance.id(at),
    ...title,
    translations: inOtherLanguages({ name: title.name }),
    rank: index + 1,
    ...stamps,
  }))
  const designations = DESIGNATIONS.map((name, index) => ({
    id: chance.id(at),
    name,
    translations: inOtherLanguages({ name }),
    rank: index + 1,
    ...stamps,
  }))
  const described = (list: readonly (readonly [string, string])[]) =>
    list.map(([name, description]) => ({
      id: chance.id(at),
      name,
      description,
      translations: inOtherLanguages({ name, description }),
      ...stamps,
    }))
  const committees = described(COMMITTEES)
  const participantTypes = described(PARTICIPANT_TYPES)
  return {
    assemblies,
    titles: idsByName(titles),
    ministerTitleIds: titles.filter(({ minister }) => minister).map(({ id }) => id),
    designations: idsByName(designations),
    committees: idsByName(committees),
    participantTypes: idsByName(participantTypes),
    rows: {
      assembly_types: assemblyTypes,
      church_units: units,
      titles,
      designations,
      committee_types: committees,
      participant_types: participantTypes,
    },
  }
}
