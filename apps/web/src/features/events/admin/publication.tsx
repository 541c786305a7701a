import { languageName } from '@shiloh/contract/core'
import type { AdminEvent } from '@shiloh/contract/events/events'
import { publicationRoutes } from '@shiloh/contract/events/publication'
import {
  formatCount,
  formatList,
  formatMoneyInText,
  formatTime,
  formatWeekday,
  formatZone,
} from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '#platform/account'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { FactList } from '#ui/base/fact-list'
import { texts as languages } from '../../../ui/form/languages/languages-texts.ts'
import classes from './editor.module.css'
import { useLacks } from './lacks.ts'
import { gapsOf, outdatedOf } from './languages.ts'
import { eventQuery } from './queries.ts'
import { texts } from './texts.ts'

/** One line of a fact for each of several sayings. */
function Lines({ says }: { says: readonly string[] }) {
  return says.map((one) => <div key={one}>{one}</div>)
}

/** What is missing: what prevents the publication, and the languages. */
function useMissing(): (event: AdminEvent) => string[] {
  const say = useT(languages)
  const lacks = useLacks()
  const { language: own } = useAccount().organisation
  return (event) => [
    ...lacks(event),
    ...gapsOf(event, own).map(({ language, count }) =>
      say('language_gaps', { language: languageName(language), count }),
    ),
    ...outdatedOf(event, own).map(({ language, count }) =>
      say('language_outdated', { language: languageName(language), count }),
    ),
  ]
}

/** What goes on sale when an event is published, until when, who hears of it, and what is missing. */
export function PublicationFacts({ id }: { id: string }) {
  const t = useT(texts)
  const language = useLanguage()
  const { time_zone: zone } = useAccount().organisation
  const missing = useMissing()
  const { data: event } = useQuery(eventQuery(id))
  const { data: publication } = useQuery({
    ...queryOf(publicationRoutes.readPublication, { params: { id } }),
    staleTime: 0,
    gcTime: 0,
  })
  if (!event || !publication) return null
  const moment = (at: string) =>
    `${formatWeekday(at, language, zone)} ${formatDate(at, language, zone)}, ${formatTime(at, language, zone)}`
  const { registration_opens_at: opens, registration_closes_at: closes } = event
  const bedsOf = new Map(publication.accommodations.map(({ _id, beds }) => [_id, beds]))
  const { waiting, workflows } = publication
  const opensAt = () => {
    if (opens === null) return t('goes_opens_now')
    return Date.parse(opens) <= Date.now() ? t('goes_opened', { when: moment(opens) }) : moment(opens)
  }
  const lacking = missing(event)
  return (
    <div className={classes.publication}>
      <FactList
        facts={[
          [t('goes_places'), event.capacity === null ? t('goes_places_all') : formatCount(event.capacity, language)],
          [
            t('goes_beds'),
            event.accommodations.length === 0 ? (
              t('goes_beds_none')
            ) : (
              <Lines
                key="beds"
                says={event.accommodations.map(({ _id, name, beds }) =>
                  t('goes_beds_line', { name, beds: bedsOf.get(_id) ?? beds }),
                )}
              />
            ),
          ],
          [
            t('goes_prices'),
            <Lines
              key="prices"
              says={event.participant_types.map(({ name, price }) =>
                t('goes_price', {
                  name,
                  price: price === 0 ? t('goes_free') : formatMoneyInText(price, event.currency, language),
                }),
              )}
            />,
          ],
          [t('goes_opens'), opensAt()],
          [t('goes_closes'), closes === null ? t('goes_closes_end', { when: moment(event.ends_at) }) : moment(closes)],
          [t('goes_waiting'), waiting > 0 ? t('goes_waiting_count', { count: waiting }) : null],
          [
            t('goes_told'),
            workflows.length === 0
              ? t('goes_told_nobody')
              : t('goes_workflows', {
                  count: workflows.length,
                  names: formatList(
                    workflows.map(({ name }) => name),
                    language,
                  ),
                }),
          ],
          [t('goes_missing'), lacking.length > 0 ? <Lines key="missing" says={lacking} /> : null],
        ]}
      />
      <p className="dim small">{t('goes_zone', { zone: formatZone(zone, language) })}</p>
    </div>
  )
}
