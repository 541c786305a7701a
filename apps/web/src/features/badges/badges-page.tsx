import { Button, Checkbox, Progress } from '@mantine/core'
import { badgeRoutes, MOST_BADGES } from '@shiloh/contract/badges/badges'
import {
  BADGE_LAYOUTS,
  type BadgeLayout,
  drawCard,
  impose,
  LAYOUTS,
  PAPERS,
  pagesOf,
} from '@shiloh/contract/badges/layouts'
import type { BodyIn, DataOf } from '@shiloh/contract/core'
import type { EventBrief } from '@shiloh/contract/events/events'
import { reservationFilter } from '@shiloh/contract/reservations/reservations'
import { QR_CORRECTION, qrText } from '@shiloh/contract/reservations/ticket-code'
import { formatCount } from '@shiloh/contract/text/format'
import { IconListCheck, IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { encode } from 'uqr'
import { z } from 'zod'
import { call } from '#platform/api'
import { useCurrentEvent } from '#platform/current-event'
import { saveFile } from '#platform/download'
import { followFile } from '#platform/follow-activity'
import { useLanguage, useT } from '#platform/i18n'
import { type ListSearch, listSearch } from '#platform/list-search'
import { keyOf, useAct } from '#platform/queries'
import { useRemembered } from '#platform/remembered'
import { LinkButton } from '#ui/base/link-button'
import { Segments } from '#ui/base/segments'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { ChoiceList } from '#ui/form/choice-list'
import { PageHeader } from '#ui/shell/page-header'
import classes from './badges.module.css'
import { CardSvg } from './card-svg.tsx'
import { useMeasure } from './measure.ts'
import { texts } from './texts.ts'

/** `/admin/badges`: badges for an event, for a filter of its reservations, or for selected ones. */
export function BadgesPage() {
  const t = useT(texts)
  const search = useSearch({ strict: false, select: listSearch })
  const { event, isLoading } = useCurrentEvent()
  const eventId = search['event_id'] ?? event?._id
  if (eventId) return <Badges key={JSON.stringify(search)} eventId={eventId} event={event} search={search} />
  return isLoading ? <Scaffold /> : <EmptyState title={t('choose_event')} hint={t('choose_event_hint')} />
}

const wishes = z.object({
  layout: z.enum(BADGE_LAYOUTS).nullable(),
  paper: z.enum(PAPERS),
  /** The layouts whose districts get a cover. */
  covered: z.array(z.enum(BADGE_LAYOUTS)),
})

/** A cover takes one of the labels or bands. */
const isDear = (layout: BadgeLayout): boolean => layout === 'label' || layout === 'wristband' || layout === 'sheet'

const toggled = (all: readonly BadgeLayout[], one: BadgeLayout): BadgeLayout[] =>
  all.includes(one) ? all.filter((other) => other !== one) : [...all, one]

/** Returns the filter of the list that the address names. */
const filterOf = (search: ListSearch, eventId: string): Record<string, string> => {
  const named = Object.keys(reservationFilter.shape).flatMap((name) => {
    const value = search[name]
    return value && name !== 'event_id' ? [[name, value] as const] : []
  })
  return { ...Object.fromEntries(named), event_id: eventId }
}

interface BadgesProps {
  eventId: string
  event: EventBrief | undefined
  search: ListSearch
}

function Badges({ eventId, event, search }: BadgesProps) {
  const t = useT(texts)
  const language = useLanguage()
  const layoutId = useId()
  const [wish, setWish] = useRemembered<z.output<typeof wishes>>('badges', wishes, {
    layout: null,
    paper: 'card',
    covered: [],
  })
  const [onlyNew, setOnlyNew] = useState(false)
  const [wantsMinors, setWantsMinors] = useState<boolean>()
  const [alsoPending, setAlsoPending] = useState(false)
  const [chosenLayout, chooseLayout] = useState<BadgeLayout>()
  const filter = filterOf(search, eventId)
  const ids = search['ids']?.split(',').filter((id) => id !== '')
  const participants = search['participants']?.split(',').filter((id) => id !== '')
  const base = {
    filter: ids ? { event_id: eventId } : filter,
    ...(ids && { ids }),
    ...(participants && { participant_ids: participants }),
    only_new: onlyNew,
    also_pending: alsoPending,
  }
  // The layout chosen here, else what this event's badges were printed with last, else what this browser used last.
  const [usual, setUsual] = useState<BadgeLayout | null>(null)
  const layout = chosenLayout ?? usual ?? wish.layout ?? 'a6'
  // Wristbands are for children: nobody else is offered one unasked.
  const onlyMinors = wantsMinors ?? layout === 'wristband'
  const wantsCovers = wish.covered.includes(layout)
  const body = { ...base, layout, only_minors: onlyMinors, covers: wantsCovers }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [...keyOf(badgeRoutes.previewBadges), body],
    queryFn: ({ signal }) => call(badgeRoutes.previewBadges, { body, signal }),
    placeholderData: keepPreviousData,
  })
  const used = data?.usual ?? null
  useEffect(() => setUsual(used), [used])
  const a4 = impose(layout, 'a4').places.length
  const count = data?.persons ?? 0
  const shown = formatCount(count, language)
  const covers = wantsCovers && count > 1
  const isAll = !ids && Object.keys(filter).length === 1
  const source = () => {
    if (ids) return t('chosen', { count: ids.length })
    return isAll ? t('everybody', { event: event?.name ?? '' }) : t('filtered')
  }
  if (error && !data) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader
        breadcrumbs={false}
        compact
        title={t('badges')}
        actions={
          <LinkButton
            to="/admin/reservations"
            search={filter}
            variant="default"
            leftSection={<IconListCheck size={18} />}
          >
            {t('choose_in_list')}
          </LinkButton>
        }
      />
      <div className={classes.page}>
        <div className={classes.form}>
          <section>
            <h2>{t('who')}</h2>
            <p className={classes.source}>{source()}</p>
            <p aria-live="polite" className="num">
              {data ? (count > 999 ? t('persons_shown', { count: shown }) : t('persons', { count })) : '\u00a0'}
              {data && data.printed > 0 && !onlyNew ? `, ${t('printed_before', { count: data.printed })}` : ''}
            </p>
            <Checkbox
              label={t('only_new')}
              checked={onlyNew}
              onChange={(changed) => setOnlyNew(changed.currentTarget.checked)}
            />
            <Checkbox
              label={t('only_minors')}
              checked={onlyMinors}
              onChange={(changed) => setWantsMinors(changed.currentTarget.checked)}
            />
            <Checkbox
              label={t('also_pending')}
              checked={alsoPending}
              onChange={(changed) => setAlsoPending(changed.currentTarget.checked)}
            />
          </section>
          <section>
            <h2 id={layoutId}>{t('layout')}</h2>
            <div className={classes.layouts}>
              <ChoiceList
                labelledBy={layoutId}
                value={layout}
                onChoose={(value) => {
                  const chosen = BADGE_LAYOUTS.find((one) => one === value)
                  if (!chosen) return
                  chooseLayout(chosen)
                  setWish({ ...wish, layout: chosen })
                }}
                lines={BADGE_LAYOUTS.map((one) => ({
                  value: one,
                  title: t(`layout_${one}`),
                  note: used === one ? `${t(`layout_${one}_note`)}; ${t('usual')}` : t(`layout_${one}_note`),
                }))}
              />
            </div>
          </section>
          <section>
            <h2>{t('paper')}</h2>
            {layout === 'sheet' ? null : (
              <Segments
                label={t('paper')}
                choices={[
                  { value: 'card', label: t('paper_card') },
                  { value: 'a4', label: t('paper_a4', { count: a4 }) },
                ]}
                value={wish.paper}
                onChange={(paper) => setWish({ ...wish, paper })}
              />
            )}
            {count > 1 ? (
              <Checkbox
                label={t('covers')}
                description={t(isDear(layout) ? 'covers_labels' : 'order')}
                checked={wantsCovers}
                onChange={() => setWish({ ...wish, covered: toggled(wish.covered, layout) })}
              />
            ) : null}
          </section>
          <Make
            body={{ ...body, paper: wish.paper, covers }}
            count={count}
            pages={pagesOf(layout, wish.paper, covers, data?.districts ?? [])}
            isReady={data !== undefined && !isPlaceholderData}
            onMade={() => void refetch()}
          />
        </div>
        <Preview layout={layout} sample={data?.sample ?? []} isEmpty={data?.persons === 0} onlyMinors={onlyMinors} />
      </div>
    </>
  )
}

