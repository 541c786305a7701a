import type { PublicPage } from '@shiloh/contract/events/public-pages'
import { formatDay } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import { PublicDocument } from '../../../ui/public/frame.tsx'
import css from '../../../ui/public/text.css?inline'
import { texts } from './texts.ts'

/** `/privacy-policy` and `/terms`. */
export function LegalPage({ page }: { page: Extract<PublicPage, { kind: 'legal' }> }) {
  const t = useT(texts)
  const title = t(page.document)
  const since = t('updated', { date: formatDay(page.updated_at, useLanguage(), 'UTC', { weekdays: false }) })
  return (
    <PublicDocument frame={page.frame} preview={{ title, description: `${title}. ${since}.` }} css={css}>
      <div className="tx">
        <h1>{title}</h1>
        <p className="dim s">{since}</p>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
        <div dangerouslySetInnerHTML={{ __html: page.html }} />
      </div>
    </PublicDocument>
  )
}
