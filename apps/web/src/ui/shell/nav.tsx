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

/** The links of the client or vendor area. */
export function NavList({ area, onNavigate }: { area: 'client' | 'vendor'; onNavigate?: () => void }) {
  const text = useText()
  return (
    <ul className={classes.list}>
      {useNavItems([area])
        .flatMap(([, items]) => items)
        .map(({ to, icon: Icon, text: label }) => (
          <li key={to}>
            <Link to={to} className={classes.item} onClick={onNavigate}>
              <Icon size={17} stroke={1.75} />
              {text(label)}
            </Link>
          </li>
        ))}
    </ul>
  )
}
