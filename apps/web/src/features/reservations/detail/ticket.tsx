import { Button } from '@mantine/core'
import { DESK_TEXTS, deskReach } from '@shiloh/contract/reservations/desk'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { MyReservation } from '@shiloh/contract/reservations/views'
import { formatDay, formatMoney, formatTime } from '@shiloh/contract/text/format'
import { IconBrandWhatsapp, IconDeviceMobilePlus, IconDownload, IconMail, IconShare } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { call } from '#platform/api'
import { saveFile } from '#platform/download'
import { useLanguage, useT } from '#platform/i18n'
import { useInstall } from '#platform/install'
import { useAct } from '#platform/queries'
import { QrCode } from '#ui/base/qr-code'
import { Unbroken } from '#ui/base/values'
import { toastDone } from '#ui/feedback/toast'
import { useKeptTicket } from '../kept/keep.ts'
import { texts as keptTexts } from '../kept/texts.ts'
import classes from './detail.module.css'
import { texts } from './texts.ts'

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

/** What the desk gets, by when, and who knows where it is. */
function AtDesk({ amount, when }: { amount: string; when: string }) {
  const t = useT(texts)
  const { organisation } = useAccount()
  const where = useT(DESK_TEXTS)
  return (
    <>
      <p>
        <Unbroken>{t('at_desk', { amount, when })}</Unbroken>
      </p>
      <p>{where('where', { reach: deskReach(organisation) })}</p>
    </>
  )
}

/** The tickets of all persons side by side. They can be sent as a link; their owner can save them as a PDF, too. */
export function Ticket({ reservation }: { reservation: MyReservation }) {
  const t = useT(texts)
  const kept = useT(keptTexts)
  const isKept = useKeptTicket(reservation)
  const install = useInstall()
  const language = useLanguage()
  const { participants, event, status, code } = reservation
  const [chosen, setChosen] = useState(participants[0]?._id ?? '')
  const person = participants.find(({ _id }) => _id === chosen) ?? participants[0]
  const save = useMutation({
    mutationFn: () => call(reservationRoutes.generateMyPdf, { params: { id: reservation._id } }),
    onSuccess: ({ base64, mime, file_name }) =>
      saveFile({ blob: new Blob([bytesOf(base64)], { type: mime }), name: file_name }),
  })
  const again = useAct(reservationRoutes.sendMineAgain)
  if (!person) return null
  const isValid = status === 'active' || status === 'redeemed'
  const isOwn = reservation.viewer !== 'guest'
  const canShare = 'share' in navigator
  const words = `${event.name}, ${code}, ${person.name}`
  const send = async () => {
    if (!canShare) {
      open(`https://wa.me/?text=${encodeURIComponent(`${words}\n${person.qr.url}`)}`, '_blank', 'noreferrer')
      return
    }
    // Closing the share sheet also rejects. That is not a failure.
    await navigator.share({ title: event.name, text: words, url: person.qr.url }).catch(() => undefined)
  }
  const when = (instant: string) =>
    `${formatDay(instant, language, event.time_zone)}, ${formatTime(instant, language, event.time_zone)}`
  const standing = reservation.viewer === 'guest' ? undefined : reservation.standing
  const cash =
    standing?.kind === 'held_cash' && standing.at !== null
      ? { amount: formatMoney(standing.amount, reservation.currency, language), when: when(standing.at) }
      : undefined
  return (
    <section className={classes.ticket}>
      {participants.length > 1 ? (
        <fieldset className={classes.whose} aria-label={t('whose_ticket')} data-no-print>
          {participants.map(({ _id, name }) => (
            <button key={_id} type="button" aria-pressed={_id === person._id} onClick={() => setChosen(_id)}>
              {name}
            </button>
          ))}
        </fieldset>
      ) : null}
      {cash ? <h2>{t('at_desk_title')}</h2> : null}
      <div className={classes.frame} data-dim={!(isValid || cash) || undefined}>
        <i />
        <QrCode value={person.qr.url} label={t('qr', { name: person.name })} />
      </div>
      <p className={classes.code}>{code}</p>
      {cash ? <AtDesk {...cash} /> : <p>{t(isValid ? 'show_at_gate' : 'not_yet_valid')}</p>}
      {isValid ? <p>{kept(isKept ? 'kept' : 'once_saved')}</p> : null}
      {person.checked_out_at ? (
        <p>{t('is_out', { when: when(person.checked_out_at) })}</p>
      ) : person.checked_in_at ? (
        <p>{t('is_in', { when: when(person.checked_in_at) })}</p>
      ) : null}
      <div className={classes.pair} data-no-print>
        {isOwn ? (
          <Button
            variant="default"
            leftSection={<IconDownload size={17} aria-hidden />}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {t('save_ticket')}
          </Button>
        ) : null}
        <Button
          variant="default"
          leftSection={canShare ? <IconShare size={17} aria-hidden /> : <IconBrandWhatsapp size={17} aria-hidden />}
          onClick={() => void send()}
        >
          {t('send')}
        </Button>
        {isValid && isOwn ? (
          <Button
            variant="default"
            className={classes.whole ?? ''}
            leftSection={<IconMail size={17} aria-hidden />}
            loading={again.isPending}
            onClick={() =>
              again.mutate(
                { params: { id: reservation._id }, body: { what: 'ticket' } },
                { onSuccess: () => toastDone({ message: t('sent_again') }) },
              )
            }
          >
            {t('send_again')}
          </Button>
        ) : null}
        {isKept && install ? (
          <Button
            variant="default"
            className={classes.whole ?? ''}
            leftSection={<IconDeviceMobilePlus size={17} aria-hidden />}
            onClick={install}
          >
            {kept('install')}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
