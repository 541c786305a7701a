import { type Calendar, type Chance, minutesAfter, openChance } from './chance.ts'
import { type Assembly, type Church, type DesignationName, idOf, type TitleName } from './church.ts'
import type { Row } from './insert.store.ts'
import { ABROAD, familyNames, INDUSTRIES, MEN, WOMEN } from './names.ts'

type Gender = 'male' | 'female'

/** A spouse as on the spouse list, or a child as on the family list. */
export interface Companion {
  readonly id: string
  readonly role: 'spouse' | 'child'
  readonly age: number
  /** Their own account, if they have one. */
  readonly userId: string | null
  readonly name: string
  readonly gender: Gender
}

/** A person who can take part in events. */
export interface Member {
  readonly id: string
  readonly name: string
  readonly lastName: string
  readonly gender: Gender
  readonly phone: string
  readonly age: number
  readonly title: TitleName | null
  readonly designation: DesignationName | null
  readonly isMember: boolean
  readonly country: string
  readonly status: 'approved' | 'pending' | 'deactivated'
  readonly joined: Date
  readonly assembly: Assembly | null
  readonly spouse: Companion | null
  readonly children: readonly Companion[]
}

/** A person who works for the church and signs what they do. */
export interface Staff {
  readonly owner: string
  readonly registrar: string
  readonly cashier: string
  readonly housekeeper: string
}

export interface People {
  /** Members and guests, including the demo accounts. */
  readonly members: readonly Member[]
  readonly user: Member
  readonly guestId: string
  readonly vendorId: string
  readonly checkInUserId: string
  readonly staff: Staff
  /** People who claim a title that the office has not confirmed. */
  readonly claims: readonly { readonly userId: string; readonly title: TitleName; readonly at: Date }[]
  readonly rows: {
    readonly users: readonly Row<'users'>[]
    readonly spouses: readonly Row<'spouses'>[]
    readonly family_members: readonly Row<'family_members'>[]
  }
  /** Roles of the administrators, by the names in the baseline. */
  readonly roles: readonly { readonly userId: string; readonly role: string }[]
}

const MEMBERS = 400
const MINISTERS = 60
const MARRIED_MINISTERS = 48
const WIVES_WITH_ACCOUNT = 26
const FIRST_FAMILY = 21
const FAMILIES = 6
const NOT_MEMBERS = 24
const LIVING_ABROAD = 22

const latin = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ɔ', 'o')
    .replaceAll('ɛ', 'e')
    .replace(/[^a-z]/g, '')

interface Draft {
  readonly firstName: string
  readonly lastName: string
  readonly gender: Gender
  readonly age: number
  readonly title?: TitleName | null
  readonly designation?: DesignationName | null
  readonly assembly: Assembly | null
  readonly isMember?: boolean
  readonly status?: Member['status']
  readonly country?: string
  readonly language?: string
  readonly joined?: Date
  readonly phone?: string
  readonly email?: string | null
}

/** Registers people with unique ids, addresses and numbers. */
const openRegister = (chance: Chance, calendar: Calendar, church: Church) => {
  const users: Row<'users'>[] = []
  const enter = (draft: Draft, account: Partial<Row<'users'>> = {}): Member => {
    const number = users.length
    const time = `${String(chance.between(6, 20)).padStart(2, '0')}:${chance.between(10, 59)}`
    const joined = draft.joined ?? calendar.at(-chance.between(20, 760), time)
    const id = chance.id(joined)
    const { firstName, lastName, gender, assembly, status = 'approved', isMember = true } = draft
    const title = draft.title ?? null
    const designation = draft.designation ?? null
    const email =
      draft.email === undefined
        ? chance.happens(0.78)
          ? `${latin(firstName)}.${latin(lastName)}${number}@mail.example`
          : null
        : draft.email
    const phone = draft.phone ?? `+23324555${String(1000 + number * 17).padStart(4, '0')}`
    const isConfirmed = status !== 'pending'
    const hasPhoneVerified = isConfirmed && chance.happens(0.85)
    const birthYear = calendar.now.getUTCFullYear() - draft.age
    users.push({
      id,
      user_type: 'user',
      status,
      email,
      email_confirmed_at: email !== null && isConfirmed ? joined : null,
      phone,
      phone_verified_at: hasPhoneVerified ? joined : null,
      password_hash: null,
      password_changed_at: null,
      first_name: firstName,
      last_name: lastName,
      gender,
      birth_date: `${birthYear}-${String(chance.between(1, 12)).padStart(2, '0')}-${String(chance.between(1, 28)).padStart(2, '0')}`,
      country_code: draft.country ?? 'GH',
      language: draft.language ?? 'en',
      industry: title === null || title === 'Member' ? chance.pick(INDUSTRIES) : null,
      is_not_member: !isMember,
      has_completed_basic_requirement: isConfirmed,
      has_completed_additional_requirement: isConfirmed && assembly !== null,
      region_id: assembly?.regionId ?? null,
      area_id: assembly?.areaId ?? null,
      district_id: assembly?.districtId ?? null,
      assembly_id: assembly?.id ?? null,
      title_id: title ? idOf(church.titles, title) : null,
      confirmed_title_id: title ? idOf(church.titles, title) : null,
      title_claimed_at: null,
      designation_id: designation ? idOf(church.designations, designation) : null,
      staff_id: title && church.ministerTitleIds.includes(idOf(church.titles, title)) ? `CL-${1000 + number}` : null,
      accepted_terms_at: joined,
      last_login_at:
        email !== null && isConfirmed && chance.happens(0.5) ? calendar.at(-chance.between(1, 40), '19:30') : null,
      created_at: joined,
      updated_at: joined,
      ...account,
    })
    return {
      id,
      name: `${firstName} ${lastName}`,
      lastName,
      gender,
      phone,
      age: draft.age,
      title,
      designation,
      isMember,
      country: draft.country ?? 'GH',
      status,
      joined,
      assembly,
      spouse: null,
      children: [],
    }
  }
  return { users, enter }
}

