import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { listAll } from '../apps/api/src/features/reservations/read/lists.sql.ts'
import type { DB } from '../apps/api/src/platform/db/generated.ts'
import type { Figure } from './measure.ts'
import type { World } from './world.ts'

const KEYS = ['created_at', 'code', 'guest', 'event', 'type', 'room', 'status', 'total', 'paid', 'balance'] as const

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string | undefined
  readonly Plans?: readonly Plan[] | undefined
}
const plan: z.ZodType<Plan> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  get Plans() {
    return z.array(plan).optional()
  },
})
const explained = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: plan, 'Execution Time': z.number() })]) }),
])

const readsWhole = ({ Plans = [], ...node }: Plan): boolean =>
  (node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'reservations') || Plans.some(readsWhole)

/** Explains the first page of all reservations in every order: its time in the database, and whether it reads the whole table. */
export const measureOrders = async ({ databaseUrl }: World): Promise<Figure[]> => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  let last: CompiledQuery | undefined
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      if (query.sql.includes('with page as')) last = query
    },
  })
  const figures: Figure[] = []
  try {
    for (const key of KEYS)
      for (const sort of [key, `-${key}`]) {
        await listAll(db, reservationRoutes.listReservations.query.parse({ sort }), {
          now: new Date(),
          language: 'en',
        })
        if (!last) throw new Error('no page was read')
        const times: number[] = []
        let isWhole = false
        for (let round = 0; round < 5; round += 1) {
          const { rows } = await pool.query(`explain (analyze, format json) ${last.sql}`, [...last.parameters])
          const [
            {
              'QUERY PLAN': [answer],
            },
          ] = explained.parse(rows)
          times.push(answer['Execution Time'])
          isWhole = readsWhole(answer.Plan)
        }
        const middle = times.sort((a, b) => a - b)[2] ?? 0
        figures.push({
          name: `order: reservations by ${sort}`,
          value: middle,
          unit: 'ms',
          goal: '< 100 ms in the database, not the whole table',
          met: middle < 100 && !isWhole,
          note: isWhole ? 'reads the whole table' : 'along an index',
        })
      }
  } finally {
    await db.destroy()
  }
  return figures
}
