import { TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import classes from './search-field.module.css'

/** Milliseconds after the last key before the search starts. */
const PAUSE = 300

/** The search of a list, which starts after a pause. */
export function SearchField({
  label,
  words,
  onSearch,
  hotkey = false,
}: {
  label: string
  words: string
  onSearch: (words: string) => void
  /** `/` moves the focus here. */
  hotkey?: boolean
}) {
  const field = useRef<HTMLInputElement>(null)
  useHotkeys(hotkey ? [['/', () => field.current?.focus()]] : [])
  const onType = useDebouncedCallback(onSearch, PAUSE)
  return (
    <TextInput
      ref={field}
      // Cleared from outside, it becomes another field.
      key={words === '' ? 'empty' : 'search'}
      className={classes.search ?? ''}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={17} aria-hidden />}
      defaultValue={words}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  )
}
