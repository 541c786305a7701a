import { piecesIn, type QuoteLine, quoteLine } from '@shiloh/contract/reservations/quote'
import { z } from 'zod'
import type { Difference } from './difference.rules.ts'

// What edits changed from before the history kept it: as far as the audit trail and the orders of products say it.

const quoted = z.array(quoteLine)
/** What an edit of many reservations wrote down: participant types by person ('main' is the main person), and the room category. */
const chosen = z.object({ types: z.record(z.string(), z.string()), room_category_id: z.string().nullable() })

const ofReservation = { person: null, ref: null }
const isChanged = ({ from, to }: Difference): boolean => from !== to

const personsIn = (lines: readonly QuoteLine[]): number => new Set(lines.map(({ person }) => person)).size

/** Returns the one thing of a kind that all have, or null where they have none or not the same. */
const only = (lines: readonly QuoteLine[], kind: QuoteLine['kind']): string | null => {
  const refs = [...new Set(lines.flatMap((line) => (line.kind === kind ? [line.ref_id] : [])))]
  return refs.length === 1 ? (refs[0] ?? null) : null
}

const stayIn = (lines: readonly QuoteLine[]) => {
  const nights = lines.filter(({ kind }) => kind === 'accommodation')
  return {
    room: only(lines, 'accommodation'),
    from: nights.flatMap(({ from_day }) => from_day ?? []).sort()[0] ?? null,
    until:
      nights
        .flatMap(({ until_day }) => until_day ?? [])
        .sort()
        .at(-1) ?? null,
  }
}

/** The chosen options that cost something, by the words of their question: `Shirt size: L`. */
const optionsIn = (lines: readonly QuoteLine[]): Map<string, string> =>
  new Map(
    lines.flatMap(({ kind, label }) => {
      const at = label.lastIndexOf(': ')
      return kind === 'question_option' && at > 0 ? [[label.slice(0, at), label.slice(at + 2)] as const] : []
    }),
  )

const amountOf = (lines: readonly QuoteLine[]): number => lines.reduce((sum, { amount }) => sum + amount, 0)

const fromLines = (before: readonly QuoteLine[], after: readonly QuoteLine[]): Difference[] => {
  const [had, has] = [stayIn(before), stayIn(after)]
  const [hadPieces, hasPieces] = [piecesIn(before), piecesIn(after)]
  const [hadOptions, hasOptions] = [optionsIn(before), optionsIn(after)]
  const isSameParty = personsIn(before) === personsIn(after)
  const given = (options: ReadonlyMap<string, string>, label: string) => {
    const value = options.get(label)
    return value === undefined ? null : { label, value, form_version_id: null }
  }
  const differences: Difference[] = [
    ...(isSameParty
      ? (['participant_type', 'caterer'] as const).map((kind) => ({
          ...ofReservation,
          what: kind,
          from: only(before, kind),
          to: only(after, kind),
        }))
      : []),
    { ...ofReservation, what: 'room', from: had.room, to: has.room },
    { ...ofReservation, what: 'check_in', from: had.from, to: has.from },
    { ...ofReservation, what: 'check_out', from: had.until, to: has.until },
    ...[...new Set([...hadPieces.keys(), ...hasPieces.keys()])].map((ref) => ({
      what: 'product' as const,
      person: null,
      ref,
      from: hadPieces.get(ref) ?? 0,
      to: hasPieces.get(ref) ?? 0,
    })),
    ...[...new Set([...hadOptions.keys(), ...hasOptions.keys()])]
      .filter((label) => hadOptions.get(label) !== hasOptions.get(label))
      .map((label) => ({
        what: 'answer' as const,
        ...ofReservation,
        from: given(hadOptions, label),
        to: given(hasOptions, label),
      })),
    { ...ofReservation, what: 'total', from: amountOf(before), to: amountOf(after) },
  ]
  return differences.filter(isChanged)
}

const fromChosen = (before: z.output<typeof chosen>, after: z.output<typeof chosen>): Difference[] => {
  const differences: Difference[] = [
    ...Object.keys(after.types).map((person) => ({
      what: 'participant_type' as const,
      person: person === 'main' ? '' : person,
      ref: null,
      from: before.types[person] ?? null,
      to: after.types[person] ?? null,
    })),
    { ...ofReservation, what: 'room', from: before.room_category_id, to: after.room_category_id },
  ]
  return differences.filter(isChanged)
}

/** Returns what an entry of the audit trail says that an edit changed. Nothing, if it is about something else. */
export const formerDifferences = (before: unknown, after: unknown): Difference[] => {
  const lines = [quoted.safeParse(before), quoted.safeParse(after)] as const
  if (lines[0].success && lines[1].success) return fromLines(lines[0].data, lines[1].data)
  const choices = [chosen.safeParse(before), chosen.safeParse(after)] as const
  return choices[0].success && choices[1].success ? fromChosen(choices[0].data, choices[1].data) : []
}
