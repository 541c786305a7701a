import { z } from 'zod'
import { type CareChoice, type Choice, careChoice, choiceSchema, noCare } from './choice.ts'
import { isStep, type Step } from './steps.ts'

/** What is kept of an unfinished reservation. */
export interface Draft {
  readonly choice: Choice
  readonly step: Step
  /** Of the attempt that got no answer: sent again, the server knows it for the same one. */
  readonly key: string | null
  readonly changed_at: string
}

const draftSchema = z.object({
  choice: choiceSchema,
  step: z.string().transform((value): Step => (isStep(value) ? value : 'people')),
  key: z.string().nullable().catch(null),
  changed_at: z.string(),
})

/** Reads what a browser or the server kept; anything else is no draft. */
export const readDraft = (value: unknown): Draft | null => draftSchema.safeParse(value).data ?? null

const caresOf = z.object({ care: careChoice, guests: z.record(z.string(), careChoice).catch({}) })
/** What is said about the health of each person. */
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

/** What outlives the tab in a browser says nothing about health; the server keeps it sealed. */
const withoutCare = (draft: Draft): Draft => withCares(draft, { care: noCare, guests: {} })

const isUnknown = (care: CareChoice): boolean => Object.values(care).every((list) => list === null)

/**
 * The one changed last: this browser's or the server's, which another device may have written. A copy whose tab is gone
 * takes what it had about health from the other.
 */
export const laterDraft = (here: Draft | null, there: Draft | null): Draft | null => {
  if (!here || !there) return here ?? there
  if (there.changed_at > here.changed_at) return there
  const { care, guests } = caresIn(here.choice)
  return [care, ...Object.values(guests)].every(isUnknown) ? withCares(here, caresIn(there.choice)) : here
}

/** The copy of one draft in this browser: everything but health survives the tab. */
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

/** A full or forbidden storage loses the copy, not the page. */
const attempt = (work: () => void): void => {
  try {
    work()
  } catch {
    return
  }
}

/** Keeps a draft under a name: in `lasting` for good, what is about health in `tab`. */
export const draftStore = (name: string, lasting: () => Storage, tab: () => Storage): DraftStore => {
  const key = `draft:${name}`
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
    clear: () => {
      attempt(() => lasting().removeItem(key))
      attempt(() => tab().removeItem(key))
    },
  }
}