type Sample = DataOf<typeof badgeRoutes.previewBadges>['sample']

/** The first card as it will be printed, with a real person. */
function Preview({
  layout,
  sample,
  isEmpty,
  onlyMinors,
}: {
  layout: BadgeLayout
  sample: Sample
  isEmpty: boolean
  onlyMinors: boolean
}) {
  const t = useT(texts)
  const measure = useMeasure()
  const [first] = sample
  const card = measure && first ? drawCard(layout, sample, { glue: t('glue') }, measure) : undefined
  const code = card?.items.find((item) => item.kind === 'qr')
  const modules = first ? encode(qrText(first.qr), { ...QR_CORRECTION, border: 0 }).size : 37
  return (
    <section className={classes.preview} aria-label={t('preview')} data-layout={layout}>
      {isEmpty ? (
        <EmptyState title={t('nobody')} hint={t(onlyMinors ? 'no_minors_hint' : 'nobody_hint')} />
      ) : (
        <>
          <div className={classes.card} style={{ aspectRatio: `${LAYOUTS[layout].width} / ${LAYOUTS[layout].height}` }}>
            {card && first ? <CardSvg card={card} qrs={sample.map(({ qr }) => qr)} label={first.name} /> : null}
          </div>
          <p className="dim small">
            {t('preview_of')}
            {code?.kind === 'qr' ? (
              <>
                <br />
                {t('code_size', { size: String(code.size), module: (code.size / modules).toFixed(2) })}
              </>
            ) : null}
          </p>
        </>
      )}
    </section>
  )
}

