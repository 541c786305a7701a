import { z } from 'zod'
import { adminResource, exportRoute, importRoute, pickRoute } from './admin-resource.ts'
import { can, id, idParams, line, paragraphs, route, signedIn } from './core.ts'
import { declareList, listFilter } from './lists.ts'
import { optionalText, PICTURE_FIELD, pictureUrl, stamps } from './record-fields.ts'
import { textsLanguage, translatedLine, translationsOf } from './text/translations.ts'

/** The parts of events: speakers, caterers, products and their options, participant types and committee types. */

const speakerTexts = translationsOf({
  honorific: translatedLine(40),
  role: paragraphs(160),
  bio: paragraphs(5000),
})
export const speaker = z.object({
  _id: id,
  name: z.string(),
  honorific: z.string(),
  role: z.string(),
  bio: z.string(),
  translations: speakerTexts.item,
  texts_language: textsLanguage.item,
  picture_url: pictureUrl,
  events: z.int(),
  ...stamps,
})
export type Speaker = z.output<typeof speaker>
export const speakerCreate = z.object({
  name: line(120),
  honorific: optionalText(40),
  role: optionalText(160),
  bio: optionalText(5000),
  translations: speakerTexts.write,
  texts_language: textsLanguage.write,
})
const speakerList = declareList({ sort: ['name', 'role', 'created_at', 'updated_at'], order: ['name'] })
export const speakerRoutes = {
  ...adminResource({
    path: '/admin/speakers',
    resource: 'speakers',
    name: 'speakers',
    item: speaker,
    create: speakerCreate,
    update: speakerCreate.partial(),
    hasTexts: true,
    list: speakerList,
  }),
  setPicture: route({
    method: 'POST',
    path: '/admin/speakers/{id}/picture',
    access: can('speakers.update'),
    summary: "Set or, without a file, remove a speaker's photograph",
    params: idParams,
    files: [PICTURE_FIELD],
    response: speaker,
  }),
  query: pickRoute('/admin/speakers/query', 'speakers.read', 'speakers'),
  export: exportRoute('/admin/speakers/export', 'speakers.export', 'speakers', speakerList),
  import: importRoute('/admin/speakers/import', 'speakers.import', 'speakers'),
}

const catererTexts = translationsOf({ description: paragraphs(2000) })
export const caterer = z.object({
  _id: id,
  name: z.string(),
  description: z.string(),
  translations: catererTexts.item,
  texts_language: textsLanguage.item,
  phone: z.string().nullable(),
  vendor_id: id.nullable(),
  vendor: z.string().nullable(),
  ...stamps,
})
export type Caterer = z.output<typeof caterer>
export const catererCreate = z.object({
  name: line(120),
  description: optionalText(),
  translations: catererTexts.write,
  texts_language: textsLanguage.write,
  phone: line(40).nullable().optional(),
  vendor_id: id.nullable().optional(),
})
const suppliedList = declareList({
  sort: ['name', 'vendor', 'created_at', 'updated_at'],
  order: ['name'],
  filter: { vendor_id: id.optional() },
})
/** The filter of caterers, and that of products, for calls that act on all of its rows. */
export const suppliedFilter = listFilter(suppliedList)
/** What can be set of many caterers, and of many products. */
export const suppliedChange = { vendor_id: id.nullable() }
export const catererRoutes = {
  ...adminResource({
    path: '/admin/caterers',
    resource: 'caterers',
    name: 'caterers',
    item: caterer,
    create: catererCreate,
    update: catererCreate.partial(),
    hasTexts: true,
    list: suppliedList,
  }),
  query: pickRoute('/admin/caterers/query', 'caterers.read', 'caterers'),
  export: exportRoute('/admin/caterers/export', 'caterers.export', 'caterers', suppliedList),
  import: importRoute('/admin/caterers/import', 'caterers.import', 'caterers'),
}

const productTexts = translationsOf({ name: translatedLine(120), description: paragraphs(2000) })
export const product = z.object({
  _id: id,
  name: z.string(),
  description: z.string(),
  translations: productTexts.item,
  texts_language: textsLanguage.item,
  picture_url: pictureUrl,
  vendor_id: id.nullable(),
  vendor: z.string().nullable(),
  options: z.array(z.object({ _id: id, name: z.string() })),
  ...stamps,
})
export type Product = z.output<typeof product>
export const productCreate = z.object({
  name: line(120),
  description: optionalText(),
  translations: productTexts.write,
  texts_language: textsLanguage.write,
  vendor_id: id.nullable().optional(),
})
export const productRoutes = {
  ...adminResource({
    path: '/admin/products',
    resource: 'products',
    name: 'products',
    item: product,
    create: productCreate,
    update: productCreate.partial(),
    hasTexts: true,
    list: suppliedList,
  }),
  setPicture: route({
    method: 'POST',
    path: '/admin/products/{id}/picture',
    access: can('products.update'),
    summary: "Set or, without a file, remove a product's picture",
    params: idParams,
    files: [PICTURE_FIELD],
    response: product,
  }),
  query: pickRoute('/admin/products/query', 'products.read', 'products'),
  export: exportRoute('/admin/products/export', 'products.export', 'products', suppliedList),
  import: importRoute('/admin/products/import', 'products.import', 'products'),
}

