import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { useAccount } from '#platform/account'
import { useT, useText } from '#platform/i18n'
import { lazyPart } from '#platform/lazy-part'
import { Mark } from '../base/mark.tsx'
import { texts } from '../base/texts.ts'
import { AccountCorner } from './account-corner.tsx'
import { isAbove, NavList, useNavItems } from './nav.tsx'
import { useSaveKey } from './save-key.ts'
import classes from './shell.module.css'

const NavDrawer = lazyPart(() =>
  import('./nav-drawer.tsx').then(({ NavDrawer: component }) => ({ default: component })),
)

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
  return (
    <>
      <a className={classes.skip} href="#content">
        {t('skip_to_content')}
      </a>
      <header className={classes.header} data-no-print>
        {items.length > 0 ? (
          <ActionIcon className={classes.burger ?? ''} size={44} aria-label={t('open_menu')} onClick={drawer.open}>
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
