import type { BodyOf } from '@shiloh/contract/core'
import type { FieldError } from '@shiloh/contract/errors'
import type { organisationRoutes } from '@shiloh/contract/organisation'
import { inLanguage } from '@shiloh/contract/text/translations'
import { type Handlers, reads, readsLate, writes } from '#http/binder'
import { recordHandlers } from '#http/records'
import type { Queryable } from '#platform/db/db'
import { found } from '#platform/db/found'
import { AppError, invalid } from '#platform/errors'
import { exportRows } from '#platform/tables/exports'
import { declareImport, importRows, knownBy, upsertByKey } from '#platform/tables/imports.store'
import { isCountryCode, isDialCode } from '#platform/text/countries'
import * as store from './lists.store.ts'
import { countrySheet, designationSheet, titleSheet } from './sheets.ts'

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

/** @throws invalid_input at a code that no country has. What was stored before stays as it is */
const requireReal = (
  values: { readonly code?: string | undefined; readonly dial_code?: string | undefined },
  before?: { readonly code: string; readonly dial_code: string },
): void => {
  const isWrong = (field: 'code' | 'dial_code', isReal: (text: string) => boolean) =>
    values[field] !== undefined && values[field] !== before?.[field] && !isReal(values[field])
  const fields: FieldError[] = [
    ...(isWrong('code', isCountryCode) ? [{ field: 'code', code: 'country_code' as const }] : []),
    ...(isWrong('dial_code', isDialCode) ? [{ field: 'dial_code', code: 'dial_code' as const }] : []),
  ]
  if (fields.length > 0) throw invalid(fields)
}

export const countryImport = declareImport(countrySheet, () => ({
  row: countrySheet.row,
  keys: knownBy('code'),
  save: ({ tx }, rows, given) => upsertByKey(tx, { table: 'countries', key: ['code'] }, rows, given),
}))
export const titleImport = declareImport(titleSheet, () => ({
  row: titleSheet.row,
  keys: knownBy('name'),
  save: ({ tx }, rows, given) => upsertByKey(tx, { table: 'titles', key: ['name'] }, rows, given),
}))
export const designationImport = declareImport(designationSheet, () => ({
  row: designationSheet.row,
  keys: knownBy('name'),
  save: ({ tx }, rows, given) => upsertByKey(tx, { table: 'designations', key: ['name'] }, rows, given),
}))

const pickView = ({ id, name }: { id: string; name: string }) => ({ _id: id, name })

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
  createCountry: country.create((tx, now, body: BodyOf<typeof organisationRoutes.createCountry>) => {
    requireReal(body)
    return store.insertCountry(tx, now, body)
  }),
  getCountry: country.get,
  updateCountry: country.update(async (tx, now, id, body) => {
    const before = await countryView(tx, id)
    const { code } = before
    requireReal(body, before)
    if (body.code !== undefined && body.code !== code && (await store.countryUses(tx, code)) > 0)
      throw new AppError('in_use', { fields: [{ field: 'code', code: 'unsupported' }] })
    await store.updateCountry(tx, now, id, body)
  }),
  removeCountry: country.remove(async (tx, id) => {
    // People and units refer to a country by its code, so there is no foreign key to prevent this.
    const { code } = await countryView(tx, id)
    if ((await store.countryUses(tx, code)) > 0) throw new AppError('in_use')
    await store.removeRow(tx, 'countries', id)
  }),
  pickCountries: reads(async (ctx, { query }) => (await store.enabledCountries(ctx.db, query.search)).map(pickView)),
  exportCountries: readsLate(async (ctx, { query }) =>
    exportRows(ctx, query, {
      ...countrySheet,
      rows: store.exportCountries(ctx.db, query),
    }),
  ),
  importCountries: writes((ctx, input) => importRows(ctx, input, countryImport)),

  listTitles: reads(async (ctx, { query }) => page(await store.listTitles(ctx.db, query))),
  createTitle: title.create(store.insertTitle),
  getTitle: title.get,
  updateTitle: title.update(store.updateTitle),
  removeTitle: title.remove((tx, id) => store.removeRow(tx, 'titles', id)),
  pickTitles: reads(async (ctx, { query }) =>
    (await store.titlesByRank(ctx.db, query)).map((row) => pickView(inLanguage(row, ctx.language))),
  ),
  exportTitles: readsLate(async (ctx, { query }) =>
    exportRows(ctx, query, {
      ...titleSheet,
      rows: store.exportTitles(ctx.db, query),
    }),
  ),
  importTitles: writes((ctx, input) => importRows(ctx, input, titleImport)),
  titlesToChoose: reads(async (ctx) =>
    (await store.titlesByRank(ctx.db)).map((row) => ({
      ...pickView(inLanguage(row, ctx.language)),
      minister: row.minister,
      needs_confirmation: row.needs_confirmation,
    })),
  ),

  listDesignations: reads(async (ctx, { query }) => page(await store.listDesignations(ctx.db, query))),
  createDesignation: designation.create(store.insertDesignation),
  getDesignation: designation.get,
  updateDesignation: designation.update(store.updateDesignation),
  removeDesignation: designation.remove((tx, id) => store.removeRow(tx, 'designations', id)),
  pickDesignations: reads(async (ctx, { query }) =>
    (await store.designationsByRank(ctx.db, query)).map((row) => pickView(inLanguage(row, ctx.language))),
  ),
  exportDesignations: readsLate(async (ctx, { query }) =>
    exportRows(ctx, query, {
      ...designationSheet,
      rows: store.exportDesignations(ctx.db, query),
    }),
  ),
  importDesignations: writes((ctx, input) => importRows(ctx, input, designationImport)),
  designationsToChoose: reads(async (ctx) =>
    (await store.designationsByRank(ctx.db)).map((row) => ({
      ...pickView(inLanguage(row, ctx.language)),
      needs_confirmation: row.needs_confirmation,
    })),
  ),
}
