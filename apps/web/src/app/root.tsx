import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useContext, useEffect, useSyncExternalStore } from 'react'
import { useAccount } from '#platform/account'
import { useIsAtWork } from '#platform/at-work'
import { confirmation } from '#platform/confirmation'
import { I18nContext, text } from '#platform/i18n'
import { lazyPart } from '#platform/lazy-part'
import { usePageActions } from '#platform/page-actions'
import { shownPage } from '#platform/routing'
import { session } from '#platform/session'
import { AccentStyle } from '#ui/base/theme'
import { StandingFailure } from '#ui/feedback/failure'
import { OfflineBanner, ProgressBar, ScrollToTop } from '#ui/feedback/page-states'
import { PendingPage } from '#ui/feedback/pending-page'
import { Toasts } from '#ui/feedback/toast'
import { ClientShell } from '#ui/shell/client-shell'
import { FullLayout } from '#ui/shell/full-layout'
import { texts as baseTexts } from '../ui/base/texts.ts'
import { enterAreas } from './languages.ts'

const AdminShell = lazy(async () => {
  // Around a page that is not of the office, nothing else has loaded the texts of the navigation.
  const [{ AdminShell: component }] = await Promise.all([import('#ui/shell/admin-shell'), enterAreas('staff')])
  return { default: component }
})

const NotificationsBell = lazyPart(() =>
  import('../features/identity/notifications/notifications-bell.tsx').then(({ NotificationsBell: component }) => ({
    default: component,
  })),
)

const PaletteButton = lazyPart(() =>
  import('../features/search/palette-button.tsx').then(({ PaletteButton: component }) => ({ default: component })),
)

const ActivityButton = lazyPart(() =>
  import('../features/activity/activity-button.tsx').then(({ ActivityButton: component }) => ({ default: component })),
)

const FollowAccount = lazyPart(() =>
  import('./follow-account.tsx').then(({ FollowAccount: component }) => ({ default: component })),
)

const IdleWarning = lazyPart(() =>
  import('#ui/shell/idle').then(({ IdleWarning: component }) => ({ default: component })),
)

const ConfirmDialog = lazyPart(async () => {
  // It opens on any page, and most have not loaded the texts of the sign-in.
  const [{ ConfirmDialog: component }] = await Promise.all([
    import('../features/identity/confirm/confirm-dialog.tsx'),
    enterAreas('sign-in'),
  ])
  return { default: component }
})

/** Asks for re-authentication when a request needs it. */
function Confirming() {
  const asked = useSyncExternalStore(confirmation.subscribe, confirmation.isAsked)
  // Signed out in the meantime: there is nobody to ask.
  useEffect(() => () => confirmation.answer(false), [])
  return asked ? (
    <Suspense>
      <ConfirmDialog />
    </Suspense>
  ) : null
}

/** The area of an account: around a page that does not exist, and around what every account has. A gate has none. */
const areas = { user: 'client', vendor: 'vendor', admin: 'admin', checkin_user: undefined } as const

function Layout() {
  const { user } = useAccount()
  const layout = useMatches({
    select: (matches) => {
      const wanted = matches.at(-1)?.staticData.layout ?? 'bare'
      const area = user && areas[user.user_type]
      if (wanted === 'own') return area ?? 'full'
      return (!shownPage(matches) && area) || wanted
    },
  })
  const wide = useMatches({ select: (matches) => matches.at(-1)?.staticData.wide === true })
  const tools = user ? (
    <Suspense fallback={<span style={{ width: 44 }} />}>
      <NotificationsBell />
    </Suspense>
  ) : null
  const page = (
    <>
      <StandingFailure />
      <Suspense fallback={<PendingPage />}>
        <Outlet />
      </Suspense>
    </>
  )
  switch (layout) {
    case 'full':
      return <FullLayout wide={wide}>{page}</FullLayout>
    case 'client':
    case 'vendor':
      return (
        <ClientShell area={layout} tools={tools}>
          {page}
        </ClientShell>
      )
    case 'admin':
      return (
        <Suspense fallback={<PendingPage />}>
          <AdminShell
            tools={
              <>
                <Suspense fallback={<span style={{ width: 44 }} />}>
                  <PaletteButton />
                </Suspense>
                <Suspense fallback={<span style={{ width: 44 }} />}>
                  <ActivityButton />
                </Suspense>
                {tools}
              </>
            }
          >
            {page}
          </AdminShell>
        </Suspense>
      )
    default:
      return page
  }
}

const missing = { title: text(baseTexts, 'not_found') }

/** Until the page has settled, its own pictures and answers come first. Milliseconds. */
const SETTLED_MS = 2000

/** Prepares the phone of a member for a time without a network. Nobody else gets anything. */
function useOpenWithoutNetwork(memberId: string | undefined): void {
  useEffect(() => {
    if (memberId === undefined) return undefined
    const timer = setTimeout(
      () =>
        import('../features/reservations/kept/keep.ts').then(
          ({ openWithoutNetwork }) => openWithoutNetwork(memberId),
          () => {},
        ),
      SETTLED_MS,
    )
    return () => clearTimeout(timer)
  }, [memberId])
}

/** The frame of every page: layout, progress, offline, idle, toasts, the document's title. */
export function Root() {
  const i18n = useContext(I18nContext)
  const { user, settings, organisation } = useAccount()
  const { signOutIdle } = usePageActions()
  const isAtWork = useIsAtWork()
  // The gate itself reports what it could not send.
  const isGate = useMatches({ select: (matches) => matches.at(-1)?.staticData.layout === 'check-in' })
  // On a page that opens without a network nothing is typed, and it says itself what it shows.
  const opensOffline = useMatches({ select: (matches) => matches.at(-1)?.staticData.opensOffline === true })
  // A gate stays open for its shift, and so does somebody who asked to stay signed in.
  const isIdleSignedOut = user?.user_type !== 'checkin_user' && !session.isKeptOnDevice()
  const title = useMatches({ select: (matches) => (shownPage(matches) ?? missing).title })
  const name = title(i18n)
  useOpenWithoutNetwork(user?.user_type === 'user' ? user._id : undefined)
  useEffect(() => {
    document.title = name && name !== organisation.name ? `${name} · ${organisation.name}` : organisation.name
    document.documentElement.lang = i18n.locale
  }, [name, organisation.name, i18n.locale])
  return (
    <>
      <AccentStyle color={organisation.color} />
      <ProgressBar />
      {isGate || opensOffline ? null : <OfflineBanner />}
      <Layout />
      {/* The gate keeps its next step at the bottom of the screen. */}
      {isGate ? null : <ScrollToTop />}
      <Toasts />
      {user ? (
        <>
          {isIdleSignedOut ? (
            <Suspense>
              <IdleWarning
                minutes={settings.security_settings.idle_timeout}
                isAtWork={isAtWork}
                onLogout={signOutIdle}
              />
            </Suspense>
          ) : null}
          <Confirming />
          {user.user_type === 'admin' ? (
            <Suspense>
              <FollowAccount />
            </Suspense>
          ) : null}
        </>
      ) : null}
    </>
  )
}
