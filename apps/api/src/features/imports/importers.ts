import type { ImportedResource } from '@shiloh/contract/sample-files'
import { peopleImport } from '#features/authorization'
import { catererImport, optionImport, productImport, speakerImport, typeImports } from '#features/catalogue'
import { churchImport, countryImport, designationImport, titleImport } from '#features/organisation'
import { blockImport, categoryImport, centerImport, roomImport } from '#features/venues'
import type { Importer } from '#platform/tables/imports.store'

/** The import of each resource. */
export const IMPORTERS: Readonly<Record<ImportedResource, Importer>> = {
  users: peopleImport,
  church_map: churchImport,
  countries: countryImport,
  titles: titleImport,
  designations: designationImport,
  event_centers: centerImport,
  event_blocks: blockImport,
  event_rooms: roomImport,
  room_categories: categoryImport,
  speakers: speakerImport,
  caterers: catererImport,
  products: productImport,
  product_options: optionImport,
  ...typeImports,
}
