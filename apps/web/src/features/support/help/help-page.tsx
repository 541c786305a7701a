import { contentRoutes, type Faq } from '@shiloh/contract/content'
import { supportRoutes } from '@shiloh/contract/support'
import { IconMessageCirclePlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '#platform/i18n'
import { useLive } from '#platform/live'
import { keyOf, queryOf } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { DateText, Heading } from '#ui/base/values'
import { useListAddress } from '#ui/list/list-address'
import { MemberList } from '#ui/list/member-list'
import { SearchField } from '#ui/list/search-field'
import { PageHeader } from '#ui/shell/page-header'
import { TicketState } from '../parts/state.tsx'
import { texts } from '../parts/texts.ts'
import { useCategoryName } from '../parts/words.ts'
import classes from './help.module.css'

const byCategory = (faqs: readonly Faq[]): [string, Faq[]][] => {
  const groups = new Map<string, Faq[]>()
  for (const faq of faqs) groups.set(faq.category, [...(groups.get(faq.category) ?? []), faq])
  return [...groups]
}

/** Own questions to the office, those with news first in view. Nothing without any. */
function OwnTickets() {
  const t = useT(texts)
  const client = useQueryClient()
  const { data } = useQuery(queryOf(supportRoutes.listOwnTickets, { query: {} }))
  useLive('tickets.changed', () => void client.invalidateQueries({ queryKey: keyOf(supportRoutes.listOwnTickets) }))
  if (!data || data.items.length === 0) return null
  return (
    <section className={classes.section}>
      <h2>{t('own')}</h2>
      <ul className={classes.tickets}>
        {data.items.map((ticket) => (
          <li key={ticket._id}>
            <Link to="/support/$id" params={{ id: ticket._id }} data-unread={ticket.unread || undefined}>
              <span className={classes.line}>
                <b>{ticket.subject}</b>
                <TicketState ticket={ticket} />
              </span>
              <span className={classes.last}>{ticket.last_message}</span>
              <span className="dim small">
                <DateText value={ticket.updated_at} time />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** `/support`: frequent questions, and the conversations with the office. */
export function HelpPage() {
  const t = useT(texts)
  const categoryName = useCategoryName()
  const { search, change } = useListAddress([])
  // Below the own tickets: it would jump when they arrive.
  const { isPending } = useQuery(queryOf(supportRoutes.listOwnTickets, { query: {} }))
  const faqs = useQuery(queryOf(contentRoutes.listPublicFaqs, { query: search ? { search } : {} }))
  const ask = (
    <LinkButton to="/support/new" leftSection={<IconMessageCirclePlus size={18} aria-hidden />}>
      {t('ask')}
    </LinkButton>
  )
  return (
    <>
      <PageHeader title={t('help')} actions={ask} />
      <OwnTickets />
      <section className={classes.section} hidden={isPending}>
        <h2>{t('questions')}</h2>
        <div className={classes.search}>
          <SearchField label={t('search')} words={search} onSearch={(words) => change({ search: words })} />
        </div>
        <MemberList
          query={faqs}
          skeleton={{ rows: 6, phone: 64, desktop: 56 }}
          empty={
            search
              ? { title: t('none_found', { search }), hint: t('none_found_hint'), action: ask }
              : { title: t('no_faqs'), hint: t('none_found_hint'), action: ask }
          }
        >
          {(rows) =>
            byCategory(rows).map(([category, group]) => (
              <section key={category} className={classes.category}>
                <Heading level={3}>{categoryName(category)}</Heading>
                {group.map((faq) => (
                  <details key={faq._id} className={classes.faq} lang={faq.language}>
                    <summary>{faq.question}</summary>
                    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
                    <div className={classes.answer} dangerouslySetInnerHTML={{ __html: faq.answer_html }} />
                  </details>
                ))}
              </section>
            ))
          }
        </MemberList>
      </section>
    </>
  )
}
