import { Checkbox, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Choices, joinChoices, splitChoices } from '@shiloh/contract/lists'
import { withColon } from '@shiloh/contract/text/colon'
import { formatCount } from '@shiloh/contract/text/format'
import { hasSearchWords, searchKey } from '@shiloh/contract/text/search'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { argumentsOf } from '#platform/client'
import { useLanguage, useT, useText } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { Segments } from '../base/segments.tsx'
import { texts } from './filter-texts.ts'
import classes from './list.module.css'
import type { CountRoute, Filter, PickRoute } from './list-types.tsx'

interface Option {
  readonly value: string
  readonly label: string
  readonly group?: string | undefined
}

/** Longer lists have a field to search them. */
export const HANDFUL = 8
/** Names of rows that were seen in a picker. */
const seen = new Map<string, string>()

/** Returns the options of a filter for what is typed: the server searches those of a picker. */
export function useFilterOptions(filter: Filter, typed: string): readonly Option[] {
  const text = useText()
  const isPick = filter.kind === 'pick' || filter.kind === 'event'
  const [settled] = useDebouncedValue(typed, 200)
  // Without a picker nothing is asked.
  const route = isPick ? filter.route : undefined
  const query = filter.kind === 'pick' ? filter.query : undefined
  const picked = usePicked(route, { ...query, search: settled })
  if (isPick) return picked
  if (filter.kind !== 'choice') return []
  return filter.choices
    .map(({ value, label, group }): Option => ({ value, label: text(label), group: group && text(group) }))
    .filter(({ label, group = '' }) => hasSearchWords(searchKey(`${group} ${label}`), typed))
}

function usePicked(route: PickRoute | undefined, query: Readonly<Record<string, string>>): readonly Option[] {
  const options = route && queryOf(route, ...argumentsOf<PickRoute>({ query }))
  const result = useQuery(options ?? { queryKey: ['no picker'], queryFn: () => [], enabled: false })
  const rows = result.data ?? []
  for (const { _id, name } of rows) seen.set(_id, name)
  return rows.map(({ _id, name }) => ({ value: _id, label: name }))
}

/** Returns the rows of each value, null where the server does not count so many, undefined without counts. */
function useCounts(filter: Filter, asked: object): Readonly<Record<string, number>> | null | undefined {
  const route = filter.kind === 'choice' || filter.kind === 'pick' ? filter.counts : undefined
  const options = route && queryOf(route, ...argumentsOf<CountRoute>({ query: { ...asked, of: filter.key } }))
  const result = useQuery(options ?? { queryKey: ['no counts'], queryFn: () => ({ counts: null }), enabled: false })
  return result.data?.counts
}

/** Returns the words of the chosen values. A row that no picker has shown yet is counted, not named. */
export function useChosenWords(filter: Filter, values: readonly string[]): string {
  const t = useT(texts)
  const language = useLanguage()
  const options = useFilterOptions(filter, '')
  const named = values.flatMap((value) => {
    const option = options.find((one) => one.value === value)
    const label = option?.label ?? seen.get(value)
    return label === undefined ? [] : [option?.group ? `${withColon(option.group, language)} ${label}` : label]
  })
  const rest = values.length - named.length
  return [...named, ...(rest > 0 ? [t('chosen', { count: rest })] : [])].join(', ')
}

interface ChoicesFieldProps {
  filter: Filter
  /** What the list is asked for now. */
  asked: object
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Returns options under the name of their group. Those without one come first, under none. */
const groupsOf = (options: readonly Option[]): ReadonlyMap<string | undefined, readonly Option[]> =>
  Map.groupBy(options, ({ group }) => group)

/** Any number of values that a row has one of, or none of. */
export function ChoicesField({ filter, asked, label, value, onChange }: ChoicesFieldProps) {
  const t = useT(texts)
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const chosen = splitChoices(value ?? '')
  const [none, setNone] = useState(chosen.except)
  const options = useFilterOptions(filter, typed)
  const counts = useCounts(filter, asked)
  const countOf = (option: string) =>
    counts ? <span className={classes.valueCount}>{formatCount(counts[option] ?? 0, language)}</span> : null
  const kept = chosen.values.flatMap((one) => {
    const name = seen.get(one)
    return typed === '' && name !== undefined && !options.some((option) => option.value === one)
      ? [{ value: one, label: name }]
      : []
  })
  // Those with rows come first: a district without a guest is seldom looked for.
  const has = ({ value: one }: { readonly value: string }) => !counts || (counts[one] ?? 0) > 0
  const offered = filter.kind === 'pick' ? [...options.filter(has), ...options.filter((one) => !has(one))] : options
  const change = (next: Choices) => onChange(next.values.length > 0 ? joinChoices(next) : undefined)
  const isLong = filter.kind === 'pick' || (filter.kind === 'choice' && filter.choices.length > HANDFUL)
  const box = (option: Option) => (
    <Checkbox
      key={option.value}
      size="xs"
      classNames={{ body: classes.value ?? '', labelWrapper: classes.valueLabel ?? '' }}
      label={
        <>
          {option.label} {countOf(option.value)}
        </>
      }
      checked={chosen.values.includes(option.value)}
      onChange={(event) =>
        change({
          values: event.currentTarget.checked
            ? [...chosen.values, option.value]
            : chosen.values.filter((one) => one !== option.value),
          except: none,
        })
      }
    />
  )
  return (
    <div className={classes.choices}>
      <p>
        <Segments
          label={label}
          choices={[
            { value: 'any', label: t('any_of') },
            { value: 'none', label: t('none_of') },
          ]}
          value={none ? 'none' : 'any'}
          onChange={(how) => {
            setNone(how === 'none')
            change({ ...chosen, except: how === 'none' })
          }}
        />
        <button type="button" onClick={() => change({ values: [], except: none })}>
          {t('clear')}
        </button>
      </p>
      {isLong ? (
        <TextInput
          type="search"
          leftSection={<IconSearch size={16} />}
          placeholder={t('find')}
          aria-label={t('find')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
      ) : null}
      <fieldset aria-label={label}>
        {[...groupsOf([...kept, ...offered])].map(([group, members]) =>
          group === undefined ? (
            members.map(box)
          ) : (
            <fieldset key={group}>
              <legend>{group}</legend>
              {members.map(box)}
            </fieldset>
          ),
        )}
      </fieldset>
      <p className="dim small">
        {t('chosen', { count: chosen.values.length })}
        {counts === null ? ` · ${t('no_counts')}` : null}
      </p>
    </div>
  )
}