const ministerTitle = (index: number): TitleName => {
  if (index < 3) return 'Apostle'
  if (index < 5) return 'Prophet'
  if (index < 8) return 'Evangelist'
  if (index < 44) return 'Pastor'
  return index < 54 ? 'Overseer' : 'Probationary Overseer'
}

const LEADERS: readonly DesignationName[] = [
  'Chairman',
  'General Secretary',
  'Missions Director',
  'Executive Council Member',
  'National Head',
  'Men’s Ministry Director',
  'Women’s Ministry Director',
  'Youth Ministry Director',
  'Children’s Ministry Director',
  'Evangelism Ministry Director',
]
const ministerDesignation = (index: number): DesignationName => {
  const leader = LEADERS[index]
  if (leader) return leader
  if (index < 22) return 'Area Head'
  return index < 50 ? 'District Pastor' : 'Resident Minister'
}

const layTitle = (chance: Chance, gender: Gender, age: number): TitleName | null => {
  if (age < 27) return chance.happens(0.3) ? 'Member' : null
  if (gender === 'female') return chance.happens(0.38) ? 'Deaconess' : chance.pick(['Member', null])
  if (age > 45 && chance.happens(0.16)) return 'Presiding Elder'
  if (chance.happens(0.42)) return 'Elder'
  return chance.pick<TitleName | null>(['Deacon', 'Member', null])
}

type Register = ReturnType<typeof openRegister>

/** Pastors, by their position among the ministers, who claim a higher title. */
const CLAIMS: ReadonlyMap<number, TitleName> = new Map([
  [12, 'Apostle'],
  [25, 'Prophet'],
])

/** Creates ministers and their wives. Some wives have an account of their own. */
const enterMinisters = (chance: Chance, calendar: Calendar, church: Church, register: Register) => {
  const spouses: Row<'spouses'>[] = []
  const wives: Member[] = []
  const claims: { userId: string; title: TitleName; at: Date }[] = []
  const ministers = Array.from({ length: MINISTERS }, (_, index): Member => {
    const assembly = chance.pick(church.assemblies)
    const claimed = CLAIMS.get(index)
    const at = calendar.at(-2 - (index % 4), '18:20')
    const minister = register.enter(
      {
        firstName: chance.pick(MEN),
        lastName: chance.pick(familyNames(assembly.region)),
        gender: 'male',
        age: chance.between(index < 10 ? 50 : 34, 64),
        title: ministerTitle(index),
        designation: ministerDesignation(index),
        assembly,
      },
      claimed ? { title_id: idOf(church.titles, claimed), title_claimed_at: at } : {},
    )
    if (claimed) claims.push({ userId: minister.id, title: claimed, at })
    if (index >= MARRIED_MINISTERS) return minister
    const firstName = chance.pick(WOMEN)
    const age = Math.max(30, minister.age - chance.between(1, 8))
    const wife =
      index % 2 === 0 && wives.length < WIVES_WITH_ACCOUNT
        ? register.enter({
            firstName,
            lastName: minister.lastName,
            // Some households share a phone.
            ...(wives.length % 3 === 0 ? { phone: minister.phone } : {}),
            gender: 'female',
            age,
            title: 'Deaconess',
            assembly,
          })
        : null
    if (wife) wives.push(wife)
    const { row, companion } = enterSpouse(chance, calendar, church, minister, firstName, age, wife)
    spouses.push(row)
    return { ...minister, spouse: companion }
  })
  return { ministers, wives, spouses, claims }
}

