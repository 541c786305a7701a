import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'

export { holdPlaces, pickUnits } from './church-map.store.ts'
export { belongingTo, checkBelonging, churchImport } from './church-map.ts'
export { countryNamed, designationsByRank, enabledCountries, titlesByRank } from './lists.store.ts'
export { countryImport, designationImport, titleImport } from './lists.ts'
export { publicSettingsOf, readClientGroup, readSettings } from './settings.store.ts'
export { churchSheet, countrySheet, designationSheet, titleSheet } from './sheets.ts'

/** The church that runs the installation: settings, countries, church map, titles and designations. */
export const organisation: Feature = { endpoints }
