import { type DraftProgress, draftProgress } from '@shiloh/contract/reservations/progress'
import { z } from 'zod'
import { type CareChoice, type Choice, careChoice, choiceSchema, noCare } from './choice.ts'
import { attempt, clearDraft, draftKey } from './draft-place.ts'
import { isStep, type Step } from './steps.ts'

/** The stored state of an unfinished reservation. */
export interface Draft {
  readonly choice: Choice
  readonly step: Step
  /** The key of an attempt without response. Sent again, the server recognises it. */
  readonly key: string | null
  readonly changed_at: string
  /** For the list of what was begun. */
  readonly progress?: DraftProgress | undefined
}

const draftSchema = z.object({
  choice: choiceSchema,
  step: z.string().transform((value): Step => (isStep(value) ? value : 'people')),
  key: z.string().nullable().catch(null),
  changed_at: z.string(),
  progress: draftProgress.optional().catch(undefined),
})

/** Reads what a browser or the server stored. Returns null if it is not a draft. */
export const readDraft = (value: unknown): Draft | null => draftSchema.safeParse(value).data ?? null

const caresOf = z.object({ care: careChoice, guests: z.record(z.string(), careChoice).catch({}) })
/** The health answers of each person. */
type Cares = z.output<typeof caresOf>

const caresIn = ({ care, guests }: Choice): Cares => ({
  care,
  guests: Object.fromEntries(guests.map((guest) => [guest.person_id, guest.care])),
})

const withCares = (draft: Draft, { care, guests }: Cares): Draft => ({
  ...draft,
  choice: {
    ...draft.choice,
    care,
    guests: draft.choice.guests.map((guest) => ({ ...guest, care: guests[guest.person_id] ?? noCare })),
  },
})

/** Returns a draft without health data, which outlives the tab in a browser. The server stores it encrypted. */
const withoutCare = (draft: Draft): Draft => withCares(draft, { care: noCare, guests: {} })

const isUnknown = (care: CareChoice): boolean => Object.values(care).every((list) => list === null)

/**
 * Returns the draft changed last: this browser's, or the server's, which another device may have written. A copy whose
 * tab is gone takes its health data from the other.
 */
export const laterDraft = (here: Draft | null, there: Draft | null): Draft | null => {
  if (!here || !there) return here ?? there
  if (there.changed_at > here.changed_at) return there
  const { care, guests } = caresIn(here.choice)
  return [care, ...Object.values(guests)].every(isUnknown) ? withCares(here, caresIn(there.choice)) : here
}

/** The copy of a draft in this browser. Everything but health data survives the tab. */
export interface DraftStore {
  readonly read: () => Draft | null
  readonly write: (draft: Draft) => void
  readonly clear: () => void
}

const parse = (text: string | null): unknown => {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Stores a draft under a name: permanently in `lasting`, health data in `tab`. */
export const draftStore = (name: string, lasting: () => Storage, tab: () => Storage): DraftStore => {
  const key = draftKey(name)
  const readFrom = (storage: () => Storage): unknown => {
    let found: unknown = null
    attempt(() => {
      found = parse(storage().getItem(key))
    })
    return found
  }
  return {
    read: () => {
      const draft = readDraft(readFrom(lasting))
      const cares = caresOf.safeParse(readFrom(tab)).data
      return draft && cares ? withCares(draft, cares) : draft
    },
    write: (draft) => {
      attempt(() => lasting().setItem(key, JSON.stringify(withoutCare(draft))))
      attempt(() => tab().setItem(key, JSON.stringify(caresIn(draft.choice))))
    },
    clear: () => clearDraft(name, lasting, tab),
  }
}
