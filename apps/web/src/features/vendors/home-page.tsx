import { formatDay } from '@shiloh/contract/text/format'
import { dayIn } from '@shiloh/contract/text/zone'
import type { Sitting } from '@shiloh/contract/vendors/vendors'
import { VENDOR_WORDS } from '@shiloh/contract/vendors/words'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useLanguage, useT } from '#platform/i18n'
import { LinkButton } from '#ui/base/link-button'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { PendingPage } from '#ui/feedback/pending-page'
import { PageHeader } from '#ui/shell/page-header'
import { Contact } from './contact.tsx'
import { CoversSection, DayPicker, EatenSection } from './covers.tsx'
import { EventChoice } from './event-choice.tsx'
import { ProductsSection } from './products.tsx'
import { leftOfAll, useCatering, useDashboard } from './queries.ts'
import { VendorTabs } from './tabs.tsx'
import { texts } from './texts.ts'
import classes from './vendor.module.css'

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** Returns the day to show first: tomorrow, else today, else the first to come, else the last. */
const firstDay = (days: readonly string[], today: string): string | undefined =>
  [nextDay(today), today].find((day) => days.includes(day)) ?? days.find((day) => day >= today) ?? days.at(-1)

const daysOf = (sittings: readonly Sitting[]): readonly string[] =>
  [...new Set(sittings.flatMap(({ day }) => (day === null ? [] : [day])))].sort()

/** `/vendor`: covers of the next day, what was eaten, and what is to hand over. */
export function VendorHomePage() {
  const t = useT(texts)
  const word = useT(VENDOR_WORDS)
  const language = useLanguage()
  const navigate = useNavigate()
  const { event_id, day: wanted } = useSearch({ from: '/vendor' })
  const dashboard = useDashboard(event_id)
  const catering = useCatering(event_id)
  if (!dashboard.data || !catering.data) {
    const failed = dashboard.error ?? catering.error
    return failed ? (
      <LoadFailed
        message={failed.message}
        onRetry={() => {
          void dashboard.refetch()
          void catering.refetch()
        }}
      />
    ) : (
      <PendingPage />
    )
  }
  const { events, products } = dashboard.data
  const { event, caterers, sittings } = catering.data
  if (!event)
    return (
      <>
        <EmptyState
          title={t('nothing_shared')}
          hint={t('what_to_do')}
          action={
            <LinkButton variant="default" to="/auth/account">
              {t('check_details')}
            </LinkButton>
          }
        />
        <Contact />
      </>
    )
  const choose = (search: { event_id?: string; day?: string }) =>
    void navigate({ to: '/vendor', search, replace: true, resetScroll: false })
  const today = dayIn(new Date(), event.time_zone)
  const days = daysOf(sittings)
  const day = wanted && days.includes(wanted) ? wanted : firstDay(days, today)
  const title = () => {
    if (!day) return event.name
    const date = formatDay(`${day}T12:00:00Z`, language, 'UTC')
    if (day === today) return t('today', { date })
    return day === nextDay(today) ? t('tomorrow', { date }) : date
  }
  const served = sittings.filter((sitting) => sitting.day === (day ?? null))
  // Beside what to cook tomorrow stands what was eaten today; beside a day that is over, what was eaten then.
  const isOver = day !== undefined && day < today
  const eatenDay = isOver ? day : day === undefined ? null : today
  const eaten = sittings.filter((sitting) => sitting.day === eatenDay)
  const eatenTitle = () => {
    if (eatenDay === null) return word('eaten_column')
    return eatenDay === today
      ? t('eaten_today')
      : t('eaten_on', { date: formatDay(`${eatenDay}T12:00:00Z`, language, 'UTC') })
  }
  return (
    <>
      <VendorTabs eventId={event._id} left={leftOfAll(products)} />
      <EventChoice events={events} value={event._id} onChange={(id) => choose({ event_id: id })} />
      <p className={classes.kicker}>{[...caterers.map(({ name }) => name), event.name].join(', ')}</p>
      <PageHeader
        title={title()}
        breadcrumbs={false}
        actions={
          days.length > 1 ? (
            <DayPicker
              days={days}
              value={day}
              onChange={(chosen) => choose({ ...(event_id && { event_id }), day: chosen })}
            />
          ) : null
        }
      />
      <div className={classes.columns}>
        <div>
          {caterers.length > 0 ? (
            <CoversSection
              event={event}
              caterers={caterers}
              day={day}
              sittings={served}
              hasTimes={sittings.length > 0}
            />
          ) : null}
        </div>
        <div>
          {caterers.length > 0 && eaten.length > 0 ? (
            <EatenSection title={eatenTitle()} event={event} sittings={eaten} />
          ) : null}
          {products.length > 0 ? <ProductsSection event={event} products={products} /> : null}
        </div>
      </div>
      <Contact />
    </>
  )
}
