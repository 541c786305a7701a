import type { I18n } from '@lingui/core'
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage'
import type { Language } from '@shiloh/contract/core'
import type { PublicPage, RenderPublicPage } from '@shiloh/contract/events/public-pages'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { LegalPage } from './features/content/public/legal-page.tsx'
import { EventPage } from './features/events/public/event-page.tsx'
import { EventsPage, LandingPage } from './features/events/public/events-page.tsx'
import { ReceiptPage } from './features/reservations/public/receipt-page.tsx'
import { createI18n, I18nContext } from './platform/i18n.ts'
import { NoticePage } from './ui/public/frame.tsx'

const compiled = new Map<string, CompiledMessage>()
const compileOnce = (message: string) => {
  const known = compiled.get(message) ?? compileMessage(message)
  compiled.set(message, known)
  return known
}

const instances = new Map<Language, I18n>()
function i18nOf(language: Language): I18n {
  const i18n = instances.get(language) ?? createI18n(language).setMessagesCompiler(compileOnce)
  instances.set(language, i18n)
  return i18n
}

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
  `<!doctype html>${renderToStaticMarkup(<I18nContext value={i18nOf(page.frame.language)}>{pageOf(page)}</I18nContext>)}`
