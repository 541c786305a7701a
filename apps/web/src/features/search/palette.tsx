import { Modal, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { matchedParts } from '@shiloh/contract/text/search'
import { IconList, IconSearch, IconX } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { FactList } from '#ui/base/fact-list'
import { useModKey } from '#ui/base/mod-key'
import { StatusBadge } from '#ui/base/status-badge'
import { Heading, Unbroken } from '#ui/base/values'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { aboutOf, type Entry, readAsked, recentFirst } from './entries.ts'
import classes from './palette.module.css'
import { useRecent } from './recent.ts'
import { texts } from './texts.ts'
import { type Told, useAbout } from './use-about.ts'
import { type Group, useEntries, usePhrases } from './use-entries.ts'

/** Milliseconds after the last key before the server is asked. */
const PAUSE = 120
/** Milliseconds that a row is the chosen one before the panel asks about it. */
const REST = 150
/** Rows of one group. */
const MOST_SHOWN = 3
const MOST_PLACES = 6

interface RowProps {
  id: string
  entry: Entry
  search: string
  active: boolean
  onPoint: () => void
  onOpen: (newTab: boolean) => void
}

function Row({ id, entry, search, active, onPoint, onOpen }: RowProps) {
  const { icon: Icon, title, code, note, end, status } = entry
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above keeps the focus and handles the keys
    <div
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className={classes.row}
      data-active={active || undefined}
      onMouseMove={active ? undefined : onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
    >
      <Icon size={19} stroke={1.75} aria-hidden />
      <div className={classes.words}>
        <b>
          {matchedParts(title, search).map(({ text, matched }, i) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other identity
            matched ? <mark key={i}>{text}</mark> : text,
          )}
        </b>
        {code || note ? (
          <span>
            {code ? <span className="code">{code}</span> : null}
            {code && note ? ' · ' : null}
            {note}
          </span>
        ) : null}
      </div>
      {status ? <StatusBadge status={status} /> : end ? <span className={classes.end}>{end}</span> : null}
    </div>
  )
}

/** What is known about the chosen row, and what can be done with it: the answer comes before the visit. */
function Panel({ told, mod, onAct }: { told: Told; mod: string; onAct: (act: Entry) => void }) {
  const t = useT(texts)
  const { title, lines, facts, acts } = told
  return (
    <>
      <Heading level={2}>{title}</Heading>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <FactList
        facts={facts.map(([label, value]) => [
          label,
          typeof value === 'string' && value !== '' ? <Unbroken key={label}>{value}</Unbroken> : value,
        ])}
      />
      {acts.length > 0 ? <h3>{t('do_here')}</h3> : null}
      <ul>
        {acts.map((act, index) => {
          const { icon: Icon, title: label, end, href } = act
          return (
            <li key={href}>
              <button type="button" tabIndex={-1} onClick={() => onAct(act)}>
                <Icon size={17} stroke={1.75} aria-hidden />
                <span>{end ? `${label}, ${end}` : label}</span>
                <kbd>
                  {mod} {index + 1}
                </kbd>
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}

interface Shown extends Group {
  readonly shown: readonly Entry[]
}

/** Limits what is shown of each group but the opened one, what was opened lately first. */
const shownOf = (groups: readonly Group[], recent: readonly string[], whole: string | undefined): Shown[] =>
  groups.map((group) => {
    const { name, entries } = group
    if (name === 'instead') return { ...group, shown: entries }
    const most = name === whole ? entries.length : name === 'places' || name === 'recent' ? MOST_PLACES : MOST_SHOWN
    return { ...group, shown: recentFirst(entries, recent).slice(0, most) }
  })

interface PaletteProps {
  typed: string
  onType: (text: string) => void
  onClose: () => void
}

/**
 * The command palette: finds people, reservations, events, rooms, screens and acts, by keyboard alone.
 * @param typed what was typed, also before the palette had loaded
 */
export function Palette({ typed, onType, onClose }: PaletteProps) {
  const t = useT(texts)
  const router = useRouter()
  const { user } = useAccount()
  const wide = useMediaQuery('(min-width: 56.25em)', undefined, { getInitialValueInEffect: false })
  const mod = useModKey()
  const id = useId()
  const [settled] = useDebouncedValue(typed, PAUSE)
  const [chosen, setChosen] = useState(0)
  // Enter before the answer opens the first row as soon as it is there.
  const awaited = useRef<{ newTab: boolean } | undefined>(undefined)

  // The group that is shown as a whole.
  const [whole, setWhole] = useState<Group['name']>()

  const asked = readAsked(settled, usePhrases())
  const { groups, instead, capped, owesNothing, isFetching, error, retry } = useEntries(asked, settled)
  const recent = useRecent(user?._id ?? '')
  const isEmpty = typed.trim() === ''
  const isSettled = typed === settled && !isFetching
  const all: readonly Group[] = isEmpty ? [{ name: 'recent', entries: recent.entries }] : groups
  const isNothing = !isEmpty && isSettled && !error && groups.length === 0
  const shown = shownOf(
    isNothing ? [instead] : all,
    recent.entries.map(({ href }) => href),
    whole,
  ).filter((group) => group.shown.length > 0)
  const countOf = ({ name, entries }: Group) => `${entries.length}${capped.includes(name) ? '+' : ''}`
  const moreOf = (group: Shown): Entry[] =>
    group.shown.length < group.entries.length || (group.list && capped.includes(group.name))
      ? [
          {
            kind: 'act',
            icon: IconList,
            title: t('show_all', { total: countOf(group) }),
            href: group.list ?? `#${group.name}`,
            expands: group.list ? undefined : group.name,
          },
        ]
      : []
  const sections = shown.map((group) => ({ ...group, rows: [...group.shown, ...moreOf(group)] }))
  const rows = sections.flatMap((section) => section.rows)
  const total = all.reduce((sum, { entries }) => sum + entries.length, 0)
  const active = isSettled || isEmpty ? Math.min(chosen, rows.length - 1) : -1

  const [resting] = useDebouncedValue(rows[active], REST)
  // The panel never tells about another row than the chosen one.
  const subject = rows[active] && resting?.href === rows[active].href ? aboutOf(resting) : undefined
  const told = useAbout(wide ? subject : undefined)

  const type = (text: string) => {
    onType(text)
    setChosen(0)
    setWhole(undefined)
    awaited.current = undefined
  }
  const expand = (name: string | undefined) => {
    const group = shown.find((one) => one.name === name && one.shown.length < one.entries.length)
    if (group) setWhole(group.name)
    return group !== undefined
  }
  const open = (entry: Entry, newTab: boolean) => {
    if (entry.fill) {
      type(entry.fill)
      return
    }
    if (entry.expands) {
      expand(entry.expands)
      return
    }
    if (entry.run) {
      onClose()
      entry.run()
      return
    }
    recent.remember(entry)
    if (newTab) {
      window.open(entry.href, '_blank', 'noopener')
      return
    }
    onClose()
    router.history.push(entry.href)
  }
  const [first] = rows
  useEffect(() => {
    if (!isSettled || !awaited.current) return
    const { newTab } = awaited.current
    awaited.current = undefined
    if (first && !isNothing) open(first, newTab)
  })
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && rows.length > 0) {
      event.preventDefault()
      setChosen((Math.max(active, 0) + step + rows.length) % rows.length)
    }
    const { selectionStart, value } = event.currentTarget
    const isAtEnd = event.key === 'ArrowRight' && selectionStart === value.length
    if ((event.key === 'Tab' && !event.shiftKey) || isAtEnd) {
      const group = sections.find((section) => section.rows.some((row) => row === rows[active]))
      if (expand(group?.name)) event.preventDefault()
    }
    const act = event.ctrlKey || event.metaKey ? told?.acts[Number(event.key) - 1] : undefined
    if (act) {
      event.preventDefault()
      open(act, false)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    const newTab = event.ctrlKey || event.metaKey
    const row = rows[active]
    if (row) open(row, newTab)
    else if (!isSettled) awaited.current = { newTab }
  }

  const list = () => {
    if (error) return <LoadFailed message={error.message} onRetry={retry} />
    if (rows.length > 0)
      return isNothing ? (
        <div className={classes.nothing}>
          <Heading level={2}>{t('nothing', { search: asked.search || typed })}</Heading>
          <p>{t('nothing_hint')}</p>
        </div>
      ) : null
    if (isEmpty) return <p className={classes.hint}>{t('start')}</p>
    if (!isSettled) return <Scaffold rows={4} kind="list" />
    const { only, search } = asked
    if (search === '' && only && only !== 'acts' && only !== 'codes')
      return <p className={classes.hint}>{t(`ask_${only}`)}</p>
    if (owesNothing) return <EmptyState title={t('nothing_due', { search })} hint={t('nothing_due_hint')} />
    return <EmptyState title={t('nothing', { search: asked.search || typed })} hint={t('nothing_hint')} />
  }
  let position = -1
  return (
    <Modal
      opened
      onClose={onClose}
      title={<VisuallyHidden>{t('search')}</VisuallyHidden>}
      withCloseButton={false}
      fullScreen={!wide}
      size={832}
      centered={false}
      yOffset={72}
      padding={0}
      transitionProps={{ duration: 0 }}
      overlayProps={{ className: classes.scrim ?? '' }}
      classNames={{ content: classes.content ?? '', header: classes.header ?? '', body: classes.body ?? '' }}
    >
      <div className={classes.field}>
        <IconSearch size={20} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-label={t('placeholder')}
          aria-expanded={rows.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          placeholder={t('placeholder')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={classes.close} onClick={onClose}>
          <VisuallyHidden>{t('close')}</VisuallyHidden>
          {wide ? <kbd>Esc</kbd> : <IconX size={20} aria-hidden />}
        </button>
      </div>
      <div className={classes.middle}>
        <div className={classes.results} aria-busy={!isSettled}>
          {list()}
          <div id={`${id}-list`} role="listbox" aria-label={t('results')} tabIndex={-1}>
            {sections.map((section, i) => {
              const { name, entries } = section
              return (
                // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
                <div key={name} role="group" aria-labelledby={`${id}-group-${i}`} className={classes.group}>
                  <div className={classes.head}>
                    <span id={`${id}-group-${i}`}>{t(name)}</span>
                    {entries.length > section.shown.length ? (
                      <span>{t('shown_of', { shown: section.shown.length, total: countOf(section) })}</span>
                    ) : null}
                  </div>
                  {section.rows.map((entry) => {
                    position += 1
                    const at = position
                    return (
                      <Row
                        key={`${entry.kind} ${entry.href}`}
                        id={`${id}-${at}`}
                        entry={entry}
                        search={isEmpty || isNothing ? '' : asked.search}
                        active={at === active}
                        onPoint={() => setChosen(at)}
                        onOpen={(newTab) => open(entry, newTab)}
                      />
                    )
                  })}
                </div>
              )
            })}
          </div>
        </div>
        {wide && rows.length > 0 && !isNothing ? (
          <aside className={classes.about} aria-label={t('about')}>
            {told ? <Panel told={told} mod={mod} onAct={(act) => open(act, false)} /> : null}
          </aside>
        ) : null}
      </div>
      <div className={classes.foot}>
        {wide ? (
          <>
            <span>
              <kbd>↑</kbd> <kbd>↓</kbd> {t('key_choose')}
            </span>
            <span>
              <kbd>Enter</kbd> {t('key_open')}
            </span>
            <span>
              <kbd>{mod} Enter</kbd> {t('key_tab')}
            </span>
            <span>
              <kbd>Tab</kbd> {t('key_more')}
            </span>
            <span>
              <kbd>&gt;</kbd> {t('key_acts')}
            </span>
            <span>
              <kbd>#</kbd> {t('key_codes')}
            </span>
          </>
        ) : null}
        <span role="status" className={classes.count}>
          {isEmpty || !isSettled ? '' : t(capped.length > 0 ? 'found_at_least' : 'found_count', { count: total })}
        </span>
      </div>
    </Modal>
  )
}
