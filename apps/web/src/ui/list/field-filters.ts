import type { FormField } from '../form/form-fields.tsx'
import type { Filter } from './list-types.tsx'

type Filtered<F> = Extract<F, { readonly filter: true }>
const isFiltered = <F extends FormField<string>>(field: F): field is Filtered<F> =>
  'filter' in field && field.filter === true

function valuesOf(field: FormField<string>) {
  switch (field.kind) {
    case 'select':
      return { kind: 'choice', choices: field.choices } as const
    case 'pick':
      return { kind: 'pick', route: field.route, ...(field.query && { query: field.query }) } as const
    case 'date':
      return { kind: 'date' } as const
    default:
      return { kind: 'flag' } as const
  }
}

/** Returns the filters of a list for the fields of its form that have `filter: true`. */
export const filtersOf = <const F extends FormField<string>>(fields: readonly F[]): Filter<Filtered<F>['name']>[] =>
  fields.filter(isFiltered).map((field) => ({ key: field.name, label: field.label, ...valuesOf(field) }))
