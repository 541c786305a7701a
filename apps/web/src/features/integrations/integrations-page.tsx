import { useT } from '#platform/i18n'
import { FactList } from '#ui/base/fact-list'
import { Panel } from '#ui/base/figures'
import { PageHeader } from '#ui/shell/page-header'
import classes from './integrations.module.css'
import { texts } from './texts.ts'
import { TokensPanel } from './tokens-panel.tsx'
import { WebhooksPanel } from './webhooks-panel.tsx'

/** `/admin/integrations`: what programs of others may do, and what other sites can show. */
export function IntegrationsPage() {
  const t = useT(texts)
  const { origin } = window.location
  return (
    <>
      <PageHeader breadcrumbs={false} title={t('integrations')} />
      <div className={classes.panels}>
        <TokensPanel />
        <WebhooksPanel />
        <Panel title={t('elsewhere')} note={t('elsewhere_note')}>
          <FactList
            facts={[
              [t('calendar'), <Address key="calendar" address={`${origin}/events.ics`} hint={t('calendar_hint')} />],
              [t('card'), <Address key="card" address={`${origin}/embed/events/…`} hint={t('card_hint')} />],
              [t('reference'), <a key="reference" href="/api/docs">{`${origin}/api/docs`}</a>],
            ]}
          />
        </Panel>
      </div>
    </>
  )
}

function Address({ address, hint }: { address: string; hint: string }) {
  return (
    <>
      <code>{address}</code>
      <br />
      <span className="dim small">{hint}</span>
    </>
  )
}
