import { Button, Modal, NumberInput } from '@mantine/core'
import type { DataOf } from '@shiloh/contract/core'
import { allotmentRoutes, type LedAllotment } from '@shiloh/contract/reservations/allotments'
import { countNights } from '@shiloh/contract/reservations/nights'
import { formatDay, formatMoney, formatRange } from '@shiloh/contract/text/format'
import { IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { Heading } from '#ui/base/values'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { Breadcrumbs } from '#ui/shell/page-header'
import classes from './led.module.css'
import { texts } from './texts.ts'

type Guest = DataOf<typeof allotmentRoutes.readLedAllotment>['guests'][number]

/** Names and empty beds that are listed before "show all". */
const SHOWN_NAMES = 6
const SHOWN_EMPTY = 2
const LIVE: readonly string[] = ['pending', 'active', 'redeemed']

/** Says when empty beds go back. */
function GoesBack({ one }: { one: LedAllotment }) {
  const t = useT(texts)
  const language = useLanguage()
  const coming = one.releases.filter(({ done_at }) => done_at === null)
  const [next, last] = [coming[0], coming.at(-1)]
  if (one.empty === 0 || !next || !last) return null
  const day = (release: typeof next) => formatDay(release.on_day, language, 'UTC')
  return (
    <p className={classes.back}>
      <IconClock size={20} aria-hidden />
      <span>
        {next.beds === null || next === last
          ? t('all_back', { day: day(next) })
          : t('some_back', { beds: Math.min(next.beds, one.empty), day: day(next), rest: day(last) })}
      </span>
    </p>
  )
}

function GuestRow({ guest, number }: { guest: Guest; number: number }) {
  const t = useT(texts)
  const language = useLanguage()
  const isOver = !LIVE.includes(guest.status)
  const isOpen = guest.missing > 0 || guest.balance > 0
  const stands = isOver
    ? t('ended')
    : [
        guest.missing > 0 ? t('missing', { count: guest.missing }) : t('complete'),
        guest.balance > 0 ? t('to_pay', { amount: formatMoney(guest.balance, guest.currency, language) }) : t('paid'),
      ].join(', ')
  return (
    <li>
      <span className={classes.number}>{number}</span>
      <span className={classes.who}>
        <b>{guest.name}</b>
        <small data-open={isOver || isOpen || undefined}>{stands}</small>
      </span>
    </li>
  )
}

/** Asks how many empty beds go back now. */
function GiveBack({ one, onClose }: { one: LedAllotment; onClose: () => void }) {
  const t = useT(texts)
  const [beds, setBeds] = useState<number | string>(one.empty)
  const [isWrong, setIsWrong] = useState(false)
  const act = useAct(allotmentRoutes.returnLedBeds, [
    allotmentRoutes.readLedAllotment,
    allotmentRoutes.listLedAllotments,
  ])
  return (
    <Modal opened onClose={onClose} title={t('give_back')} closeButtonProps={{ 'aria-label': t('close') }}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          const isPossible = Number(beds) >= 1 && Number(beds) <= one.empty
          setIsWrong(!isPossible)
          if (!isPossible) return
          act.mutate(
            { params: { id: one._id }, body: { beds: Number(beds) } },
            {
              onSuccess: () => {
                toastDone({ message: t('gave_back') })
                onClose()
              },
            },
          )
        }}
      >
        <p>{t('give_back_hint')}</p>
        <NumberInput
          label={t('how_many')}
          min={1}
          max={one.empty}
          allowDecimal={false}
          value={beds}
          data-autofocus
          error={isWrong ? t('how_many_wrong', { most: one.empty }) : undefined}
          onChange={(value) => {
            setIsWrong(false)
            setBeds(value)
          }}
        />
        <div className={classes.acts}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={act.isPending}>
            {t('give_back')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** `/allotments/{id}`: the beds of a group, for its leader. */
export function LedPage() {
  const t = useT(texts)
  const language = useLanguage()
  const { id } = useParams({ from: '/allotments/$id' })
  const [isAll, setAll] = useState(false)
  const [isGiving, setGiving] = useState(false)
  const { data, error, refetch } = useQuery(queryOf(allotmentRoutes.readLedAllotment, { params: { id } }))
  if (!data)
    return error ? <LoadFailed message={error.message} onRetry={() => void refetch()} /> : <Scaffold rows={6} />
  const { event, guests, held_for: group } = data
  const shown = isAll ? guests : guests.slice(0, SHOWN_NAMES)
  const emptyShown = Math.min(data.empty, SHOWN_EMPTY)
  const figures = [
    { label: t('filled'), value: data.filled },
    { label: t('empty'), value: data.empty },
    { label: t('given'), value: data.given },
  ]
  return (
    <div className={classes.page}>
      <header>
        <Breadcrumbs />
        <Heading level={1}>
          {t('title', { count: data.given, category: data.room_category, group: group.name })}
        </Heading>
        <p className={classes.quiet}>
          {t('at', {
            event: event.name,
            count: countNights(data.check_in, data.check_out),
            when: formatRange(data.check_in, data.check_out, language, 'UTC'),
          })}
        </p>
      </header>
      <dl className={classes.figures}>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <span className={classes.bar} aria-hidden>
        <span style={{ width: `${(data.filled / data.given) * 100}%` }} />
      </span>
      {data.returned > 0 ? <p className={classes.quiet}>{t('went_back', { count: data.returned })}</p> : null}
      <GoesBack one={data} />
      <section>
        <h2>{t('names')}</h2>
        {guests.length === 0 ? <p className={classes.quiet}>{t('nobody')}</p> : null}
        <ol className={classes.names}>
          {shown.map((guest, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a leader sees no ids, and two people can have one name
            <GuestRow key={index} guest={guest} number={index + 1} />
          ))}
          {guests.length > shown.length ? (
            <li>
              <button type="button" onClick={() => setAll(true)}>
                {t('show_all', { count: guests.length })}
              </button>
            </li>
          ) : null}
          {Array.from({ length: emptyShown }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: empty beds are alike
            <li key={`empty ${index}`} data-empty>
              <span className={classes.number}>{guests.length + index + 1}</span>
              <span className={classes.who}>{t('empty_bed')}</span>
            </li>
          ))}
          {data.empty > emptyShown ? (
            <li>
              <span className={classes.quiet}>{t('more_empty', { count: data.empty - emptyShown })}</span>
            </li>
          ) : null}
        </ol>
      </section>
      {data.empty > 0 ? (
        <div className={classes.acts}>
          <LinkButton to="/support/new" search={{ allotment: id }}>
            {t('tell_names')}
          </LinkButton>
          <Button variant="default" onClick={() => setGiving(true)}>
            {t('give_back')}
          </Button>
        </div>
      ) : null}
      {isGiving ? <GiveBack one={data} onClose={() => setGiving(false)} /> : null}
    </div>
  )
}
