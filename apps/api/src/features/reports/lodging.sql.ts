import { DIETARY_PREFERENCES } from '@shiloh/contract/reservations/party'
import { sql } from 'kysely'
import { FIGURE_COLUMNS, type FigureColumns, figuresOfRow } from '#features/reservations'
import { toldIn } from '#platform/db/languages.store'
import type { ReportRow, Scope } from './report.ts'
import { persons, reservations } from './scope.sql.ts'

/** Returns how many eat with each caterer on each day that it serves. */
export const countCovers = async (scope: Scope): Promise<ReportRow[]> => {
  const { db, event, grouping, say } = scope
  const byDay = grouping === 'day'
  const { rows } = await sql<{ label: string | null }>`
    select o.caterer_id as _id, c.name as label, ${byDay ? sql`to_char(d.day, 'YYYY-MM-DD')` : sql`null`} as day,
      n.people, o.covers as places, n.women, n.men, n.children
    from (select p.event_caterer_id as id, count(*)::int as people,
        (count(*) filter (where p.gender = 'female' and not p.minor))::int as women,
        (count(*) filter (where p.gender = 'male' and not p.minor))::int as men,
        (count(*) filter (where p.minor))::int as children
      ${persons(scope)} group by 1) n
    left join event_caterers o on o.id = n.id
    left join caterers c on c.id = o.caterer_id
    ${
      byDay
        ? sql`join lateral (select (${event.starts_at}::timestamptz at time zone ${sql.lit(event.time_zone)})::date + k as day
            from generate_series(0, o.days - 1) k) d on true`
        : sql``
    }
    order by o.position nulls last, c.name, day`.execute(db)
  return rows.map((row) => ({ ...row, label: row.label ?? say('no_caterer') }))
}

/**
 * Counts derived dietary needs. They are counted for the whole event or a caterer only: with finer filters, a count of
 * one would say who it is (docs/domain.md#people).
 */
export const countDiets = async (scope: Scope): Promise<ReportRow[]> => {
  const { db, grouping, say } = scope
  const byCaterer = grouping === 'caterer'
  const { rows } = await sql<{ caterer: string | null; any: number; counts: Record<string, number> }>`
    with diets as (
      select p.id, p.event_caterer_id, care.diets
      from reservation_care care
      join (select p.id, p.event_caterer_id ${persons(scope)}) p on p.id = care.participant_id
      where cardinality(care.diets) > 0)
    select c.name as caterer, count(distinct d.id)::int as any,
      jsonb_build_object(${sql.join(
        DIETARY_PREFERENCES.flatMap((diet) => [
          sql.lit(diet),
          sql`count(*) filter (where ${sql.lit(diet)} = any(d.diets))`,
        ]),
      )}) as counts
    from diets d left join event_caterers o on ${byCaterer} and o.id = d.event_caterer_id left join caterers c on c.id = o.caterer_id
    group by c.name order by c.name`.execute(db)
  return rows.flatMap(({ caterer, any, counts }) => [
    ...DIETARY_PREFERENCES.map((diet) => ({
      label: byCaterer ? (caterer ?? say('no_caterer')) : say(`diet_${diet}`),
      ...(byCaterer ? { diet: say(`diet_${diet}`) } : {}),
      people: counts[diet] ?? 0,
    })),
    {
      label: byCaterer ? (caterer ?? say('no_caterer')) : say('diet_any'),
      ...(byCaterer ? { diet: say('diet_any') } : {}),
      people: any,
    },
  ])
}

/** Returns what was ordered of each product option, how much of it is not paid yet, and what is to hand over. */
export const countProducts = async (scope: Scope): Promise<ReportRow[]> => {
  const { db, now } = scope
  const { rows } = await sql<
    FigureColumns & {
      option_id: string
      product: string
      option: string
      quantity: number
      amount: number
      delivered: number
    }
  >`
    select ${sql.raw(FIGURE_COLUMNS)}, l.ref_id as option_id, l.quantity, l.amount,
      ${toldIn(scope.language, 'p', 'name')} as product, ${toldIn(scope.language, 'o', 'name')} as option,
      least(l.quantity, coalesce(f.delivered, 0)) as delivered
    ${reservations(
      scope,
      // Pieces that were ordered at different prices have a line each.
      sql`join lateral (select ref_id, sum(quantity)::int as quantity, sum(amount)::bigint as amount from reservation_lines
          where reservation_id = r.id and kind = 'product_option' group by ref_id) l on true
        join event_products x on x.event_id = r.event_id and x.product_option_id = l.ref_id join product_options o on o.id = x.product_option_id
        join products p on p.id = o.product_id
        left join product_fulfilments f on f.reservation_id = r.id and f.event_product_id = x.id`,
    )}
    order by x.position, p.name, o.name`.execute(db)
  const options = Map.groupBy(rows, ({ option_id }) => option_id)
  return [...options.values()].flatMap((lines) => {
    const [first] = lines
    if (!first) return []
    const sum = (of: (line: (typeof lines)[number]) => number) => lines.reduce((all, line) => all + of(line), 0)
    const delivered = sum((line) => line.delivered)
    const ordered = sum(({ quantity }) => quantity)
    const unpaid = sum((line) => (figuresOfRow(line, now).balance > 0 ? line.quantity : 0))
    return [
      {
        product: first.product,
        option: first.option,
        ordered,
        paid: ordered - unpaid,
        unpaid,
        delivered,
        to_hand_over: ordered - delivered,
        expected: sum(({ amount }) => amount),
      },
    ]
  })
}
