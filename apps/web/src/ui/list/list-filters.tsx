import { Button, CloseButton, Popover, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type FilterForm, splitChoices, splitRange } from '@shiloh/contract/lists'
import { formatAmount, formatTime } from '@shiloh/contract/text/format'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { useCurrentEvent } from '#platform/current-event'
import { formatDate } from '#platform/dates'
import { useLanguage, useT, useText } from '#platform/i18n'
import { lazyPart } from '#platform/lazy-part'
import { ALL_EVENTS } from '#platform/list-search'
import { ChoiceSelect } from '../form/choice-select.tsx'
import { PickSelect } from '../form/pick-select.tsx'
import { AddFilter } from './add-filter.tsx'
import { ChoicesField, useChosenWords } from './filter-choices.tsx'
import { texts as filterTexts } from './filter-texts.ts'
import classes from './list.module.css'
import { texts } from './list-texts.ts'
import type { Filter } from './list-types.tsx'

// The calendar is large, and most filters do without.
const RangeField = lazyPart(() =>
  import('./filter-range.tsx').then(({ RangeField: component }) => ({ default: component })),
)
const MinuteField = lazyPart(() =>
  import('./filter-range.tsx').then(({ MinuteField: component }) => ({ default: component })),
)

interface ValueProps {
  filter: Filter
  /** The contract declares several values. */
  several: boolean
  /** What the list is asked for now. */
  asked: object
  value: string | undefined
  onChange: (value: string | undefined) => void
}

function FilterField({ filter, several, asked, value, onChange }: ValueProps) {
  const t = useT(texts)
  const text = useText()
  const [words, setWords] = useState(value ?? '')
  const label = text(filter.label)
  const select = {
    label,
    placeholder: t('choose'),
    value: value ?? null,
    onClear: () => onChange(undefined),
    // The popover closes on a click outside it, also in a portal.
    comboboxProps: { withinPortal: false },
    'data-autofocus': true,
  }
  if (several) return <ChoicesField filter={filter} asked={asked} label={label} value={value} onChange={onChange} />
  switch (filter.kind) {
    case 'date':
    case 'days':
    case 'amounts':
      return (
        <Suspense>
          <RangeField kind={filter.kind} label={label} value={value} onChange={onChange} />
        </Suspense>
      )
    case 'minute':
      return (
        <Suspense>
          <MinuteField label={label} value={value} onChange={onChange} />
        </Suspense>
      )
    case 'text':
      return (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            onChange(words || undefined)
          }}
        >
          <TextInput
            label={label}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" mt="sm">
            {t('apply')}
          </Button>
        </form>
      )
    case 'pick':
      return (
        <PickSelect {...select} route={filter.route} query={filter.query} onChange={(picked) => onChange(picked._id)} />
      )
    case 'event':
      return (
        <>
          <PickSelect {...select} route={filter.route} onChange={(picked) => onChange(picked._id)} />
          {value ? (
            <Button variant="default" mt="sm" fullWidth onClick={() => onChange(undefined)}>
              {t('all_events')}
            </Button>
          ) : null}
        </>
      )
    default: {
      const choices =
        filter.kind === 'choice'
          ? filter.choices.map((choice) => ({ value: choice.value, label: text(choice.label) }))
          : [
              { value: 'true', label: t('yes') },
              { value: 'false', label: t('no') },
            ]
      return <ChoiceSelect {...select} choices={choices} onChange={onChange} />
    }
  }
}

/** A range in words: "02-11-2026 to 22-11-2026", "over 0.00". */
function RangeWords({ kind, value }: { kind: 'days' | 'amounts'; value: string }) {
  const t = useT(filterTexts)
  const language = useLanguage()
  const ends = splitRange(value)
  const words = (end: string) => {
    // What an old or mistyped link says stays as it is, beside the words that it cannot be read.
    if (Number.isNaN(kind === 'days' ? Date.parse(end) : Number(end))) return end
    return kind === 'days' ? formatDate(end, language) : formatAmount(Number(end), language)
  }
  if (ends.from === ends.to) return words(ends.from)
  if (ends.to === '') {
    if (kind === 'days') return t('since', { from: words(ends.from) })
    return ends.from === '1' ? t('above_zero', { zero: words('0') }) : t('over', { from: words(ends.from) })
  }
  if (ends.from === '') return t(kind === 'days' ? 'until' : 'under', { to: words(ends.to) })
  return t('from_to', { from: words(ends.from), to: words(ends.to) })
}

function ChosenWords({ filter, value }: { filter: Filter; value: string }) {
  const t = useT(filterTexts)
  const { values, except } = splitChoices(value)
  const words = useChosenWords(filter, values)
  return except ? t('not', { values: words }) : words
}

/** The name of the event that the address names, which is the current one then. */
function EventWords({ filter, value }: { filter: Filter; value: string }) {
  const { event } = useCurrentEvent()
  return event?._id === value ? event.name : <ChosenWords filter={filter} value={value} />
}

