import { Button, Group, TextInput } from '@mantine/core'
import { FIELD_TEXTS as fieldTexts } from '@shiloh/contract/errors'
import { consentRoutes } from '@shiloh/contract/reservations/consents'
import { isLive } from '@shiloh/contract/reservations/states'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { formatDay } from '@shiloh/contract/text/format'
import { type FormEvent, useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { splitFailure } from '#platform/form-errors'
import { useLanguage, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { toastDone } from '#ui/feedback/toast'
import { FormDialog } from '#ui/form/form-dialog'
import { staleAfterStaffAct } from '../admin/queries.ts'
import { staleAfterChange } from '../queries.ts'
import { texts as reserve } from '../reserve/texts.ts'
import classes from './consents.module.css'
import { texts } from './texts.ts'

type Participant = ReservationView['participants'][number]

interface Props {
  reservation: ReservationView
  participant: Participant
  by: 'owner' | 'staff'
}

/** The state of the consent for somebody under 18 who comes without an adult. Renders nothing for others. */
export function ConsentLine({ reservation, participant, by }: Props) {
  const t = useT(texts)
  const language = useLanguage()
  const can = useCan()
  const ask = useAct(by === 'staff' ? consentRoutes.askGuardian : consentRoutes.askMyGuardian, [
    ...staleAfterChange,
    ...staleAfterStaffAct,
  ])
  const [asking, setAsking] = useState<'link' | 'paper'>()
  const { minor, guardian, consent, name } = participant
  if (!minor || guardian) return null
  const when = (instant: string | null) => (instant ? formatDay(instant, language, reservation.event.time_zone) : '')
  const words = () => {
    if (!consent) return t('needed')
    if (consent.status === 'given')
      return t(consent.on_paper ? 'given_paper' : 'given', {
        name: consent.answered_name ?? '',
        when: when(consent.answered_at),
      })
    if (consent.status === 'refused')
      return t('refused', { name: consent.answered_name ?? '', when: when(consent.answered_at) })
    return consent.asked_at && consent.sent_to
      ? t('waiting_sent', { guardian: consent.guardian_name, to: consent.sent_to, when: when(consent.asked_at) })
      : t('waiting', { guardian: consent.guardian_name })
  }
  const isGiven = consent?.status === 'given'
  const mayAct = !isGiven && isLive(reservation.status) && (by === 'owner' || can('reservations.update'))
  const params = { id: reservation._id, participant_id: participant._id }
  return (
    <div className={classes.line} data-state={isGiven ? 'given' : 'open'}>
      <span>{words()}</span>
      {mayAct ? (
        <div className={classes.acts} data-no-print>
          {consent?.sent_to ? (
            <Button
              variant="default"
              size="xs"
              aria-label={t('again_of', { name })}
              loading={ask.isPending}
              onClick={() => ask.mutate({ params, body: {} }, { onSuccess: () => toastDone({ message: t('sent') }) })}
            >
              {t('again')}
            </Button>
          ) : null}
          <Button
            variant="default"
            size="xs"
            aria-label={t(consent?.sent_to ? 'other_of' : 'ask_of', { name })}
            onClick={() => setAsking('link')}
          >
            {t(consent?.sent_to ? 'other' : 'ask')}
          </Button>
          {by === 'staff' ? (
            <Button variant="default" size="xs" aria-label={t('paper_of', { name })} onClick={() => setAsking('paper')}>
              {t('paper')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {asking ? (
        <AskDialog
          kind={asking}
          by={by}
          params={params}
          name={name}
          guardian={consent?.sent_to ? '' : (consent?.guardian_name ?? '')}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
    </div>
  )
}

interface DialogProps {
  kind: 'link' | 'paper'
  by: 'owner' | 'staff'
  params: { id: string; participant_id: string }
  /** The name of the minor. */
  name: string
  guardian: string
  onClose: () => void
}

/** Asks whom to contact, or who has signed on paper. */
function AskDialog({ kind, by, params, name, guardian, onClose }: DialogProps) {
  const t = useT(texts)
  const words = useT(reserve)
  const say = useT(fieldTexts)
  const { organisation } = useAccount()
  const stale = [...staleAfterChange, ...staleAfterStaffAct]
  const ask = useAct(by === 'staff' ? consentRoutes.askGuardian : consentRoutes.askMyGuardian, stale, { shown: true })
  const record = useAct(consentRoutes.recordConsent, stale, { shown: true })
  const [typed, setTyped] = useState({ name: guardian, reach: '' })
  const [problems, setProblems] = useState<{ name?: string | undefined; reach?: string | undefined }>({})
  const [refusal, setRefusal] = useState<string>()
  const isPaper = kind === 'paper'
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const open = {
      name: typed.name.trim() === '' ? say('required') : undefined,
      reach: !isPaper && typed.reach.trim() === '' ? say('required') : undefined,
    }
    setProblems(open)
    setRefusal(undefined)
    if (open.name || open.reach) return
    try {
      if (isPaper) await record.mutateAsync({ params, body: { guardian_name: typed.name } })
      else {
        // The cards of home show this line, and hardly anybody asks: reading phone numbers is as large as half a page.
        const { readReach } = await import('../parts/wire-phone.ts')
        const contact = { name: typed.name, ...readReach(typed.reach, organisation.country) }
        await ask.mutateAsync({ params, body: { contact } })
      }
      toastDone({ message: t(isPaper ? 'recorded' : 'sent') })
      onClose()
    } catch (error) {
      const { fields, rest } = splitFailure(error, () => true)
      const told = (pattern: RegExp) => fields.find((field) => pattern.test(field.name))?.message
      setProblems({ name: told(/name$/), reach: told(/email$|phone$|contact$/) })
      setRefusal(rest)
    }
  }
  return (
    <FormDialog onClose={onClose} title={t(isPaper ? 'paper_of' : 'ask_of', { name })}>
      <form className={classes.ask} noValidate onSubmit={(event) => void submit(event)}>
        <p>{t(isPaper ? 'paper_text' : 'ask_text')}</p>
        {refusal ? <p role="alert">{refusal}</p> : null}
        <TextInput
          label={words('consent_name')}
          autoComplete="off"
          maxLength={100}
          data-autofocus
          value={typed.name}
          onChange={({ currentTarget }) => setTyped({ ...typed, name: currentTarget.value })}
          error={problems.name}
        />
        {isPaper ? null : (
          <TextInput
            label={words('consent_reach')}
            autoComplete="off"
            autoCapitalize="none"
            maxLength={254}
            value={typed.reach}
            onChange={({ currentTarget }) => setTyped({ ...typed, reach: currentTarget.value })}
            error={problems.reach}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={ask.isPending || record.isPending}>
            {t(isPaper ? 'record' : 'send_link')}
          </Button>
        </Group>
      </form>
    </FormDialog>
  )
}
