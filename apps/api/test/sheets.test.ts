import { importReport } from '@shiloh/contract/admin-resource'
import type { Route } from '@shiloh/contract/core'
import { LOG_TYPES, logEntry } from '@shiloh/contract/insight'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { userSheet } from '../src/features/authorization/sheets.ts'
import { catererSheet, optionSheet, productSheet, speakerSheet, typeSheets } from '../src/features/catalogue/sheets.ts'
import { churchSheet, countrySheet, designationSheet, titleSheet } from '../src/features/organisation/sheets.ts'
import { blockSheet, categorySheet, centerSheet, roomSheet } from '../src/features/venues/sheets.ts'
import { features } from '../src/features.ts'
import { API_PREFIX } from '../src/platform/config.ts'
import { type TestApp, testApp } from './harness.ts'

/** Every resource that is imported. Its sheet says which fields are not exported, and why. */
const sheets = [
  userSheet,
  ...[catererSheet, optionSheet, productSheet, speakerSheet, ...Object.values(typeSheets)],
  ...[churchSheet, countrySheet, designationSheet, titleSheet],
  ...[blockSheet, categorySheet, centerSheet, roomSheet],
]
const sheetOf = new Map(sheets.map((sheet): [string, (typeof sheets)[number]] => [sheet.resource, sheet]))

/** Exports without an import: field of the list → why no column has its name. */
const EXPORT_ONLY: Readonly<Record<string, Readonly<Record<string, string>>>> = {}

const routes = features.flatMap((feature) => feature.endpoints.map(({ route }) => route))
const exports = routes.filter(({ fileTypes, path }) => fileTypes.includes('text/csv') && path.includes('/export'))
const imports = routes.filter(({ response }) => response === importReport)

const resourceOf = ({ access }: Route): string =>
  access.kind === 'can' ? (access.permission.split('.')[0] ?? '') : 'nobody'

let app: TestApp
let bearer: string
let center: string
beforeAll(async () => {
  app = await testApp()
  bearer = await app.tokenOf(await app.account({ type: 'admin', permissions: PERMISSIONS }))
})
afterAll(() => app.close())

/** The headers of an export, as its file has them. */
const headersOf = async (path: string): Promise<string[]> => {
  const response = await app.app.server.inject({
    method: 'GET',
    url: `${API_PREFIX}${path}`,
    headers: { authorization: `Bearer ${bearer}` },
  })
  expect(response.statusCode, `${path}: ${response.body.slice(0, 200)}`).toBe(200)
  return (response.body.replace('\ufeff', '').split('\r\n')[0] ?? '').split(',')
}

test('dump', async () => {
  for (const route of exports) {
    const list = routes.find(({ path }) => path === route.path.replace(/\/export.*$/, ''))
    const item = list?.response
    console.log(JSON.stringify({ path: route.path, item: item instanceof z.ZodObject ? Object.keys(item.shape) : String(item?.type), fileTypes: route.fileTypes, headers: route.path.includes('{') ? [] : await headersOf(route.path) }))
  }
  console.log(imports.map((r) => r.path + ' ' + resourceOf(r)).join('\n'))
  void LOG_TYPES; void logEntry; void sheetOf; void EXPORT_ONLY; void center
})