const enterSpouse = (
  chance: Chance,
  calendar: Calendar,
  church: Church,
  minister: Member,
  firstName: string,
  age: number,
  account: Member | null,
): { row: Row<'spouses'>; companion: Companion } => {
  const at = minutesAfter(minister.joined, chance.between(5, 90))
  const id = chance.id(at)
  return {
    row: {
      id,
      user_id: minister.id,
      linked_user_id: account?.id ?? null,
      linked_at: account ? at : null,
      title_id: idOf(church.titles, 'Deaconess'),
      first_name: firstName,
      last_name: minister.lastName,
      gender: 'female',
      birth_date: `${calendar.now.getUTCFullYear() - age}-06-15`,
      phone: null,
      email: null,
      created_at: at,
      updated_at: at,
    },
    companion: {
      id,
      role: 'spouse',
      age,
      userId: account?.id ?? null,
      name: `${firstName} ${minister.lastName}`,
      gender: 'female',
    },
  }
}

/** Puts the minister on the list of his wife, too: a link is on both. `chance` is one of its own, so that nothing else changes. */
const enterHusband = (chance: Chance, church: Church, minister: Member, listed: Row<'spouses'>): Row<'spouses'>[] => {
  const { linked_user_id, created_at } = listed
  if (!linked_user_id || !(created_at instanceof Date)) return []
  const name = minister.name.slice(0, -minister.lastName.length - 1)
  return [
    {
      id: chance.id(created_at),
      user_id: linked_user_id,
      linked_user_id: minister.id,
      linked_at: created_at,
      title_id: minister.title ? idOf(church.titles, minister.title) : null,
      first_name: name,
      last_name: minister.lastName,
      gender: minister.gender,
      created_at,
      updated_at: created_at,
    },
  ]
}

const CHILDREN = [
  { firstName: 'Nana Kofi', gender: 'male', age: 9 },
  { firstName: 'Akosua', gender: 'female', age: 6 },
] as const

/** Adds two children to somebody's family list. */
const enterChildren = (chance: Chance, calendar: Calendar, parent: Member) => {
  const entered = CHILDREN.map(({ firstName, gender, age }) => {
    const at = minutesAfter(parent.joined, 100)
    const id = chance.id(at)
    const row: Row<'family_members'> = {
      id,
      user_id: parent.id,
      relation: 'child',
      first_name: firstName,
      last_name: parent.lastName,
      other_names: null,
      gender,
      birth_date: calendar.day(-age * 365 - 100),
      created_at: at,
      updated_at: at,
    }
    const companion: Companion = {
      id,
      role: 'child',
      age,
      userId: null,
      name: `${firstName} ${parent.lastName}`,
      gender,
    }
    return { row, companion }
  })
  return { rows: entered.map(({ row }) => row), children: entered.map(({ companion }) => companion) }
}

const enterMember = (chance: Chance, church: Church, register: Register, index: number): Member => {
  const gender: Gender = chance.happens(0.54) ? 'female' : 'male'
  const firstName = chance.pick(gender === 'male' ? MEN : WOMEN)
  const age = chance.happens(0.36) ? chance.between(18, 28) : chance.between(27, 68)
  if (index < LIVING_ABROAD) {
    const home = chance.pick(ABROAD)
    const phone = `${home.dial}${String(101 + index * 7).padStart(home.digits, '0')}`
    const { country, language } = home
    return register.enter({
      firstName,
      lastName: chance.pick(home.last),
      gender,
      age,
      assembly: null,
      country,
      language,
      phone,
    })
  }
  const assembly = chance.pick(church.assemblies)
  const person = { firstName, lastName: chance.pick(familyNames(assembly.region)), gender, age }
  if (index < LIVING_ABROAD + NOT_MEMBERS) return register.enter({ ...person, assembly: null, isMember: false })
  const status = index % 41 === 0 ? 'pending' : index % 97 === 0 ? 'deactivated' : 'approved'
  return register.enter({ ...person, title: layTitle(chance, gender, age), assembly, status })
}

