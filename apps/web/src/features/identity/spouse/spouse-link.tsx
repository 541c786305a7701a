import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { identityRoutes, type spouse } from '@shiloh/contract/identity/identity'
import { spouseLinkRoutes } from '@shiloh/contract/identity/spouse-links'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { Rich } from '#ui/base/rich'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { toastDone } from '#ui/feedback/toast'
import { FormDialog } from '#ui/form/form-dialog'
import { AuthForm, bind, useServerForm } from '../parts/form.tsx'
import { PhoneField } from '../parts/phone-field.tsx'
import { texts as parts } from '../parts/texts.ts'
import { texts } from './link-texts.ts'
import classes from './spouse.module.css'

type Spouse = z.output<typeof spouse>

/** The input. The server knows numbering plans and addresses. */
const fields = z.object({ email: z.string(), phone: z.string() })

const stale = [identityRoutes.listSpouses, spouseLinkRoutes.listSpouseInvitations]

/** The link of a person on the spouse list to an account, and its actions. */
export function SpouseLink({ spouse: one }: { spouse: Spouse }) {
  const t = useT(texts)
  const [asking, setAsking] = useState(false)
  const [ending, setEnding] = useState(false)
  const withdraw = useAct(spouseLinkRoutes.withdrawSpouseInvitation, stale)
  const unlink = useAct(spouseLinkRoutes.unlinkSpouse, stale)
  const params = { id: one._id }
  return (
    <div className={classes.link}>
      {one.linked ? (
        <>
          <span className={classes.linked}>{t('linked')}</span>
          <Button
            variant="subtle"
            color="gray"
            aria-label={t('unlink_named', { name: one.name })}
            onClick={() => setEnding(true)}
          >
            {t('unlink')}
          </Button>
          <p className={`dim ${classes.places}`}>
            <Rich
              text={t('linked_places', { name: one.name })}
              parts={{ reservations: (text) => <Link to="/reservations">{text}</Link> }}
            />
          </p>
        </>
      ) : one.invitation ? (
        <>
          <span className="dim">{t('waiting', { to: one.invitation.sent_to })}</span>
          <Button
            variant="subtle"
            color="gray"
            loading={withdraw.isPending}
            aria-label={t('withdraw_named', { name: one.name })}
            onClick={() => withdraw.mutate({ params })}
          >
            {t('withdraw')}
          </Button>
        </>
      ) : (
        <Button variant="subtle" aria-label={t('link_named', { name: one.name })} onClick={() => setAsking(true)}>
          {t('link')}
        </Button>
      )}
      {asking ? <Invite spouse={one} onClose={() => setAsking(false)} /> : null}
      {ending ? (
        <ConfirmDialog
          opened
          danger
          title={t('unlink_question', { name: one.name })}
          action={t('unlink')}
          busy={unlink.isPending}
          onClose={() => setEnding(false)}
          onConfirm={async () => {
            await unlink.mutateAsync({ params })
            toastDone({ message: t('unlinked') })
            setEnding(false)
          }}
        >
          {t('unlink_text', { name: one.name })}
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

type Way = 'email' | 'phone'

/** Asks for the address or phone of the other account. The response is the same if there is none. */
function Invite({ spouse: one, onClose }: { spouse: Spouse; onClose: () => void }) {
  const t = useT(texts)
  const words = useT(parts)
  const [way, setWay] = useState<Way>(one.email || !one.phone ? 'email' : 'phone')
  const invite = useAct(spouseLinkRoutes.inviteSpouse, stale, { shown: true })
  const of = useServerForm<{ email: string; phone: string }>({
    schema: fields,
    values: { email: one.email ?? '', phone: one.phone ?? '' },
    check: (typed) => (typed[way] === '' ? { [way]: 'required' } : {}),
    async onSubmit(typed) {
      await invite.mutateAsync({
        params: { id: one._id },
        body: way === 'email' ? { email: typed.email } : { phone: typed.phone },
      })
      toastDone({ message: t('sent') })
      onClose()
    },
  })
  return (
    <FormDialog onClose={onClose} title={t('link_named', { name: one.name })}>
      <p className={`dim ${classes.hint}`}>{t('link_hint', { name: one.name })}</p>
      <AuthForm
        of={of}
        action={t('send')}
        aside={
          <Button variant="subtle" color="gray" onClick={onClose}>
            {words('cancel')}
          </Button>
        }
      >
        <SegmentedControl
          fullWidth
          aria-label={t('way')}
          value={way}
          onChange={(value) => setWay(value === 'phone' ? 'phone' : 'email')}
          data={[
            { value: 'email', label: t('by_email') },
            { value: 'phone', label: t('by_phone') },
          ]}
        />
        {way === 'email' ? (
          <TextInput
            {...bind(of.form, 'email')}
            label={t('by_email')}
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
          />
        ) : (
          <PhoneField form={of.form} name="phone" label={t('by_phone')} autoComplete="off" />
        )}
      </AuthForm>
    </FormDialog>
  )
}
