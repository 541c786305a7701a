import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconMenu2, IconMoon, IconSun } from '@tabler/icons-react'
import { Link, useMatches } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useAccount } from '#platform/account'
import { useCurrentEvent } from '#platform/current-event'
import { homes } from '#platform/guard'
import { useT, useText } from '#platform/i18n'
import { useListsAsLeft } from '#platform/lists-as-left'
import { shownPage } from '#platform/routing'
import { Mark } from '../base/mark.tsx'
import { texts } from '../base/texts.ts'
import { texts as listTexts } from '../list/list-texts.ts'
import { AccountCorner } from './account-corner.tsx'
import { AdminNav } from './admin-nav.tsx'
import { Keys } from './keys.tsx'
import { NavDrawer } from './nav-drawer.tsx'
import { Breadcrumbs } from './page-header.tsx'
import { PageNameContext } from './page-name.tsx'
import classes from './shell.module.css'

/** On a phone, where the user is: the page or its record, and the event if the page follows one. */
function Here({ name }: { name: string | undefined }) {
  const text = useText()
  const t = useT(listTexts)
  const page = useMatches({ select: shownPage })
  const { shown, addressed } = useCurrentEvent()
  const ofEvent = page?.ofEvent
  const isAll = ofEvent?.in === 'search' && ofEvent.follows === 'all' && addressed === undefined
  return (
    <Link to={homes.admin} className={classes.here}>
      {page ? <b>{name ?? text(page.title)}</b> : null}
      {ofEvent && shown ? <span>{isAll ? t('all_events') : shown.name}</span> : null}
    </Link>
  )
}

/**
 * The admin area: navigation of 228 px, in a drawer below 900 px; breadcrumbs and tools in the top bar.
 * @param tools shown in the top bar before the colour scheme: search, notifications
 */
export function AdminShell({ tools, children }: { tools?: ReactNode; children: ReactNode }) {
  const t = useT(texts)
  const { organisation, settings } = useAccount()
  const [opened, drawer] = useDisclosure()
  const wide = useMediaQuery('(min-width: 56.25em)', undefined, { getInitialValueInEffect: false })
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme() === 'dark'
  const [name, setName] = useState<string>()
  // The page of a list is called what its entry in the navigation is.
  const isRecord = useMatches({ select: (matches) => shownPage(matches)?.breadcrumb !== undefined })
  useListsAsLeft()
  const brand = (
    <Link to={homes.admin} className={classes.brand}>
      <Mark size={22} />
      {organisation.short_name}
    </Link>
  )
  return (
    <div className={classes.admin}>
      <a className={classes.skip} href="#content">
        {t('skip_to_content')}
      </a>
      {wide ? (
        <nav className={classes.aside} aria-label={t('navigation')} data-no-print>
          {brand}
          <AdminNav />
        </nav>
      ) : (
        <NavDrawer opened={opened} onClose={drawer.close}>
          <AdminNav onNavigate={drawer.close} />
        </NavDrawer>
      )}
      <div className={classes.body}>
        <header className={classes.topbar} data-no-print>
          {wide ? (
            <Breadcrumbs current={isRecord ? name : undefined} />
          ) : (
            <>
              <ActionIcon size={44} aria-label={t('open_menu')} onClick={drawer.open}>
                <IconMenu2 size={22} />
              </ActionIcon>
              <Here name={isRecord ? name : undefined} />
            </>
          )}
          <div className={classes.tools}>
            {tools}
            {/* A phone has it in the account menu only. */}
            {wide ? (
              <ActionIcon
                size={36}
                aria-label={t(dark ? 'color_scheme_light' : 'color_scheme_dark')}
                onClick={() => setColorScheme(dark ? 'light' : 'dark')}
              >
                {dark ? <IconSun size={18} stroke={1.75} /> : <IconMoon size={18} stroke={1.75} />}
              </ActionIcon>
            ) : null}
            <AccountCorner />
          </div>
        </header>
        {settings.general_settings.enable_maintenance_mode ? (
          <p className={classes.maintenance} role="status">
            {t('maintenance_on')}
          </p>
        ) : null}
        <main id="content" className={classes.work}>
          <PageNameContext value={setName}>{children}</PageNameContext>
        </main>
        <Keys />
      </div>
    </div>
  )
}
