import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { argumentsOf } from '#platform/client'
import { queryOf } from '#platform/queries'
import type { PickRoute } from '../list/list-types.tsx'
import {
  ChoiceMultiSelect,
  type ChoiceMultiSelectProps,
  ChoiceSelect,
  type ChoiceSelectProps,
} from './choice-select.tsx'

interface Picked {
  readonly _id: string
  readonly name: string
}

interface Source {
  /** Answers a short list for what is typed. */
  route: PickRoute
  /** Narrows the list besides what is typed: the blocks of one center. */
  query?: Readonly<Record<string, string>> | undefined
}

type Replaced = 'choices' | 'search' | 'nothingFound' | 'value' | 'onChange'

/** Searches the server for what is typed. Chosen rows keep their names, also when the search does not find them. */
function usePicks({ route, query }: Source, ids: readonly string[], picked: readonly Picked[]) {
  const [typed, setTyped] = useState('')
  // A single select shows the name of the chosen row where one types; that name is not a search.
  const [isName, setIsName] = useState(false)
  const [settled] = useDebouncedValue(isName ? '' : typed, 200)
  const [chosen, setChosen] = useState<readonly Picked[]>([])
  const kept = [...picked, ...chosen]
  const search = kept.some(({ name }) => name === settled) ? '' : settled
  const result = useQuery(queryOf(route, ...argumentsOf<PickRoute>({ query: { ...query, search } })))
  const found = result.data ?? []
  const missing = kept.filter(
    ({ _id }, i) =>
      ids.includes(_id) && !found.some((row) => row._id === _id) && kept.findIndex((row) => row._id === _id) === i,
  )
  const rows: readonly Picked[] = [...missing, ...found]
  return {
    rows,
    /** Remembers the rows with these ids, and returns them. */
    choose: (next: readonly string[]) => {
      const now = rows.filter(({ _id }) => next.includes(_id))
      setChosen(now)
      return now
    },
    options: {
      choices: rows.map((row) => ({ value: row._id, label: row.name })),
      search: {
        typed,
        onType: (next: string) => {
          setTyped(next)
          setIsName(rows.some(({ _id, name }) => ids.includes(_id) && name === next))
        },
      },
      nothingFound: result.isFetching || (!isName && typed !== settled) ? '…' : undefined,
    },
  }
}

type PickSelectProps = Omit<ChoiceSelectProps, Replaced> &
  Source & {
    value: string | null
    /** The rows that may be chosen already: they may not be among the first that the server lists. */
    picked?: readonly Picked[] | undefined
    onChange: (picked: Picked) => void
    /** More about a row, such as what tells namesakes apart. */
    note?: (row: Picked & Readonly<Record<string, unknown>>) => ReactNode
  }

/** One of many, found by typing: the server searches. */
export function PickSelect({ route, query, value, picked = [], onChange, note, ...props }: PickSelectProps) {
  const { rows, choose, options } = usePicks({ route, query }, value ? [value] : [], picked)
  return (
    <ChoiceSelect
      {...props}
      {...options}
      value={value}
      onChange={(next) => {
        for (const row of choose([next])) onChange(row)
      }}
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

type PickMultiSelectProps = Omit<ChoiceMultiSelectProps, Replaced> &
  Source & {
    value: string[]
    /** The rows that may be chosen already: they may not be among the first that the server lists. */
    picked?: readonly Picked[] | undefined
    onChange: (ids: string[]) => void
  }

/** Several of many, found by typing: the server searches. */
export function PickMultiSelect({ route, query, value, picked = [], onChange, ...props }: PickMultiSelectProps) {
  const { choose, options } = usePicks({ route, query }, value, picked)
  return (
    <ChoiceMultiSelect
      {...props}
      {...options}
      value={value}
      onChange={(next) => {
        choose(next)
        onChange(next)
      }}
    />
  )
}
