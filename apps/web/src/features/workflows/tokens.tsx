import { Button, Menu, NumberInput, Popover, TextInput } from '@mantine/core'
import { hasSearchWords, searchKey } from '@shiloh/contract/text/search'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useT } from '#platform/i18n'
import { MoneyInput } from '#ui/form/money-input'
import { texts } from './texts.ts'
import classes from './workflows.module.css'

interface Choice {
  readonly value: string
  readonly label: string
}

interface TokenProps {
  /** What is chosen, for screen readers. */
  name: string
  value: string | null
  choices: readonly Choice[]
  disabled: boolean
  /** What the sentence says for the choice, if not its name in the menu. */
  label?: string
  /** What is chosen no longer exists. */
  gone?: boolean
  /** It begins what was just added: it has the focus, so that it can be chosen at once. */
  added?: boolean
  onChange: (value: string) => void
}

/** Lists with more entries than this are searched by typing. */
const FEW = 8

/** A word of the sentence that can be another one: its menu opens below it. */
export function Token({
  name,
  value,
  choices,
  disabled,
  label: said,
  gone = false,
  added = false,
  onChange,
}: TokenProps) {
  const t = useT(texts)
  const word = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (added) word.current?.focus()
  }, [added])
  const [opened, setOpened] = useState(false)
  const [search, setSearch] = useState('')
  const label = said ?? choices.find((choice) => choice.value === value)?.label ?? t(gone ? 'gone' : 'choose')
  const shown = choices.filter(({ label: of }) => hasSearchWords(searchKey(of), search))
  return (
    <Menu
      opened={opened}
      onChange={(open) => {
        setOpened(open)
        setSearch('')
      }}
      position="bottom-start"
      withinPortal
    >
      <Menu.Target>
        <button
          ref={word}
          type="button"
          className={classes.token}
          aria-label={`${name}: ${label}`}
          data-empty={gone ? 'gone' : value === null ? 'unset' : undefined}
          disabled={disabled}
        >
          {label}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu ?? ''}>
        {choices.length > FEW ? (
          <TextInput
            aria-label={name}
            placeholder={name}
            value={search}
            data-autofocus
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        ) : null}
        {shown.slice(0, 100).map((choice) => (
          <Menu.Item
            key={choice.value}
            rightSection={choice.value === value ? <IconCheck size={16} aria-hidden /> : null}
            onClick={() => onChange(choice.value)}
          >
            {choice.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface TypedProps<V> {
  name: string
  /** As it reads in the sentence. */
  label: string
  value: V
  disabled: boolean
  onChange: (value: V) => void
}

/** Words of one's own in the sentence. */
export function TextToken({ name, label, value, disabled, onChange }: TypedProps<string>) {
  const t = useT(texts)
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState(value)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <button
          type="button"
          className={classes.token}
          data-free
          data-empty={value === '' ? 'unset' : undefined}
          aria-label={`${name}: ${label}`}
          disabled={disabled}
          onClick={() => {
            setTyped(value)
            setOpened(true)
          }}
        >
          {label}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (typed.trim() !== '') onChange(typed.trim())
            setOpened(false)
          }}
          className={classes.typed}
        >
          <TextInput
            label={name}
            value={typed}
            maxLength={200}
            data-autofocus
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit">{t('apply')}</Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

/** A number in the sentence. Of an amount of money, in major units. */
export function NumberToken({
  name,
  label,
  value,
  min,
  max,
  currency,
  disabled,
  onChange,
}: TypedProps<number> & { min: number; max: number; currency?: string }) {
  const t = useT(texts)
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState<number | string>(value)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <button
          type="button"
          className={classes.token}
          aria-label={`${name}: ${label}`}
          disabled={disabled}
          onClick={() => {
            setTyped(value)
            setOpened(true)
          }}
        >
          {label}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const next = Number(typed)
            if (typed !== '' && next >= min && next <= max) onChange(next)
            setOpened(false)
          }}
          className={classes.typed}
        >
          {currency === undefined ? (
            <NumberInput
              label={name}
              value={typed}
              min={min}
              max={max}
              decimalScale={0}
              data-autofocus
              onChange={setTyped}
            />
          ) : (
            <MoneyInput
              label={name}
              currency={currency}
              value={typed === '' ? null : Math.round(Number(typed) * 100)}
              data-autofocus
              onChange={(minor) => setTyped(minor === null ? '' : minor / 100)}
            />
          )}
          <Button type="submit">{t('apply')}</Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
