import { churchUnit, country, designation, title } from '@shiloh/contract/organisation'
import { z } from 'zod'
import { singleSpaced } from '#platform/tables/cells'
import { choiceCell, countryCell } from '#platform/tables/choices'
import { cell, declareSheet, SET_BY_SERVER, WRITTEN_IN_THE_FORM } from '#platform/tables/sheets'
import { isCountryCode, isDialCode } from '#platform/text/countries'
import type { ChurchPath } from './church-map.store.ts'

const rank = { read: z.coerce.number().pipe(z.int().min(0).max(10_000)).default(0) }

export const countrySheet = declareSheet({
  resource: 'countries',
  name: 'countries',
  one: 'country',
  item: country,
  columns: {
    code: {
      read: z.string().toUpperCase().refine(isCountryCode, { error: 'country_code' }),
    },
    name: cell.name(120),
    dial_code: {
      read: z
        .string()
        .transform((text) => `+${text.replace(/^\+/, '')}`)
        .refine(isDialCode, { error: 'dial_code' }),
    },
    enabled: { ...choiceCell.flag, read: choiceCell.flag.read.default(true) },
  },
  notExported: SET_BY_SERVER,
})

export const titleSheet = declareSheet({
  resource: 'titles',
  name: 'titles',
  one: 'title',
  item: title,
  columns: {
    name: cell.name(80),
    rank,
    minister: cell.flag,
    needs_confirmation: cell.flag,
  },
  notExported: { ...SET_BY_SERVER, ...WRITTEN_IN_THE_FORM },
})

export const designationSheet = declareSheet({
  resource: 'designations',
  name: 'designations',
  one: 'designation',
  item: designation,
  columns: {
    name: cell.name(80),
    rank,
    needs_confirmation: cell.flag,
  },
  notExported: { ...SET_BY_SERVER, ...WRITTEN_IN_THE_FORM },
})

interface OfPath {
  readonly path: ChurchPath
}
const level = z.string().transform(singleSpaced).pipe(z.string().max(160)).optional()
const LEVEL = 'the columns region to assembly name the place and those above it'

/** One row a place, with the names of what it belongs to. */
export const churchSheet = declareSheet({
  resource: 'church_map',
  name: 'church-map',
  item: churchUnit,
  columns: {
    region: { read: level, write: ({ path }: OfPath) => path.region },
    area: { read: level, write: ({ path }: OfPath) => path.area },
    district: { read: level, write: ({ path }: OfPath) => path.district },
    assembly: { read: level, write: ({ path }: OfPath) => path.assembly },
    code: cell.textOrNull(40),
    assembly_type: cell.textOrNull(80),
    country: { read: countryCell.default('GH') },
  },
  notExported: {
    ...SET_BY_SERVER,
    level: LEVEL,
    name: LEVEL,
    parent_id: LEVEL,
    parent_name: LEVEL,
    assembly_type_id: 'named by assembly_type',
    children: 'counted from the places below',
  },
})
