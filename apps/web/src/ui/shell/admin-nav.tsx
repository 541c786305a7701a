import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { z } from 'zod'
import { useCurrentEvent } from '#platform/current-event'
import { useT, useText } from '#platform/i18n'
import { useRemembered } from '#platform/remembered'
import { adminGroups } from '#platform/routing'
import { EventSwitcher } from './event-switcher.tsx'
import classes from './nav.module.css'
import { type NavItem, useNavItems } from './nav.tsx'
import { texts } from './nav-texts.ts'

/** Returns the entry of the page, or of the list that the page belongs to. */
const activeOf = (items: readonly NavItem[], path: string): string | undefined =>
  items
    .map(({ to }) => to)
    .filter((to) => path === to || (to !== '/admin' && path.startsWith(`${to}/`)))
    .sort((a, b) => b.length - a.length)[0]

/**
 * The navigation of the admin area: the event switcher, and the groups of the day's work. "Organisation" is folded until
 * one of its screens is open.
 */
export function AdminNav({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const t = useT(texts)
  const text = useText()
  const { event } = useCurrentEvent()
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry appears when its group opens
  useEffect(() => {
    if (active) list.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
  }, [active, isOpen])

  const links = (items: readonly NavItem[]) => (
    <ul className={classes.list}>
      {items.map(({ to, icon: Icon, text: label, badge: Badge, page }) => (
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
            {Badge ? (
              <Suspense>
                <Badge />
              </Suspense>
            ) : null}
          </Link>
        </li>
      ))}
    </ul>
  )
  return (
    <>
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