const optionTexts = translationsOf({ name: translatedLine(120) })
export const productOption = z.object({
  _id: id,
  product_id: id,
  product: z.string(),
  name: z.string(),
  translations: optionTexts.item,
  texts_language: textsLanguage.item,
  ...stamps,
})
export type ProductOption = z.output<typeof productOption>
export const productOptionCreate = z.object({
  product_id: id,
  name: line(120),
  translations: optionTexts.write,
  texts_language: textsLanguage.write,
})
const optionFilter = { product_id: id.optional() }
const optionList = declareList({
  sort: ['name', 'product', 'created_at', 'updated_at'],
  order: ['product', 'name'],
  filter: optionFilter,
})
export const productOptionRoutes = {
  ...adminResource({
    path: '/admin/product-options',
    resource: 'product_options',
    name: 'product options',
    item: productOption,
    create: productOptionCreate,
    update: productOptionCreate.partial(),
    hasTexts: true,
    list: optionList,
  }),
  query: pickRoute('/admin/product-options/query', 'product_options.read', 'product options', optionFilter),
  export: exportRoute('/admin/product-options/export', 'product_options.export', 'product options', optionList),
  import: importRoute('/admin/product-options/import', 'product_options.import', 'product options'),
}

const typeTexts = translationsOf({ name: translatedLine(120), description: paragraphs(2000) })
/** A name with a description, for participant types and committee types. */
export const namedType = z.object({
  _id: id,
  name: z.string(),
  description: z.string(),
  translations: typeTexts.item,
  texts_language: textsLanguage.item,
  ...stamps,
})
export type NamedType = z.output<typeof namedType>
export const namedTypeCreate = z.object({
  name: line(120),
  description: optionalText(),
  translations: typeTexts.write,
  texts_language: textsLanguage.write,
})
const typeList = declareList({ sort: ['name', 'created_at', 'updated_at'], order: ['name'] })
export const participantTypeRoutes = {
  ...adminResource({
    path: '/admin/participant-types',
    resource: 'participant_types',
    name: 'participant types',
    item: namedType,
    create: namedTypeCreate,
    update: namedTypeCreate.partial(),
    hasTexts: true,
    list: typeList,
  }),
  query: pickRoute('/admin/participant-types/query', 'participant_types.read', 'participant types'),
  export: exportRoute('/admin/participant-types/export', 'participant_types.export', 'participant types', typeList),
  import: importRoute('/admin/participant-types/import', 'participant_types.import', 'participant types'),
}
export const committeeTypeRoutes = {
  ...adminResource({
    path: '/admin/committee-types',
    resource: 'committee_types',
    name: 'committee types',
    item: namedType,
    create: namedTypeCreate,
    update: namedTypeCreate.partial(),
    hasTexts: true,
    list: typeList,
  }),
  query: pickRoute('/admin/committee-types/query', 'committee_types.read', 'committee types'),
  export: exportRoute('/admin/committee-types/export', 'committee_types.export', 'committee types', typeList),
  import: importRoute('/admin/committee-types/import', 'committee_types.import', 'committee types'),
}

const choice = z.object({ _id: id, name: z.string(), description: z.string() })
/** Short lists for the choices in forms of the client area. */
export const catalogueChoiceRoutes = {
  caterers: route({
    method: 'GET',
    path: '/user/caterers',
    access: signedIn(),
    summary: 'Caterers, optionally of one event',
    query: z.object({ event_id: id.optional() }),
    response: z.array(choice),
  }),
  participantTypes: route({
    method: 'GET',
    path: '/user/participant-type',
    access: signedIn(),
    summary: 'Participant types, optionally of one event',
    query: z.object({ event_id: id.optional() }),
    response: z.array(choice),
  }),
  committeeTypes: route({
    method: 'GET',
    path: '/user/committee-type',
    access: signedIn(),
    summary: 'Committees that a person can serve on',
    response: z.array(choice),
  }),
}
