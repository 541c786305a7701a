import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useAccount } from '#platform/account'
import { useT, useText } from '#platform/i18n'
import { lazyPart } from '#platform/lazy-part'
import { Mark } from '../base/mark.tsx'
import { texts } from '../base/texts.ts'
import { openLoaded } from '../feedback/reach.tsx'
import { AccountCorner } from './account-corner.tsx'
import { comesAhead } from './drawer-ahead.ts'
import { isAbove, NavList, useNavItems } from './nav.tsx'
import { useSaveKey } from './save-key.ts'
import classes from './shell.module.css'

const drawerCode = () => import('./nav-drawer.tsx')
const NavDrawer = lazyPart(() => drawerCode().then(({ NavDrawer: component }) => ({ default: component })))

/** Until the page has settled, its own pictures and answers come first. Milliseconds. */
const SETTLED_MS = 2000

/** Loads the drawer ahead, where that is worth it. */
function useDrawerAhead(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !comesAhead()) return undefined
    const timer = setTimeout(() => void drawerCode().catch(() => undefined), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [isWanted])
}

interface ClientShellProps {
  area: 'client' | 'vendor'
  /** Shown in the header before the account: notifications. */
  tools?: ReactNode
  /** In place of the account menu. */
  corner?: ReactNode
  children: ReactNode
}

/** The client and vendor areas: one header, its links in a drawer on phones. */
export function ClientShell({ area, tools, corner = <AccountCorner />, children }: ClientShellProps) {
  const t = useT(texts)
  const text = useText()
  const { organisation } = useAccount()
  useSaveKey()
  const [wanted, setWanted] = useState(false)
  const [opened, drawer] = useDisclosure(false, { onOpen: () => setWanted(true) })
  const items = useNavItems([area]).flatMap(([, list]) => list)
  useDrawerAhead(items.length > 0)
  return (
    <>
      <a className={classes.skip} href="#content">
        {t('skip_to_content')}
      </a>
      <header className={classes.header} data-no-print>
        {items.length > 0 ? (
          <ActionIcon
            className={classes.burger ?? ''}
            size={44}
            aria-label={t('open_menu')}
            onClick={() => openLoaded(drawerCode, drawer.open)}
          >
            <IconMenu2 size={22} />
          </ActionIcon>
        ) : null}
        <Link to="/" className={classes.brand}>
          <Mark />
          <span className={classes.fullName}>{organisation.name}</span>
          <span className={classes.shortName}>{organisation.short_name}</span>
        </Link>
        <nav className={classes.links} aria-label={t('navigation')}>
          {items.map((item) => (
            <Link key={item.to} to={item.to} activeOptions={{ exact: isAbove(item, items) }}>
              {text(item.text)}
            </Link>
          ))}
        </nav>
        {tools}
        {corner}
      </header>
      {wanted ? (
        <Suspense>
          <NavDrawer opened={opened} onClose={drawer.close}>
            <NavList area={area} onNavigate={drawer.close} />
          </NavDrawer>
        </Suspense>
      ) : null}
      <main id="content" className={classes.page}>
        {children}
      </main>
    </>
  )
}
