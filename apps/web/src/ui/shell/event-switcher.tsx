// biome-ignore lint/style/noRestrictedImports: a button that opens a search is no field of a form
import { Combobox, UnstyledButton, useCombobox, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { EventBrief } from '@shiloh/contract/events/events'
import { type Found, searchRoutes } from '@shiloh/contract/search'
import { formatRange } from '@shiloh/contract/text/format'
import { IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMatches, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useCurrentEvent } from '#platform/current-event'
import { useLanguage, useT } from '#platform/i18n'
import { changeListSearch, listSearch } from '#platform/list-search'
import { queryOf } from '#platform/queries'
import { StatusBadge } from '../base/status-badge.tsx'
import classes from './event-switcher.module.css'
import { texts } from './event-switcher-texts.ts'

const briefs = (found: readonly Found[]): EventBrief[] =>
  found.flatMap(({ _id, name, event }) => (event ? [{ _id, name, ...event }] : []))

const isPast = ({ ends_at }: EventBrief) => Date.parse(ends_at) <= Date.now()

function Option({ event, current }: { event: EventBrief; current: string | undefined }) {
  const language = useLanguage()
  return (
    <Combobox.Option value={event._id} active={event._id === current} className={classes.option ?? ''}>
      <b>{event.name}</b>
      <span>
        {formatRange(event.starts_at, event.ends_at, language, event.time_zone, { weekdays: false })}
        {event.status === 'published' ? null : <StatusBadge status={event.status} />}
      </span>
    </Combobox.Option>
  )
}

/**
 * The event that the office works on, at the top of the navigation. Choosing another one keeps the screen: a page of
 * one event shows the chosen one, that of a row leads to the list of the chosen one, and the others stay as they are.
 */
export function EventSwitcher({ onChosen }: { onChosen?: (() => void) | undefined }) {
  const t = useT(texts)
  const language = useLanguage()
  const navigate = useNavigate()
  const { shown, addressed, event, remember } = useCurrentEvent()
  const { ofEvent, rowOf } = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {}
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      setTyped('')
      combobox.resetSelectedOption()
      combobox.focusTarget()
    },
  })
  const found = useQuery({
    ...queryOf(searchRoutes.autocomplete, { params: { type: 'events' }, query: { search } }),
    enabled: combobox.dropdownOpened,
  })
  // An event that an address names, such as a link in a mail, stays the current one on the next page.
  useEffect(() => {
    if (event && event._id === addressed) remember(event)
  }, [event, addressed, remember])
  if (!shown) return null

  const all = briefs(found.data ?? [])
  const coming = all.filter((one) => !isPast(one))
  const past = search === '' ? [] : all.filter(isPast)
  const choose = (id: string) => {
    const chosen = all.find(({ _id }) => _id === id)
    if (!chosen) return
    combobox.closeDropdown()
    onChosen?.()
    remember(chosen)
    if (rowOf) void navigate({ to: rowOf.to, search: { [rowOf.name]: id } })
    if (ofEvent?.in === 'path')
      void navigate({ to: '.', params: (old: object) => ({ ...old, [ofEvent.name]: id }), search: true })
    if (ofEvent?.in === 'search') {
      const dropped = Object.fromEntries((ofEvent.drops ?? []).map((name) => [name, undefined]))
      void navigate({
        to: '.',
        search: (old: Record<string, unknown>) => changeListSearch(listSearch(old), { ...dropped, [ofEvent.name]: id }),
      })
    }
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} width={320} position="bottom-start" shadow="md">
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <UnstyledButton
          className={classes.button ?? ''}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          <VisuallyHidden>{t('current', { name: shown.name })}</VisuallyHidden>
          <span aria-hidden className={classes.words}>
            <b>{shown.name}</b>
            <span>{formatRange(shown.starts_at, shown.ends_at, language, shown.time_zone, { weekdays: false })}</span>
          </span>
          <IconSelector size={17} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown aria-label={t('choose')}>
        <Combobox.Search
          value={typed}
          placeholder={t('search')}
          aria-label={t('search')}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            combobox.updateSelectedOptionIndex()
          }}
        />
        <Combobox.Options className={classes.options ?? ''}>
          {coming.length > 0 ? (
            <Combobox.Group label={t('coming')}>
              {coming.map((one) => (
                <Option key={one._id} event={one} current={shown._id} />
              ))}
            </Combobox.Group>
          ) : null}
          {past.length > 0 ? (
            <Combobox.Group label={t('past')}>
              {past.map((one) => (
                <Option key={one._id} event={one} current={shown._id} />
              ))}
            </Combobox.Group>
          ) : null}
          {coming.length + past.length > 0 || found.isFetching ? null : (
            <Combobox.Empty>{t(search === '' ? 'no_coming' : 'none')}</Combobox.Empty>
          )}
        </Combobox.Options>
        {search === '' ? <Combobox.Footer className={classes.foot ?? ''}>{t('past_hint')}</Combobox.Footer> : null}
      </Combobox.Dropdown>
    </Combobox>
  )
}
