import { draggable } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { Button, TextInput } from '@mantine/core'
import type { Language } from '@shiloh/contract/core'
import { GENDERS } from '@shiloh/contract/identity/account'
import { formatCount } from '@shiloh/contract/text/format'
import { IconGripVertical, IconInfoCircle, IconSearch } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { type Choice, ChoiceSelect } from '#ui/form/choice-select'
import classes from './board.module.css'
import { type Looked, NO_FILTER, nightsOf, type PeopleFilter, type WaitingParty } from './state.ts'
import { texts } from './texts.ts'

/** The list's id in the page. */
export const WAITING_LIST = 'people-without-a-room'

/** Height of a party that says little. The others are measured. */
const USUAL_HEIGHT = 64

const choicesOf = (values: Iterable<string>, language: Language): Choice[] =>
  [...new Set(values)].sort((a, b) => a.localeCompare(b, language)).map((value) => ({ value, label: value }))

interface FiltersProps {
  looked: Looked
  filter: PeopleFilter
  onFilter: (filter: PeopleFilter) => void
}

function Filters({ looked, filter, onFilter }: FiltersProps) {
  const t = useT(texts)
  const language = useLanguage()
  const known = useMemo(() => {
    const people = [...looked.people.values()]
    return {
      types: choicesOf(
        people.map(({ type }) => type),
        language,
      ),
      categories: choicesOf(
        people.map(({ stay }) => stay.category),
        language,
      ),
      districts: choicesOf(
        people.flatMap(({ district }) => district ?? []),
        language,
      ),
      nights: [...new Set(people.map(({ stay }) => nightsOf(stay)))].sort((a, b) => a - b),
    }
  }, [looked, language])
  const active = Object.entries(filter).filter(([name, value]) => name !== 'search' && value !== null).length
  const set = (part: Partial<PeopleFilter>) => onFilter({ ...filter, ...part })
  return (
    <details className={classes.filters}>
      <summary>
        {t('filters')}
        {active > 0 ? ` (${active})` : ''}
      </summary>
      <div className={classes.filterGrid}>
        <ChoiceSelect
          label={t('gender')}
          value={filter.gender}
          choices={GENDERS.map((value) => ({ value, label: t(value) }))}
          onChange={(gender) => set({ gender })}
          onClear={() => set({ gender: null })}
        />
        <ChoiceSelect
          label={t('category')}
          value={filter.category}
          choices={known.categories}
          onChange={(category) => set({ category })}
          onClear={() => set({ category: null })}
        />
        <ChoiceSelect
          label={t('type')}
          value={filter.type}
          choices={known.types}
          onChange={(type) => set({ type })}
          onClear={() => set({ type: null })}
        />
        <ChoiceSelect
          label={t('district')}
          value={filter.district}
          choices={known.districts}
          onChange={(district) => set({ district })}
          onClear={() => set({ district: null })}
        />
        <ChoiceSelect
          label={t('needs')}
          value={filter.needs}
          choices={[
            { value: 'low', label: t('low') },
            { value: 'quiet', label: t('quiet') },
          ]}
          onChange={(needs) => set({ needs })}
          onClear={() => set({ needs: null })}
        />
        <ChoiceSelect
          label={t('party')}
          value={filter.party}
          choices={[
            { value: 'one', label: t('one_person') },
            { value: 'several', label: t('several') },
          ]}
          onChange={(party) => set({ party })}
          onClear={() => set({ party: null })}
        />
        <ChoiceSelect
          label={t('nights')}
          value={filter.nights === null ? null : String(filter.nights)}
          choices={known.nights.map((count) => ({ value: String(count), label: t('night_count', { count }) }))}
          onChange={(nights) => set({ nights: Number(nights) })}
          onClear={() => set({ nights: null })}
        />
        {active > 0 ? (
          <Button variant="default" onClick={() => onFilter({ ...NO_FILTER, search: filter.search })}>
            {t('clear_filters')}
          </Button>
        ) : null}
      </div>
    </details>
  )
}

interface PartyRowProps {
  party: WaitingParty
  chosen: boolean
  /** The people who are dragged with this party. */
  dragged: () => ReadonlySet<string>
}

function PartyRow({ party: { people, near }, chosen, dragged }: PartyRowProps) {
  const t = useT(texts)
  const element = useRef<HTMLDivElement>(null)
  const latest = useRef(dragged)
  latest.current = dragged
  useEffect(() => {
    if (!element.current) return undefined
    return draggable({ element: element.current, getInitialData: () => ({ ids: [...latest.current()] }) })
  }, [])
  const [first] = people
  const notes = [
    people.some(({ mobilityIssue }) => mobilityIssue) ? t('needs_low') : '',
    people.some(({ quiet }) => quiet) ? t('needs_quiet') : '',
    near ? t('near', { room: near }) : '',
  ].filter(Boolean)
  if (!first) return null
  return (
    <div ref={element} className={classes.party} data-chosen={chosen || undefined}>
      <IconGripVertical size={16} aria-hidden className={classes.grip} />
      <b>{people.map(({ name }) => name).join(', ')}</b>
      <span className="small dim">
        {[
          first.type,
          t('beds_of', { count: people.length }),
          first.stay.category,
          t('night_count', { count: nightsOf(first.stay) }),
        ].join(', ')}
      </span>
      {notes.map((note) => (
        <span key={note} className={classes.note}>
          <IconInfoCircle size={15} aria-hidden />
          {note}
        </span>
      ))}
    </div>
  )
}

