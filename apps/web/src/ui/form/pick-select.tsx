import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { argumentsOf } from '#platform/client'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import type { PickRoute } from '../list/list-types.tsx'
import { texts } from './form-texts.ts'

interface Picked {
  readonly _id: string
  readonly name: string
}

type PickSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  /** Answers a short list for what is typed. */
  route: PickRoute
  /** What the offer is narrowed to besides what is typed. */
  query?: Readonly<Record<string, string>>
  value: string | null
  /** What is chosen already, for it may not be among the first that the server offers. */
  picked?: Picked | null
  onChange: (picked: Picked | null) => void
  /** More about a row, such as what tells namesakes apart. */
  note?: (row: Picked & Readonly<Record<string, unknown>>) => ReactNode
}

/** One of many, found by typing: the server searches. */
export function PickSelect({ route, query, value, picked, onChange, note, ...input }: PickSelectProps) {
  const t = useT(texts)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const result = useQuery(queryOf(route, ...argumentsOf<PickRoute>({ query: { ...query, search } })))
  const found = result.data ?? []
  const rows = picked && !found.some(({ _id }) => _id === picked._id) ? [picked, ...found] : found
  return (
    <Select
      {...input}
      data={rows.map((row) => ({ value: row._id, label: row.name }))}
      value={value}
      onChange={(chosen) => onChange(rows.find(({ _id }) => _id === chosen) ?? null)}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already.
      filter={({ options }) => options}
      nothingFoundMessage={result.isFetching ? '…' : t('no_match')}
      {...(note && {
        renderOption: ({ option }) => {
          const row = rows.find(({ _id }) => _id === option.value)
          return (
            <span>
              {option.label}
              {row ? <span className="dim small"> {note({ ...row })}</span> : null}
            </span>
          )
        },
      })}
    />
  )
}
