import type { EventValues } from '@shiloh/contract/events/events'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/db'

type Given<K extends keyof EventValues> = NonNullable<EventValues[K]>

/** The tables of parts that are identified by what they refer to, with that column. */
const KEYS = {
  event_participant_types: 'participant_type_id',
  event_accommodations: 'room_category_id',
  event_caterers: 'caterer_id',
  event_products: 'product_option_id',
  event_speakers: 'speaker_id',
} as const
type PartTable = keyof typeof KEYS

/**
 * Replaces one nested list. Existing entries keep their ids, because reservations refer to them. New ones are added.
 * The others are deleted unless something refers to them.
 */
const replaceParts = async (
  tx: Tx,
  table: PartTable,
  eventId: string,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> => {
  const key = KEYS[table]
  const kept = rows.map((row) => row[key])
  await sql`delete from ${sql.table(table)} where event_id = ${eventId} and not (${sql.ref(key)} = any(${kept}::text[]))`.execute(
    tx,
  )
  if (rows.length === 0) return
  const all = ['event_id', key, 'position', ...columns]
  const list = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)))
  const values = rows.map((row, position) => ({ ...row, event_id: eventId, position }))
  await sql`
    insert into ${sql.table(table)} (${list(all)})
    select ${list(all)} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(values)}::json)
    on conflict (event_id, ${sql.ref(key)}) do update set ${sql.join(
      ['position', ...columns].map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`),
    )}`.execute(tx)
}

export const replaceParticipantTypes = (tx: Tx, eventId: string, types: Given<'participant_types'>) =>
  replaceParts(
    tx,
    'event_participant_types',
    eventId,
    ['price', 'places', 'members_only', 'title_ids', 'designation_ids', 'min_age', 'max_age', 'note', 'translations'],
    types.map((type) => ({
      ...type,
      places: type.places ?? null,
      members_only: type.members_only ?? false,
      title_ids: type.title_ids ?? [],
      designation_ids: type.designation_ids ?? [],
      min_age: type.min_age ?? null,
      max_age: type.max_age ?? null,
      note: type.note ?? '',
      translations: type.translations ?? {},
    })),
  )

export const replaceAccommodations = (
  tx: Tx,
  eventId: string,
  accommodations: readonly (Given<'accommodations'>[number] & { beds: number; all_free: boolean })[],
) =>
  replaceParts(
    tx,
    'event_accommodations',
    eventId,
    ['block_ids', 'price_per_night', 'charged_per', 'check_in_from', 'check_out_until', 'beds', 'all_free'],
    accommodations.map((accommodation) => ({
      ...accommodation,
      block_ids: accommodation.block_ids ?? [],
      charged_per: accommodation.charged_per ?? 'person',
    })),
  )

export const replaceCaterers = (
  tx: Tx,
  eventId: string,
  caterers: readonly (Given<'caterers'>[number] & { days: number })[],
) =>
  replaceParts(
    tx,
    'event_caterers',
    eventId,
    ['price_per_day', 'days', 'covers', 'note', 'translations'],
    caterers.map((caterer) => ({
      ...caterer,
      covers: caterer.covers ?? null,
      note: caterer.note ?? '',
      translations: caterer.translations ?? {},
    })),
  )

export const replaceProducts = (tx: Tx, eventId: string, products: Given<'products'>) =>
  replaceParts(
    tx,
    'event_products',
    eventId,
    ['price', 'stock', 'max_per_reservation'],
    products.map((product) => ({
      ...product,
      stock: product.stock ?? null,
      max_per_reservation: product.max_per_reservation ?? 10,
    })),
  )

export const replaceSpeakers = (tx: Tx, eventId: string, speakers: Given<'speakers'>) =>
  replaceParts(
    tx,
    'event_speakers',
    eventId,
    ['topic', 'translations'],
    speakers.map((speaker) => ({ ...speaker, topic: speaker.topic ?? '', translations: speaker.translations ?? {} })),
  )

/**
 * Replaces the activities, which are identified by their own id. Reports ids that do not belong to this event as
 * unknown.
 */
export const replaceActivities = async (
  tx: Tx,
  eventId: string,
  activities: Given<'activities'>,
): Promise<Set<string>> => {
  const ids = activities.flatMap(({ _id }) => (_id ? [_id] : []))
  await sql`delete from event_activities where event_id = ${eventId} and not (id = any(${ids}::text[]))`.execute(tx)
  const unknown = new Set(ids)
  for (const [position, { _id, ...activity }] of activities.entries()) {
    const values = {
      ...activity,
      ends_at: activity.ends_at ?? null,
      place: activity.place ?? '',
      speaker_id: activity.speaker_id ?? null,
      description: activity.description ?? '',
      translations: activity.translations ?? {},
      position,
    }
    if (_id === undefined) {
      await tx
        .insertInto('event_activities')
        .values({ ...values, event_id: eventId })
        .execute()
      continue
    }
    const { numUpdatedRows } = await tx
      .updateTable('event_activities')
      .set(values)
      .where('id', '=', _id)
      .where('event_id', '=', eventId)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) unknown.delete(_id)
  }
  return unknown
}

/**
 * Replaces the scan points, which are identified by their own id. Reports ids that do not belong to this event as
 * unknown. A point where somebody was scanned stays, with its kind, rule and caterer; those that would not are `fixed`. A
 * removed one is hidden: phones can hold scans of it.
 */
export const replacePoints = async (
  tx: Tx,
  now: Date,
  eventId: string,
  points: readonly (Given<'scan_points'>[number] & Required<Pick<Given<'scan_points'>[number], 'rule'>>)[],
): Promise<{ unknown: Set<string>; fixed: Set<string> }> => {
  const ids = points.flatMap(({ _id }) => (_id ? [_id] : []))
  // Waits for scans that are being stored, so that the next statement sees them.
  await sql`select id from scan_points where event_id = ${eventId} and removed_at is null order by id for update`.execute(
    tx,
  )
  const { rows: kept } = await sql<{
    id: string
    kind: string
    rule: string
    caterer_id: string | null
    used: boolean
  }>`
    select id, kind, rule, caterer_id, exists (select from scans s where s.point_id = p.id) as used from scan_points p
    where event_id = ${eventId} and removed_at is null`.execute(tx)
  const before = new Map(kept.map((point) => [point.id, point]))
  const unknown = new Set(ids.filter((id) => !before.has(id)))
  const gone = kept.filter(({ id }) => !ids.includes(id))
  const fixed = new Set(gone.flatMap(({ id, used }) => (used ? [id] : [])))
  await sql`update scan_points set removed_at = ${now} where id = any(${gone.map(({ id }) => id)}::text[])`.execute(tx)
  for (const [position, { _id, kind, rule, name, ...rest }] of points.entries()) {
    const values = {
      kind,
      rule,
      name,
      translations: rest.translations ?? {},
      capacity: rest.capacity ?? null,
      starts_at: rest.starts_at ?? null,
      ends_at: rest.ends_at ?? null,
      caterer_id: rest.caterer_id ?? null,
      position,
    }
    const point = before.get(_id ?? '')
    // Who ate there was counted for its caterer.
    const isOther = point?.kind !== kind || point.rule !== rule || point.caterer_id !== values.caterer_id
    if (point?.used && isOther) fixed.add(point.id)
    else if (point) await tx.updateTable('scan_points').set(values).where('id', '=', point.id).execute()
    else if (_id === undefined)
      await tx
        .insertInto('scan_points')
        .values({ ...values, event_id: eventId })
        .execute()
  }
  return { unknown, fixed }
}

/** Checks that no sitting is left without its caterer, which the database otherwise does at the end. Removed ones need none. */
export const checkSittings = async (tx: Tx): Promise<void> => {
  await sql`update scan_points p set caterer_id = null where p.removed_at is not null and p.caterer_id is not null
    and not exists (select from event_caterers o where o.event_id = p.event_id and o.caterer_id = p.caterer_id)`.execute(
    tx,
  )
  await sql`set constraints scan_points_caterer immediate`.execute(tx)
}

/** Deletes one part by its own id or, for a speaker, by the id of the speaker. Returns false if there is none. */
export const deletePart = async (
  tx: Tx,
  table: 'event_activities' | 'event_accommodations' | 'event_speakers',
  eventId: string,
  id: string,
): Promise<boolean> => {
  const reference = table === 'event_speakers' ? sql`or speaker_id = ${id}` : sql``
  const { numAffectedRows } =
    await sql`delete from ${sql.table(table)} where event_id = ${eventId} and (id = ${id} ${reference})`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/** Copies every part of one event to another and moves its dates by the given days and milliseconds. */
export const copyParts = async (
  tx: Tx,
  from: string,
  to: string,
  by: { readonly days: number; readonly ms: number },
): Promise<void> => {
  await sql`insert into event_participant_types (event_id, participant_type_id, price, places, members_only, title_ids, designation_ids, min_age, max_age, note, translations, position)
    select ${to}, participant_type_id, price, places, members_only, title_ids, designation_ids, min_age, max_age, note, translations, position
    from event_participant_types where event_id = ${from}`.execute(tx)
  await sql`insert into event_accommodations (event_id, room_category_id, block_ids, price_per_night, charged_per, check_in_from, check_out_until, beds, all_free, position)
    select ${to}, room_category_id, block_ids, price_per_night, charged_per, check_in_from + ${by.days}::int, check_out_until + ${by.days}::int, beds, all_free, position
    from event_accommodations where event_id = ${from}`.execute(tx)
  await sql`insert into event_caterers (event_id, caterer_id, price_per_day, days, covers, note, translations, position)
    select ${to}, caterer_id, price_per_day, days, covers, note, translations, position from event_caterers where event_id = ${from}`.execute(
    tx,
  )
  await sql`insert into event_products (event_id, product_option_id, price, stock, max_per_reservation, position)
    select ${to}, product_option_id, price, stock, max_per_reservation, position from event_products where event_id = ${from}`.execute(
    tx,
  )
  await sql`insert into event_speakers (event_id, speaker_id, topic, translations, position)
    select ${to}, speaker_id, topic, translations, position from event_speakers where event_id = ${from}`.execute(tx)
  await sql`insert into event_activities (event_id, title, starts_at, ends_at, place, speaker_id, description, translations, position)
    select ${to}, title, starts_at + ${by.ms}::bigint * interval '1 millisecond', ends_at + ${by.ms}::bigint * interval '1 millisecond', place, speaker_id, description, translations, position
    from event_activities where event_id = ${from}`.execute(tx)
  // Every event is made with a gate.
  await sql`delete from scan_points where event_id = ${to}`.execute(tx)
  await sql`insert into scan_points (event_id, kind, rule, name, translations, capacity, starts_at, ends_at, caterer_id, position)
    select ${to}, kind, rule, name, translations, capacity, starts_at + ${by.ms}::bigint * interval '1 millisecond',
      ends_at + ${by.ms}::bigint * interval '1 millisecond', caterer_id, position
    from scan_points where event_id = ${from} and removed_at is null`.execute(tx)
}
