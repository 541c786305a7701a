import { type AnyRoute, Link, type StaticDataRouteOption, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useMayOpen } from '#platform/account'
import { type TextRef, useText } from '#platform/i18n'
import type { NavGroup, NavPlace } from '#platform/routing'
import classes from './nav.module.css'

export interface NavItem extends NavPlace {
  readonly to: string
  readonly text: TextRef
  readonly page: StaticDataRouteOption
}

function placed(routes: readonly AnyRoute[]): NavItem[] {
  return routes.flatMap((route) => {
    const page: StaticDataRouteOption | undefined = route.options.staticData
    return page?.nav ? [{ ...page.nav, page, to: route.fullPath, text: page.nav.label ?? page.title }] : []
  })
}

/** Returns the items of these groups that the user can open, in their order. */
export function useNavItems(groups: readonly NavGroup[]): readonly (readonly [NavGroup, readonly NavItem[]])[] {
  const router = useRouter()
  const mayOpen = useMayOpen()
  const all = useMemo(() => placed(Object.values(router.routesByPath)), [router])
  const mine = all.filter(({ page }) => mayOpen(page))
  return groups.flatMap((group) => {
    const items = mine.filter((item) => item.group === group).sort((a, b) => (a.order ?? 99) - (b.order ?? 99))
    return items.length > 0 ? [[group, items] as const] : []
  })
}

/** Returns whether a link is current on its own page only: pages of other links are below it. */
export const isAbove = ({ to }: NavItem, items: readonly NavItem[]): boolean =>
  items.some((other) => other.to !== to && other.to.startsWith(`${to}/`))

/** The links of the client or vendor area. */
export function NavList({ area, onNavigate }: { area: 'client' | 'vendor'; onNavigate?: () => void }) {
  const text = useText()
  const items = useNavItems([area]).flatMap(([, list]) => list)
  return (
    <ul className={classes.list}>
      {items.map((item) => (
        <li key={item.to}>
          <Link
            to={item.to}
            className={classes.item}
            activeOptions={{ exact: isAbove(item, items) }}
            onClick={onNavigate}
          >
            <item.icon size={17} stroke={1.75} />
            {text(item.text)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
