import type { Language } from '@shiloh/contract/core'
import type { TimelineChange } from '@shiloh/contract/reservations/views'
import { sql } from 'kysely'
import type { Queryable } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'
import type { Difference } from '../lifecycle/difference.rules.ts'
import { formerDifferences } from '../lifecycle/former-changes.ts'

// What the edits of a reservation changed, in the words of a reader (ADR 96).

interface Edit {
  readonly at: Date
  readonly action: string
  /** Null: nothing was written down with the edit. */
  readonly changes: readonly Difference[] | null
}

/** Returns what former edits of a reservation changed, by their instant: what the audit trail has of them, else the products. */
const findFormer = async (db: Queryable, id: string, edits: readonly Edit[]): Promise<Map<number, Difference[]>> => {
  const instants = edits.map(({ at }) => at)
  const { rows: audited } = await sql<{ at: Date; before: unknown; after: unknown }>`
    select at, before, after from audit_trail
    where object_id = ${id} and resource = 'reservations' and action = 'edit' and at = any(${instants}::timestamptz[]) order by seq`.execute(
    db,
  )
  // What is ordered now, less what was ordered later.
  const { rows: ordered } = await sql<{ at: Date; ref: string; delta: number; to: number }>`
    select o.at, x.product_option_id as ref, o.delta, (coalesce((select sum(l.quantity) from reservation_lines l
        where l.reservation_id = o.reservation_id and l.kind = 'product_option' and l.ref_id = x.product_option_id), 0)
      - coalesce((select sum(n.delta) from order_changes n
        where n.reservation_id = o.reservation_id and n.event_product_id = o.event_product_id and n.id > o.id), 0))::int as to
    from order_changes o join event_products x on x.id = o.event_product_id
    where o.reservation_id = ${id} and o.at = any(${instants}::timestamptz[]) order by o.id`.execute(db)
  const found = new Map<number, Difference[]>()
  for (const { at, before, after } of audited) found.set(at.getTime(), formerDifferences(before, after))
  for (const { at, ref, delta, to } of ordered) {
    const known = found.get(at.getTime()) ?? []
    if (known.some((one) => one.ref === ref)) continue
    found.set(at.getTime(), [...known, { what: 'product', person: null, ref, from: to - delta, to }])
  }
  return found
}

const idsIn = (differences: readonly Difference[]): string[] => [
  ...new Set(
    differences.flatMap(({ person, ref, from, to }) =>
      [person, ref, from, to].flatMap((value) => (typeof value === 'string' && value !== '' ? [value] : [])),
    ),
  ),
]

/** Returns what ids are called. What was deleted for good has no name. */
const findNames = async (db: Queryable, ids: readonly string[], reader: Language): Promise<Map<string, string>> => {
  const called = toldIn(reader, 't', 'name')
  const some = sql`t.id = any(${[...ids]}::text[])`
  const { rows } = await sql<{ id: string; name: string }>`
    select t.id, ${called} as name from participant_types t where ${some}
    union all select t.id, ${called} from titles t where ${some}
    union all select t.id, ${called} from designations t where ${some}
    union all select t.id, ${called} from committee_types t where ${some}
    union all select t.id, ${called} from room_categories t where ${some}
    union all select t.id, t.name from caterers t where ${some}
    union all select t.id, ${toldIn(reader, 'p', 'name')} || ', ' || ${called} from product_options t join products p on p.id = t.product_id where ${some}
    union all select t.id, t.first_name || ' ' || t.last_name from spouses t where ${some}
    union all select t.id, t.first_name || ' ' || t.last_name from family_members t where ${some}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

type Given = Exclude<Difference['from'], string | number | null>
const isGiven = (value: Difference['from']): value is Given => typeof value === 'object' && value !== null

interface Words {
  readonly label: string
  readonly words: string
}

/** Returns answers and their questions in words, in the order in which they are given. */
const findWords = async (
  db: Queryable,
  answers: readonly (Given & { readonly ref: string })[],
  reader: Language,
): Promise<Words[]> => {
  if (answers.length === 0) return []
  const { rows } = await sql<Words>`
    select w.label, coalesce(w.words, a.value #>> '{}') as words
    from jsonb_to_recordset(${JSON.stringify(answers.map((answer, n) => ({ ...answer, n })))}::jsonb)
      as a(n int, ref text, label text, value jsonb, form_version_id text),
      answer_in_language(a.ref, a.label, a.value, a.form_version_id, ${reader}) w order by a.n`.execute(db)
  return rows
}

const NAMED: ReadonlySet<Difference['what']> = new Set([
  'participant_type',
  'title',
  'designation',
  'caterer',
  'guardian',
  'room',
  'committee_type',
  'joins',
])

/**
 * Returns what each edit of a timeline changed, by its position there, in the language of a reader.
 *
 * @param main the name of the main person
 */
export const tellChanges = async (
  db: Queryable,
  { id, timeline, main }: { readonly id: string; readonly timeline: readonly Edit[]; readonly main: string },
  reader: Language,
): Promise<ReadonlyMap<number, TimelineChange[]>> => {
  const former = timeline.filter(({ action, changes }) => action === 'edit' && changes === null)
  const found = former.length > 0 ? await findFormer(db, id, former) : new Map<number, Difference[]>()
  const edits = timeline.map(({ action, at, changes }) =>
    action === 'edit' ? (changes ?? found.get(at.getTime()) ?? []) : [],
  )
  const all = edits.flat()
  if (all.length === 0) return new Map()
  const names = await findNames(db, idsIn(all), reader)
  const given = all.flatMap(({ ref, from, to }) =>
    [from, to].flatMap((value) => (isGiven(value) ? [{ ...value, ref: ref ?? '' }] : [])),
  )
  const words = (await findWords(db, given, reader)).values()
  const tell = ({ what, person, ref, from, to }: Difference): TimelineChange => {
    const nextWords = (value: Difference['from']) => (isGiven(value) ? words.next().value : undefined)
    const [before, after] = [nextWords(from), nextWords(to)]
    const told = (value: Difference['from'], inWords: Words | undefined): string | number | null => {
      if (inWords) return inWords.words
      if (value === null || isGiven(value)) return null
      return NAMED.has(what) && typeof value === 'string' ? (names.get(value) ?? '') : value
    }
    return {
      what,
      person: person === null ? null : person === '' ? main : (names.get(person) ?? ''),
      label: after?.label ?? before?.label ?? (what === 'product' && ref ? (names.get(ref) ?? '') : null),
      from: told(from, before),
      to: told(to, after),
    }
  }
  return new Map(edits.map((changes, position) => [position, changes.map(tell)]))
}
