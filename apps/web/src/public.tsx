import type { PublicPage, RenderPublicPage } from '@shiloh/contract/events/public-pages'
import type { RenderApp, RenderSignIn } from '@shiloh/contract/identity/painted'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { LegalPage } from './features/content/public/legal-page.tsx'
import { EventPage } from './features/events/public/event-page.tsx'
import { EventsPage, LandingPage } from './features/events/public/events-page.tsx'
import { ReceiptPage } from './features/reservations/public/receipt-page.tsx'
import { I18nContext } from './platform/i18n.ts'
import { serverI18n } from './server-i18n.ts'
import { NoticePage } from './ui/public/frame.tsx'

function pageOf(page: PublicPage): ReactElement {
  switch (page.kind) {
    case 'landing':
      return <LandingPage frame={page.frame} events={page.events} />
    case 'events':
      return <EventsPage page={page} />
    case 'event':
      return <EventPage frame={page.frame} event={page.event} />
    case 'legal':
      return <LegalPage page={page} />
    case 'receipt':
      return <ReceiptPage frame={page.frame} receipt={page.receipt} />
    case 'not-found':
      return <NoticePage frame={page.frame} kind="not_found" />
    case 'maintenance':
      return <NoticePage frame={page.frame} kind="maintenance" message={page.message} />
  }
}

/** Renders a public page as a complete document without scripts. */
export const renderPublicPage: RenderPublicPage = (page) =>
  `<!doctype html>${renderToStaticMarkup(<I18nContext value={serverI18n(page.frame.language)}>{pageOf(page)}</I18nContext>)}`

/** Renders the sign-in of the app. Its code loads at the first request: most of it is not needed for the pages above. */
export const renderSignIn: RenderSignIn = async (page) => (await import('./sign-in.tsx')).renderSignIn(page)

/** Renders a page of the app as it is before the app is there. */
export const renderApp: RenderApp = async (page) => (await import('./painted-app.tsx')).renderApp(page)

export { earlyScript } from './app/early-data.ts'