interface TrayProps {
  looked: Looked
  parties: readonly WaitingParty[]
  filter: PeopleFilter
  onFilter: (filter: PeopleFilter) => void
  chosen: ReadonlySet<string>
  onChoose: (ids: ReadonlySet<string>) => void
  /** Looks for a room for these people. */
  onFind: (ids: ReadonlySet<string>) => void
}

/** The people without a bed: a list to choose one, several (Shift, Ctrl) or all from, and to drag from. */
export function Tray({ looked, parties, filter, onFilter, chosen, onChoose, onFind }: TrayProps) {
  const t = useT(texts)
  const language = useLanguage()
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const anchor = useRef(0)
  const virtual = useVirtualizer({
    count: parties.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (index) => parties[index]?.id ?? index,
    overscan: 6,
  })
  const at = Math.min(active, parties.length - 1)
  const idsOf = (from: number, to: number) =>
    parties
      .slice(Math.min(from, to), Math.max(from, to) + 1)
      .flatMap(({ people }) => people.map(({ participantId }) => participantId))
  const isChosen = ({ people }: WaitingParty) => people.every(({ participantId }) => chosen.has(participantId))
  const toggled = (party: WaitingParty) => {
    const next = new Set(chosen)
    for (const { participantId } of party.people)
      if (isChosen(party)) next.delete(participantId)
      else next.add(participantId)
    return next
  }
  const move = (to: number, extend: boolean) => {
    const next = Math.max(0, Math.min(parties.length - 1, to))
    setActive(next)
    virtual.scrollToIndex(next)
    if (extend) onChoose(new Set(idsOf(anchor.current, next)))
    else anchor.current = next
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const party = parties[at]
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + 8,
      PageUp: at - 8,
      Home: 0,
      End: parties.length - 1,
    }
    const to = steps[event.key]
    if (to !== undefined) move(to, event.shiftKey)
    else if (event.key === ' ' && party) onChoose(toggled(party))
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey))
      onChoose(new Set(idsOf(0, parties.length)))
    // Nobody is chosen: it is about those who have the focus.
    else if (event.key.toLowerCase() === 'a' && chosen.size === 0 && party) onFind(new Set(idsOf(at, at)))
    else return
    event.preventDefault()
  }
  const onClick = (event: MouseEvent, index: number) => {
    const party = parties[index]
    if (!party) return
    setActive(index)
    if (event.shiftKey) onChoose(new Set(idsOf(anchor.current, index)))
    else {
      anchor.current = index
      const isOnly = isChosen(party) && chosen.size === party.people.length
      onChoose(event.ctrlKey || event.metaKey || isOnly ? toggled(party) : new Set(idsOf(index, index)))
    }
  }
  const people = parties.reduce((sum, party) => sum + party.people.length, 0)
  return (
    <aside className={classes.tray} aria-label={t('without_room')} data-empty={parties.length === 0 || undefined}>
      <h2>{t('without_room')}</h2>
      <p className="small dim" aria-live="polite">
        {looked.waiting === 0 ? t('everybody_housed') : t('parties', { people, parties: parties.length })}
      </p>
      <TextInput
        aria-label={t('search_people')}
        placeholder={t('search_people')}
        leftSection={<IconSearch size={16} />}
        value={filter.search}
        maxLength={60}
        onChange={(event) => onFilter({ ...filter, search: event.currentTarget.value })}
      />
      <Filters looked={looked} filter={filter} onFilter={onFilter} />
      {people > 0 ? (
        <Button variant="default" onClick={() => onChoose(new Set(idsOf(0, parties.length)))}>
          {t('select_all', { count: formatCount(people, language) })}
        </Button>
      ) : null}
      {looked.waiting > 0 && parties.length === 0 ? <p className="dim">{t('nobody_found')}</p> : null}
      {parties.length > 0 ? (
        <div
          ref={scroller}
          id={WAITING_LIST}
          role="listbox"
          aria-multiselectable
          aria-label={t('without_room')}
          aria-activedescendant={parties[at] ? `party-${parties[at].id}` : undefined}
          tabIndex={0}
          className={classes.scroller}
          onKeyDown={onKeyDown}
        >
          <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
            {virtual.getVirtualItems().map(({ index, key, start }) => {
              const party = parties[index]
              if (!party) return null
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox has the keys
                <div
                  key={key}
                  id={`party-${party.id}`}
                  ref={virtual.measureElement}
                  data-index={index}
                  role="option"
                  tabIndex={-1}
                  aria-selected={isChosen(party)}
                  aria-setsize={parties.length}
                  aria-posinset={index + 1}
                  data-active={index === at || undefined}
                  className={classes.option}
                  style={{ transform: `translateY(${start}px)` }}
                  onClick={(event) => onClick(event, index)}
                >
                  <PartyRow
                    party={party}
                    chosen={isChosen(party)}
                    dragged={() =>
                      isChosen(party) ? chosen : new Set(party.people.map(({ participantId }) => participantId))
                    }
                  />
                </div>
              )
            })}
          </div>
        </div>
      ) : null}
    </aside>
  )
}