interface MakeProps {
  body: BodyIn<typeof badgeRoutes.printBadges>
  count: number
  pages: number
  isReady: boolean
  onMade: () => void
}

/** Starts the work, follows it, and saves the file. It goes on when the page is left. */
function Make({ body, count, pages, isReady, onMade }: MakeProps) {
  const t = useT(texts)
  const language = useLanguage()
  const start = useAct(badgeRoutes.printBadges, [], { shown: true })
  const [done, setDone] = useState<number>()
  const [failed, setFailed] = useState<{ readonly reason: string; readonly proof: boolean }>()
  const left = useRef<AbortController>(undefined)
  useEffect(() => () => left.current?.abort(), [])
  const isBusy = start.isPending || done !== undefined
  const make = async (proof: boolean) => {
    setFailed(undefined)
    const followed = new AbortController()
    left.current = followed
    try {
      const { data } = await start.mutateAsync({ body: { ...body, proof } })
      setDone(0)
      const file = await followFile(data.activity_id, setDone, followed.signal)
      if (file) {
        saveFile(file)
        toastDone({ message: t(proof ? 'proof_made' : 'made', { count: data.total }) })
      }
    } catch (error) {
      if (followed.signal.aborted || !(error instanceof Error)) return
      if (left.current === followed) setFailed({ reason: error.message, proof })
    }
    setDone(undefined)
    onMade()
  }
  const most = formatCount(MOST_BADGES, language)
  if (count > MOST_BADGES) return <p className={classes.many}>{t('too_many', { most })}</p>
  return (
    <div className={classes.make}>
      <Button
        size="md"
        leftSection={<IconPrinter size={19} />}
        disabled={!isReady || count === 0 || isBusy}
        onClick={() => void make(false)}
      >
        {isBusy
          ? t('busy')
          : count > 999
            ? t('make_shown', { count: formatCount(count, language), pages: formatCount(pages, language) })
            : t('make', { count: Math.max(1, count), pages: Math.max(1, pages) })}
      </Button>
      {failed ? (
        <div role="alert" className={classes.failed}>
          <p>{t('failed', { reason: failed.reason })}</p>
          <Button variant="default" onClick={() => void make(failed.proof)}>
            {t('try_again')}
          </Button>
        </div>
      ) : null}
      {done === undefined ? (
        <div className={classes.proof}>
          <p className="dim small">{t('counts')}</p>
          <Button variant="subtle" disabled={!isReady || count === 0 || isBusy} onClick={() => void make(true)}>
            {t('proof')}
          </Button>
        </div>
      ) : (
        <div>
          <Progress value={count === 0 ? 0 : (100 * done) / count} aria-label={t('print_badges')} />
          <p className="num small">
            {t('making', { done: formatCount(done, language), total: formatCount(count, language) })}
          </p>
          <p className="dim small">{t('leave')}</p>
        </div>
      )}
    </div>
  )
}
