import { flag } from '@shiloh/contract/admin-resource'
import type { organisationRoutes } from '@shiloh/contract/organisation'
import { z } from 'zod'
import { type Handlers, reads, writes } from '#http/binder'
import { recordHandlers } from '#http/records'
import type { Queryable } from '#platform/db/db'
import { found } from '#platform/db/found'
import { AppError } from '#platform/errors'
import { exportRows } from '#platform/tables/exports'
import { importRows, upsertByKey } from '#platform/tables/imports.store'
import * as store from './lists.store.ts'

type Names =
  | 'listEnabledCountries'
  | `${'list' | 'pick' | 'export' | 'import'}${'Countries' | 'Titles' | 'Designations'}`
  | `${'create' | 'get' | 'update' | 'remove'}${'Country' | 'Title' | 'Designation'}`
  | 'titlesToChoose'
  | 'designationsToChoose'

const view = <T extends { id: string; created_at: Date; updated_at: Date }>({
  id,
  created_at,
  updated_at,
  ...rest
}: T) => ({
  _id: id,
  ...rest,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

const page = <T extends { id: string; created_at: Date; updated_at: Date }>(rows: { items: T[]; total: number }) => ({
  items: rows.items.map(view),
  total: rows.total,
})

const countryView = async (db: Queryable, id: string) => view(found(await store.findCountry(db, id)))
const country = recordHandlers('countries', countryView)
const title = recordHandlers('titles', async (db, id) => view(found(await store.findTitle(db, id))))
const designation = recordHandlers('designations', async (db, id) => view(found(await store.findDesignation(db, id))))

const pickView = ({ id, name }: { id: string; name: string }) => ({ _id: id, name })
const matching = (search: string | undefined) => (row: { name: string }) =>
  !search || row.name.toLowerCase().includes(search.toLowerCase())

const name = z.string().max(80)
const rank = z.coerce.number().pipe(z.int().min(0).max(10_000)).default(0)
const needs_confirmation = flag.default(false)
const titleRow = z.object({ name, rank, minister: flag.default(false), needs_confirmation })
const designationRow = z.object({ name, rank, needs_confirmation })
const countryRow = z.object({
  code: z
    .string()
    .toUpperCase()
    .pipe(z.string().regex(/^[A-Z]{2}$/, { error: 'invalid' })),
  name: z.string().max(120),
  dial_code: z
    .string()
    .transform((text) => `+${text.replace(/^\+/, '')}`)
    .pipe(z.string().regex(/^\+\d{1,4}$/, { error: 'invalid' })),
  enabled: flag.default(true),
})

export const listHandlers: Pick<Handlers<typeof organisationRoutes>, Names> = {
  listEnabledCountries: reads(async (ctx) =>
    (await store.enabledCountries(ctx.db)).map(({ id, code, name: called, dial_code }) => ({
      _id: id,
      code,
      name: called,
      dial_code,
    })),
  ),
  listCountries: reads(async (ctx, { query }) => page(await store.listCountries(ctx.db, query))),
  createCountry: country.create(store.insertCountry),
  getCountry: country.get,
  updateCountry: country.update(async (tx, now, id, body) => {
    const { code } = await countryView(tx, id)
    if (body.code !== undefined && body.code !== code && (await store.countryUses(tx, code)) > 0)
      throw new AppError('in_use', { fields: [{ field: 'code', code: 'unsupported' }] })
    await store.updateCountry(tx, now, id, body)
  }),
  removeCountry: country.remove(async (tx, id) => {
    // People and places name a country by its code, so no foreign key stands in the way.
    const { code } = await countryView(tx, id)
    if ((await store.countryUses(tx, code)) > 0) throw new AppError('in_use')
    await store.removeRow(tx, 'countries', id)
  }),
  pickCountries: reads(async (ctx, { query }) =>
    (await store.enabledCountries(ctx.db)).filter(matching(query.search)).map(pickView),
  ),
  exportCountries: reads(async (ctx, { query }) =>
    exportRows(ctx, {
      name: 'countries',
      columns: {
        code: (row) => row.code,
        name: (row) => row.name,
        dial_code: (row) => row.dial_code,
        enabled: (row) => row.enabled,
      },
      rows: store.exportCountries(ctx.db, query),
    }),
  ),
  importCountries: writes((ctx, input) =>
    importRows(ctx, input, {
      resource: 'countries',
      row: countryRow,
      required: ['code', 'name', 'dial_code'],
      save: (tx, rows, given) =>
        upsertByKey(
          tx,
          { table: 'countries', key: ['code'], columns: ['code', 'name', 'dial_code', 'enabled'] },
          rows,
          given,
        ),
    }),
  ),

  listTitles: reads(async (ctx, { query }) => page(await store.listTitles(ctx.db, query))),
  createTitle: title.create(store.insertTitle),
  getTitle: title.get,
  updateTitle: title.update(store.updateTitle),
  removeTitle: title.remove((tx, id) => store.removeRow(tx, 'titles', id)),
  pickTitles: reads(async (ctx, { query }) => (await store.titlesByRank(ctx.db, query)).map(pickView)),
  exportTitles: reads(async (ctx, { query }) =>
    exportRows(ctx, {
      name: 'titles',
      columns: {
        name: (row) => row.name,
        rank: (row) => row.rank,
        minister: (row) => row.minister,
        needs_confirmation: (row) => row.needs_confirmation,
      },
      rows: store.exportTitles(ctx.db, query),
    }),
  ),
  importTitles: writes((ctx, input) =>
    importRows(ctx, input, {
      resource: 'titles',
      row: titleRow,
      required: ['name'],
      aliases: { title: 'name' },
      save: (tx, rows, given) =>
        upsertByKey(
          tx,
          { table: 'titles', key: ['name'], columns: ['name', 'rank', 'minister', 'needs_confirmation'] },
          rows,
          given,
        ),
    }),
  ),
  titlesToChoose: reads(async (ctx) =>
    (await store.titlesByRank(ctx.db)).map(({ id, name: called, minister }) => ({ _id: id, name: called, minister })),
  ),

  listDesignations: reads(async (ctx, { query }) => page(await store.listDesignations(ctx.db, query))),
  createDesignation: designation.create(store.insertDesignation),
  getDesignation: designation.get,
  updateDesignation: designation.update(store.updateDesignation),
  removeDesignation: designation.remove((tx, id) => store.removeRow(tx, 'designations', id)),
  pickDesignations: reads(async (ctx, { query }) => (await store.designationsByRank(ctx.db, query)).map(pickView)),
  exportDesignations: reads(async (ctx, { query }) =>
    exportRows(ctx, {
      name: 'designations',
      columns: {
        name: (row) => row.name,
        rank: (row) => row.rank,
        needs_confirmation: (row) => row.needs_confirmation,
      },
      rows: store.exportDesignations(ctx.db, query),
    }),
  ),
  importDesignations: writes((ctx, input) =>
    importRows(ctx, input, {
      resource: 'designations',
      row: designationRow,
      required: ['name'],
      aliases: { designation: 'name' },
      save: (tx, rows, given) =>
        upsertByKey(
          tx,
          { table: 'designations', key: ['name'], columns: ['name', 'rank', 'needs_confirmation'] },
          rows,
          given,
        ),
    }),
  ),
  designationsToChoose: reads(async (ctx) => (await store.designationsByRank(ctx.db)).map(pickView)),
}
