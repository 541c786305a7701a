import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useThrottledCallback } from '@mantine/hooks'
import { MOST_COUNTED, officeRoutes } from '@shiloh/contract/office'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { useCurrentEvent } from '#platform/current-event'
import { useT, useText } from '#platform/i18n'
import { useLive } from '#platform/live'
import { keyOf, queryOf } from '#platform/queries'
import { useRemembered } from '#platform/remembered'
import { adminGroups } from '#platform/routing'
import { texts as adminTexts } from './admin-nav-texts.ts'
import { EventSwitcher } from './event-switcher.tsx'
import classes from './nav.module.css'
import { type NavItem, useNavItems } from './nav.tsx'
import { texts } from './nav-texts.ts'
import { showWithin } from './show-within.ts'

/** Returns the entry of the page, or of the list that the page belongs to. */
const activeOf = (items: readonly NavItem[], path: string): string | undefined =>
  items
    .map(({ to }) => to)
    .filter((to) => path === to || (to !== '/admin' && path.startsWith(`${to}/`)))
    .sort((a, b) => b.length - a.length)[0]

/** Hints arrive continuously in a busy hour. The counts are read at most once in this time. */
const REST_MS = 5000
/** Work also ends or begins without a hint: an invitation expires, an alert's cause is gone. */
const FRESH_MS = 60_000
/** The hints after which less or more may wait. */
const HINTS = ['reservations', 'waiting_list', 'payments', 'alerts', 'tickets.changed', 'tasks.changed']

function Follow({ hint, onHint }: { hint: string; onHint: () => void }) {
  useLive(hint, onHint)
  return null
}

type CountedKind = NonNullable<NavItem['count']>

/** The amount of waiting work, behind the name of its page. What is counted is said to who points at it, and read aloud. */
function Count({ kind, count, isUrgent }: { kind: CountedKind; count: number; isUrgent: boolean }) {
  const t = useT(adminTexts)
  const words = t(`count_${kind}`, { count })
  return (
    <span className={classes.count} data-urgent={isUrgent || undefined} title={words}>
      <span aria-hidden>{count < MOST_COUNTED ? count : `${MOST_COUNTED - 1}+`}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  )
}

/**
 * The navigation of the admin area: the event switcher, and the groups of the day's work. "Organisation" is folded until
 * one of its screens is open.
 */
export function AdminNav({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const t = useT(texts)
  const text = useText()
  const client = useQueryClient()
  const { event, isLoading } = useCurrentEvent()
  const { data: work = {} } = useQuery({
    ...queryOf(officeRoutes.countWaitingWork, { query: { event_id: event?._id } }),
    enabled: !isLoading,
    refetchInterval: FRESH_MS,
  })
  const countSoon = useThrottledCallback(
    () => void client.invalidateQueries({ queryKey: keyOf(officeRoutes.countWaitingWork) }),
    REST_MS,
  )
  const groups = useNavItems(adminGroups)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const active = activeOf(
    groups.flatMap(([, items]) => items),
    path,
  )
  const isOrganisation = groups.some(
    ([group, items]) => group === 'organisation' && items.some(({ to }) => to === active),
  )
  const [isOpen, setOpen] = useRemembered('nav-organisation', z.boolean(), false)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOrganisation && active) setOpen(true)
  }, [isOrganisation, active, setOpen])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry appears when its group opens, and the event above takes its place when it is known
  useEffect(() => {
    if (active) showWithin(list.current?.querySelector<HTMLElement>('[aria-current="page"]'))
  }, [active, isOpen, event?._id])

  const links = (items: readonly NavItem[]) => (
    <ul className={classes.list}>
      {items.map(({ to, icon: Icon, text: label, count, page }) => (
        <li key={to}>
          <Link
            to={to}
            search={event && page.ofEvent?.in === 'search' ? { [page.ofEvent.name]: event._id } : {}}
            className={classes.item}
            activeOptions={{ exact: to !== active, includeSearch: false }}
            onClick={onNavigate}
          >
            <Icon size={17} stroke={1.75} />
            {text(label)}
            {count && work[count] ? (
              <Count kind={count} count={work[count]} isUrgent={count === 'alerts' && !!work.critical_alerts} />
            ) : null}
          </Link>
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {HINTS.map((hint) => (
        <Follow key={hint} hint={hint} onHint={countSoon} />
      ))}
      <EventSwitcher onChosen={onNavigate} />
      <div ref={list} className={classes.groups}>
        {groups.map(([group, items]) =>
          group === 'organisation' ? (
            <section key={group} className={classes.group}>
              <UnstyledButton className={classes.fold ?? ''} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                <IconChevronRight size={15} stroke={1.75} aria-hidden />
                <h2>{t(group)}</h2>
              </UnstyledButton>
              {isOpen ? links(items) : null}
            </section>
          ) : (
            <section key={group} className={classes.group}>
              <h2>{t(group)}</h2>
              {links(items)}
            </section>
          ),
        )}
      </div>
    </>
  )
}