/** Creates the demo accounts, whose password is public, and the staff, who have no password. */
const enterAccounts = (
  chance: Chance,
  calendar: Calendar,
  church: Church,
  register: Register,
  passwordHash: string,
) => {
  const at = calendar.at(-390, '10:00')
  const account = (columns: Partial<Row<'users'>>): Partial<Row<'users'>> => ({
    email_confirmed_at: at,
    phone_verified_at: at,
    has_completed_basic_requirement: true,
    last_login_at: null,
    ...columns,
  })
  const known = account({ password_hash: passwordHash, password_changed_at: calendar.now })
  const enter = (draft: Omit<Draft, 'age'> & { age?: number }, columns: Partial<Row<'users'>>) =>
    register.enter({ age: 41, joined: at, ...draft }, columns)
  const isAdmin = { user_type: 'admin', phone_verified_at: at }
  const admin = enter(
    { firstName: 'Abena', lastName: 'Osei-Bonsu', gender: 'female', assembly: null, email: 'admin@shiloh.example' },
    { ...known, ...isAdmin },
  )
  const home = church.assemblies.find(({ name }) => name === 'Madina Central') ?? null
  const user = enter(
    {
      firstName: 'Emmanuel',
      lastName: 'Mensah',
      gender: 'male',
      title: 'Pastor',
      designation: 'District Pastor',
      assembly: home,
      email: 'user@shiloh.example',
    },
    known,
  )
  const guest = enter(
    {
      firstName: 'Yvonne',
      lastName: 'Lawson',
      gender: 'female',
      age: 29,
      assembly: null,
      isMember: false,
      email: 'guest@shiloh.example',
    },
    known,
  )
  const vendor = enter(
    { firstName: 'Efua', lastName: 'Quansah', gender: 'female', assembly: null, email: 'vendor@shiloh.example' },
    { ...known, user_type: 'vendor' },
  )
  const checkIn = enter(
    { firstName: 'Main', lastName: 'Gate', gender: 'male', assembly: null, email: 'checkin@shiloh.example' },
    { ...known, user_type: 'checkin_user', gender: null, birth_date: null },
  )
  const staff = (firstName: string, lastName: string, gender: Gender) =>
    enter(
      { firstName, lastName, gender, assembly: null, email: `${latin(firstName)}@shiloh.example` },
      account(isAdmin),
    )
  const registrar = staff('Comfort', 'Asare', 'female')
  const cashier = staff('Ebenezer', 'Laryea', 'male')
  const housekeeper = staff('Dzifa', 'Agbeko', 'female')
  const { row, companion } = enterSpouse(chance, calendar, church, user, 'Grace', 38, null)
  return {
    user: { ...user, spouse: companion },
    spouse: row,
    guest,
    vendorId: vendor.id,
    checkInUserId: checkIn.id,
    staff: { owner: admin.id, registrar: registrar.id, cashier: cashier.id, housekeeper: housekeeper.id },
  }
}

/**
 * Creates four hundred members with their families, including two demo accounts, the other demo accounts, and the
 * staff.
 */
export const drawPeople = (chance: Chance, calendar: Calendar, church: Church, passwordHash: string): People => {
  const register = openRegister(chance, calendar, church)
  const { user, spouse, guest, staff, ...accounts } = enterAccounts(chance, calendar, church, register, passwordHash)
  const { ministers, wives, spouses, claims } = enterMinisters(chance, calendar, church, register)
  const others = openChance(spouses.length)
  const husbands = spouses.flatMap((row) =>
    ministers.filter(({ id }) => id === row.user_id).flatMap((minister) => enterHusband(others, church, minister, row)),
  )
  const own = enterChildren(chance, calendar, user)
  // A minister who brings the whole family.
  const families = ministers.slice(FIRST_FAMILY, FIRST_FAMILY + FAMILIES).map((minister) => {
    const { rows, children } = enterChildren(chance, calendar, minister)
    return { rows, member: { ...minister, children } }
  })
  const known = [
    { ...user, children: own.children },
    guest,
    ...ministers.map((minister) => families.find(({ member }) => member.id === minister.id)?.member ?? minister),
    ...wives,
  ]
  const lay = Array.from({ length: MEMBERS - known.length }, (_, index) => enterMember(chance, church, register, index))
  return {
    members: [...known, ...lay],
    user: { ...user, children: own.children },
    guestId: guest.id,
    ...accounts,
    staff,
    claims,
    rows: {
      users: register.users,
      spouses: [spouse, ...spouses, ...husbands],
      family_members: [...own.rows, ...families.flatMap(({ rows }) => rows)],
    },
    roles: [
      { userId: staff.owner, role: 'owner' },
      { userId: staff.registrar, role: 'registrar' },
      { userId: staff.cashier, role: 'finance' },
      { userId: staff.housekeeper, role: 'accommodation' },
    ],
  }
}
