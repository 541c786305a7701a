/** Half-open nights; days are yyyy-MM-dd. */
export interface Stay {
  readonly check_in: string
  readonly check_out: string
}

/** What is known of a person about rooms. */
export interface RunPerson {
  /** The participant. */
  readonly id: string
  /** main, spouse, child or companion. */
  readonly role: string
  readonly gender: 'male' | 'female' | null
  /** Under 18 on the first night. */
  readonly isChild: boolean
  /** Cannot climb stairs. */
  readonly needsLow: boolean
  /** Needs rest: a quiet room, and a low one, where there are any. */
  readonly needsQuiet: boolean
  /** Ids of the title and the designation that open kept rooms. */
  readonly bearings: readonly string[]
  readonly districtId: string | null
  readonly language: string
}

/** The persons of one reservation who have a claim on beds and none yet. */
export interface RunParty extends Stay {
  /** The reservation. */
  readonly id: string
  readonly categoryId: string
  /** Where its rooms can be. Empty means every block of the center. */
  readonly blockIds: readonly string[]
  /** When it was paid in full. Null: not yet. */
  readonly paidAt: string | null
  readonly people: readonly RunPerson[]
}

/** Somebody who has a bed already, of any event at the center. Nobody here is moved. */
export interface RunOccupant extends Stay {
  readonly person: RunPerson
  readonly partyId: string
  readonly bed: number
}

export interface RunRoom {
  readonly id: string
  readonly name: string
  readonly blockId: string
  readonly floor: number
  readonly beds: number
  readonly categoryId: string
  /** Null: the first person placed decides. */
  readonly genderRule: 'male' | 'female' | 'family' | null
  readonly accessible: boolean
  /** Away from noise. */
  readonly quiet: boolean
  /** Ids of titles and designations. */
  readonly keptFor: readonly string[]
  /** Nights under maintenance. */
  readonly closed: readonly Stay[]
  readonly occupants: readonly RunOccupant[]
}

export type Pair = readonly [string, string]

export interface RunInput {
  readonly parties: readonly RunParty[]
  readonly rooms: readonly RunRoom[]
  /** Persons who each named the other as a room-mate. */
  readonly wishes: readonly Pair[]
  /** Persons who must not share a room. */
  readonly apart: readonly Pair[]
}

/** What counts more, each from 0 (not at all) to 5. */
export interface Weights {
  readonly wishes: number
  /** Quiet and low rooms for people who need rest. */
  readonly needs: number
  readonly district: number
  readonly language: number
  /** Rooms that were begun are filled before others are opened. */
  readonly fill: number
  /** Who paid first has a bed first. */
  readonly paid: number
}

/** Why somebody got this room. */
export type PlaceReason =
  | { readonly code: 'couple' | 'family' | 'joins_family' | 'guardian' | 'ground_floor' | 'quiet' | 'fills' | 'first' }
  /** `with` are persons. */
  | { readonly code: 'wish' | 'wish_missed' | 'language'; readonly with: readonly string[] }
  /** `id` is a title or a designation. */
  | { readonly code: 'kept'; readonly id: string }
  /** In one room with people of the district, or in one block. */
  | { readonly code: 'district_room' | 'district_block'; readonly id: string }

export type Sort = 'male' | 'female' | 'family' | 'unknown'

/** Why somebody has no bed in this plan. */
export type LeftReason =
  /** The category has no room here. */
  | { readonly code: 'no_rooms' }
  /** No room has as many beds as the party has persons. */
  | { readonly code: 'too_big'; readonly persons: number; readonly beds: number }
  /** Others of the party sleep in a room that has no bed left, or not a suitable one. */
  | { readonly code: 'family_apart' }
  /** Every bed that can be reached without stairs is taken; `others` of them by people of this plan who did not ask. */
  | { readonly code: 'ground_floor'; readonly beds: number; readonly others: number }
  /** The rooms with free beds are kept for titles or designations. */
  | { readonly code: 'kept' }
  /** Of unknown gender, and no single room is free. */
  | { readonly code: 'gender_unknown' }
  /** The room that was proposed was deleted since. */
  | { readonly code: 'room_gone' }
  /** The second check found a rule broken by their bed. */
  | { readonly code: 'check' }
  /** The rooms with a free bed hold somebody with whom this person must not share. */
  | { readonly code: 'apart' }
  /** Children without a guardian, and no room of their own is free. */
  | { readonly code: 'children' }
  /** No bed for `sort` on `night`. `elsewhere` are beds of other categories that are free all nights. */
  | {
      readonly code: 'full'
      readonly sort: Sort
      readonly night: string
      readonly elsewhere: readonly { readonly categoryId: string; readonly beds: number }[]
    }

export interface Placed {
  readonly personId: string
  readonly partyId: string
  readonly roomId: string
  readonly bed: number
  readonly reasons: readonly PlaceReason[]
}

export interface Left {
  readonly personId: string
  readonly partyId: string
  readonly reason: LeftReason
}

export interface Figures {
  readonly people: number
  readonly placed: number
  /** How many the simple way alone would have placed. */
  readonly greedy: number
  /** More than this cannot be placed, as HiGHS proved. Null where it was not asked. */
  readonly bound: number | null
  /** Wishes of people of this plan that some plan could keep, and how many of them are kept. */
  readonly wishes: number
  readonly wishes_kept: number
  /** Districts with two people or more in this plan, and those that are in one block. */
  readonly districts: number
  readonly districts_together: number
  /** Rules that the second check found broken. A plan is shown only with 0. */
  readonly broken: number
}

export interface Plan {
  readonly placed: readonly Placed[]
  readonly left: readonly Left[]
  readonly figures: Figures
}

const MS_A_DAY = 86_400_000

/** Returns a day as a number: its distance from 1970-01-01. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / MS_A_DAY

/** Returns the day of a number. */
export const dayOf = (number: number): string => new Date(number * MS_A_DAY).toISOString().slice(0, 10)

/** Orders texts by their code points: the same on every machine. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Returns a whole number from 0 to 2³² − 1 for a text and a seed, the same every time (FNV-1a). */
export const hashOf = (text: string, seed: number): number => {
  let hash = (0x81_1c_9d_c5 ^ seed) >>> 0
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93) >>> 0
  return hash
}