/** The value of a filter in words. */
export function ValueText({ filter, value }: { filter: Filter; value: string | undefined }) {
  const t = useT(texts)
  const language = useLanguage()
  if (value === undefined) return filter.kind === 'event' ? t('all_events') : '…'
  switch (filter.kind) {
    case 'choice':
    case 'pick':
      return <ChosenWords filter={filter} value={value} />
    case 'event':
      return <EventWords filter={filter} value={value} />
    case 'flag':
      return t(value === 'true' ? 'yes' : 'no')
    case 'date':
      return formatDate(value, language)
    case 'minute':
      return `${formatDate(`${value}Z`, language)}, ${formatTime(`${value}Z`, language)}`
    case 'days':
    case 'amounts':
      return <RangeWords kind={filter.kind} value={value} />
    default:
      return value
  }
}

/** "field **value** ×": a click changes it. */
function Chip({
  filter,
  several,
  asked,
  value,
  opened,
  onOpen,
  onClose,
  onChange,
}: ValueProps & { opened: boolean; onOpen: () => void; onClose: (value: string | undefined) => void }) {
  const t = useT(texts)
  const label = useText()(filter.label)
  const words = useRef<HTMLButtonElement>(null)
  return (
    <Popover opened={opened} onDismiss={() => onClose(value)} trapFocus withRoles width={280} position="bottom-start">
      <span className={classes.chip}>
        <Popover.Target>
          <button ref={words} type="button" onClick={() => (opened ? onClose(value) : onOpen())}>
            {label}{' '}
            <b>
              <ValueText filter={filter} value={value} />
            </b>
          </button>
        </Popover.Target>
        {filter.kind === 'event' && value === undefined ? null : (
          <CloseButton
            size={24}
            aria-label={filter.kind === 'event' ? t('all_events') : t('remove_filter', { name: label })}
            onClick={() => {
              onChange(undefined)
              onClose(undefined)
            }}
          />
        )}
      </span>
      <Popover.Dropdown>
        <FilterField
          filter={filter}
          several={several}
          asked={asked}
          value={value}
          onChange={(next) => {
            onChange(next)
            if (several) return
            words.current?.focus()
            onClose(next)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

interface ListFiltersProps {
  search: string
  onSearch: (words: string) => void
  filters: readonly Filter[]
  /** How a filter is written, by its key. */
  formOf: (key: string) => FilterForm | undefined
  values: Readonly<Record<string, string>>
  /** What the list is always narrowed by. */
  fixed?: object | undefined
  onChange: (key: string, value: string | undefined) => void
  /** A condition that holds while no filter replaces it. */
  standing?: { readonly words: string; readonly onRemove: () => void } | undefined
}

/** One bar: search, active filters as chips, and a button to add one. */
export function ListFilters({
  search,
  onSearch,
  filters,
  formOf,
  values,
  fixed,
  onChange,
  standing,
}: ListFiltersProps) {
  const t = useT(texts)
  // A filter without a value has its chip while it is open, and until its first value comes back from the address.
  const [at, setAt] = useState<{ readonly key: string; readonly opened: boolean }>()
  const add = useRef<HTMLButtonElement>(null)
  const bar = useRef<HTMLInputElement>(null)
  useHotkeys([['/', () => bar.current?.focus()]])
  const used = filters.filter(({ kind, key }) => kind === 'event' || values[key] !== undefined || at?.key === key)
  const free = filters.filter((filter) => !used.includes(filter))
  return (
    <search className={classes.filters} data-no-print>
      <TextInput
        ref={bar}
        type="search"
        className={classes.search ?? ''}
        leftSection={<IconSearch size={17} stroke={1.75} />}
        placeholder={t('search')}
        aria-label={t('search')}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      {standing ? (
        <span className={classes.chip} data-standing>
          <span>{standing.words}</span>
          <CloseButton
            size={24}
            aria-label={t('remove_filter', { name: standing.words })}
            onClick={standing.onRemove}
          />
        </span>
      ) : null}
      {used.map((filter) => (
        <Chip
          key={filter.key}
          filter={filter}
          several={formOf(filter.key) === 'choices'}
          asked={{ search: search || undefined, ...values, ...fixed }}
          value={values[filter.key]}
          opened={at?.key === filter.key && at.opened}
          onOpen={() => setAt({ key: filter.key, opened: true })}
          onClose={(value) => {
            const stays = value !== undefined || filter.kind === 'event'
            setAt(stays ? { key: filter.key, opened: false } : undefined)
            if (!stays) add.current?.focus()
          }}
          onChange={(value) => onChange(filter.key, filter.kind === 'event' ? (value ?? ALL_EVENTS) : value)}
        />
      ))}
      {free.length > 0 ? <AddFilter ref={add} filters={free} onAdd={(key) => setAt({ key, opened: true })} /> : null}
    </search>
  )
}
