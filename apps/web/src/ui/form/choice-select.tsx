import { type ComboboxParsedItem, MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { useRef } from 'react'
import { useT } from '#platform/i18n'
import { texts } from '../base/texts.ts'

/** One option of a select. */
export interface Choice<Value extends string = string> {
  readonly value: Value
  readonly label: string
}

/** Longer lists are searched by typing. */
const HANDFUL = 7

/** What the screens leave to the selects of this file. */
type Decided =
  | 'data'
  | 'value'
  | 'defaultValue'
  | 'onChange'
  | 'onClear'
  | 'clearable'
  | 'searchable'
  | 'searchValue'
  | 'defaultSearchValue'
  | 'onSearchChange'
  | 'selectFirstOptionOnChange'
  | 'filter'
  | 'nothingFoundMessage'

interface SharedProps<Value extends string> {
  choices: readonly Choice<Value>[]
  /** The server searches: `choices` are its results for what is typed. */
  search?: { readonly typed: string; readonly onType: (typed: string) => void } | undefined
  /** The text of an empty list. The default is 'No matches'. */
  nothingFound?: string | undefined
}

function useOptions<Value extends string>({ choices, search, nothingFound }: SharedProps<Value>, searchable: boolean) {
  const t = useT(texts)
  return {
    data: choices,
    searchable,
    nothingFoundMessage: nothingFound ?? t('no_match'),
    // A click, typing or an arrow opens the list. With the focus alone it would cover the form.
    openOnFocus: false,
    // Chromium makes what scrolls a stop of its own for Tab, and loses the focus when the list closes.
    scrollAreaProps: { viewportProps: { tabIndex: -1 } },
    ...(search
      ? {
          searchValue: search.typed,
          onSearchChange: search.onType,
          filter: ({ options }: { options: ComboboxParsedItem<Value>[] }) => options,
        }
      : // Enter takes the first match. The server's matches arrive later than what is typed.
        { selectFirstOptionOnChange: searchable }),
  }
}

export type ChoiceSelectProps<Value extends string = string> = Omit<SelectProps<Value>, Decided | 'allowDeselect'> &
  SharedProps<Value> & {
    value: Value | null
    onChange: (value: Value) => void
    /** Makes the choice optional: it can be cleared. */
    onClear?: (() => void) | undefined
  }

/** One of several options. Lists of more than a handful are searched by typing. */
export function ChoiceSelect<Value extends string = string>({
  choices,
  search,
  nothingFound,
  onChange,
  onClear,
  onDropdownOpen,
  ref,
  ...props
}: ChoiceSelectProps<Value>) {
  const shown = choices.find(({ value }) => value === props.value)?.label
  const options = useOptions({ choices, search, nothingFound }, search !== undefined || choices.length > HANDFUL)
  const input = useRef<HTMLInputElement>(null)
  return (
    <Select<Value>
      {...props}
      {...options}
      ref={useMergedRef(input, ref)}
      aria-readonly={props.readOnly}
      // What is typed replaces the choice that is shown: a click alone would leave the caret behind it. Typing opens the
      // list too, and stays.
      onDropdownOpen={() => {
        if (options.searchable && input.current?.value === shown) input.current?.select()
        onDropdownOpen?.()
      }}
      clearable={onClear !== undefined}
      allowDeselect={onClear !== undefined}
      onChange={(next) => (next === null ? onClear?.() : onChange(next))}
    />
  )
}

export type ChoiceMultiSelectProps<Value extends string = string> = Omit<MultiSelectProps<Value>, Decided> &
  SharedProps<Value> & {
    value: Value[]
    onChange: (values: Value[]) => void
    clearable?: boolean
  }

/** Any number of several options, searched by typing. */
export function ChoiceMultiSelect<Value extends string = string>({
  choices,
  search,
  nothingFound,
  ...props
}: ChoiceMultiSelectProps<Value>) {
  return <MultiSelect<Value> {...props} {...useOptions({ choices, search, nothingFound }, true)} />
}
