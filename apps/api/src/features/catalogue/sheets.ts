import { caterer, namedType, type Product, product, productOption, speaker } from '@shiloh/contract/catalogue'
import { cell, declareSheet, SET_BY_SERVER, WRITTEN_IN_THE_FORM } from '#platform/tables/sheets'

const PICTURE = 'a picture is uploaded by itself'

const typeSheet = (resource: 'participant_types' | 'committee_types') =>
  declareSheet({
    resource,
    name: resource === 'participant_types' ? 'participant-types' : 'committee-types',
    one: resource === 'participant_types' ? 'participant_type' : 'committee',
    item: namedType,
    columns: { name: cell.name(120), description: cell.text(5000) },
    notExported: { ...SET_BY_SERVER, ...WRITTEN_IN_THE_FORM },
  })

export const typeSheets = {
  participant_types: typeSheet('participant_types'),
  committee_types: typeSheet('committee_types'),
}

export const speakerSheet = declareSheet({
  resource: 'speakers',
  name: 'speakers',
  one: 'speaker',
  item: speaker,
  columns: {
    honorific: cell.text(40),
    name: cell.name(120),
    role: cell.text(160),
    bio: cell.text(5000),
  },
  notExported: { ...SET_BY_SERVER, ...WRITTEN_IN_THE_FORM, picture_url: PICTURE, events: 'counted from the events' },
})

export const catererSheet = declareSheet({
  resource: 'caterers',
  name: 'caterers',
  one: 'caterer',
  item: caterer,
  columns: {
    name: cell.name(120),
    description: cell.text(5000),
    phone: cell.textOrNull(40),
    vendor: cell.exported,
  },
  notExported: { ...SET_BY_SERVER, ...WRITTEN_IN_THE_FORM, vendor_id: 'named by vendor' },
})

export const productSheet = declareSheet({
  resource: 'products',
  name: 'products',
  one: 'product',
  item: product,
  columns: {
    name: cell.name(120),
    description: cell.text(5000),
    options: { write: (row: Pick<Product, 'options'>) => row.options.map(({ name }) => name).join(', ') },
    vendor: cell.exported,
  },
  notExported: { ...SET_BY_SERVER, ...WRITTEN_IN_THE_FORM, picture_url: PICTURE, vendor_id: 'named by vendor' },
})

export const optionSheet = declareSheet({
  resource: 'product_options',
  name: 'product-options',
  one: 'option',
  item: productOption,
  columns: { product: cell.name(120), name: cell.name(120) },
  notExported: { ...SET_BY_SERVER, ...WRITTEN_IN_THE_FORM, product_id: 'named by product' },
})
