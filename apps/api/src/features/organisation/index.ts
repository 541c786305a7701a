import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'

export { checkBelonging } from './church-map.ts'
export { countryNamed } from './lists.store.ts'
export { publicSettingsOf, readClientGroup, readSettings } from './settings.store.ts'

/** The church that runs the installation: settings, countries, church map, titles and designations. */
export const organisation: Feature = { endpoints }
