import { Button, Group, Textarea } from '@mantine/core'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import type { Route } from '@shiloh/contract/core'
import { placesTwice } from '@shiloh/contract/error-data'
import { FIELD_TEXTS } from '@shiloh/contract/errors'
import { officeLinkRoutes } from '@shiloh/contract/identity/office-links'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#platform/client'
import { useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { Segments } from '#ui/base/segments'
import { Refusal } from '#ui/feedback/refusal'
import { toastDone } from '#ui/feedback/toast'
import { ChoiceSelect } from '#ui/form/choice-select'
import { FormDialog } from '#ui/form/form-dialog'
import { PickSelect } from '#ui/form/pick-select'
import classes from './person.module.css'
import { texts } from './person-texts.ts'

/** What the dialog begins with. */
export interface Wanted {
  readonly other?: { readonly _id: string; readonly name: string }
  readonly how?: 'ask' | 'self'
}

interface LinkDialogProps {
  id: string
  name: string
  /** The spouses of the list who have no account yet. */
  entries: readonly { readonly _id: string; readonly name: string }[]
  wanted: Wanted
  stale: readonly Route[]
  onClose: () => void
}

const NOBODY = 'nobody'
const placesOf = (error: Error | null) =>
  error instanceof ApiError && error.code === 'reserved_twice'
    ? placesTwice.safeParse(error.data).data?.places
    : undefined

/** Links a person with the account of their spouse: asks both, or confirms it with a reason. */
export function LinkDialog({ id, name, entries, wanted, stale, onClose }: LinkDialogProps) {
  const t = useT(texts)
  const say = useT(FIELD_TEXTS)
  const [other, setOther] = useState(wanted.other)
  const [entry, setEntry] = useState<string>()
  const [how, setHow] = useState<'ask' | 'self'>(wanted.how ?? 'ask')
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const ask = useAct(officeLinkRoutes.askSpouses, stale, { shown: true })
  const link = useAct(officeLinkRoutes.linkSpouses, stale, { shown: true })
  const failure = how === 'ask' ? ask.error : link.error
  const lacksReason = how === 'self' && reason.trim() === ''
  // The spouse who is named like the account is the one that is meant, until somebody says otherwise.
  const chosen = entry ?? entries.find((one) => one.name === other?.name)?._id ?? NOBODY

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!other || lacksReason || ask.isPending || link.isPending) return
    const couple = { other_id: other._id, ...(chosen !== NOBODY && { spouse_id: chosen }) }
    const done = (message: string) => ({
      onSuccess: () => {
        toastDone({ message })
        onClose()
      },
    })
    if (how === 'ask') ask.mutate({ params: { id }, body: couple }, done(t('link_asked')))
    else link.mutate({ params: { id }, body: { ...couple, reason: reason.trim() } }, done(t('link_done')))
  }

  return (
    <FormDialog title={t('link_title', { name })} onClose={onClose}>
      <form noValidate className={classes.form} onSubmit={submit}>
        {failure ? (
          <Refusal>
            {failure.message}
            {placesOf(failure)?.map((place) => (
              <p key={place.code}>
                {t('twice', { name: place.name, event: place.event, code: place.code, other: place.other_code })}
              </p>
            ))}
          </Refusal>
        ) : null}
        <PickSelect
          data-autofocus
          label={t('link_account')}
          description={t('link_account_hint')}
          placeholder={t('choose')}
          route={authorizationRoutes.pickUsers}
          query={{ user_type: 'user' }}
          picked={wanted.other ? [wanted.other] : []}
          value={other?._id ?? null}
          onChange={setOther}
          note={({ email, phone }) => [email, phone].filter(Boolean).join(', ')}
          error={isChecked && !other ? say('required') : undefined}
        />
        {entries.length > 0 ? (
          <ChoiceSelect
            label={t('link_entry')}
            choices={[
              ...entries.map((one) => ({ value: one._id, label: one.name })),
              { value: NOBODY, label: t('link_entry_none') },
            ]}
            value={chosen}
            onChange={setEntry}
          />
        ) : null}
        <div>
          <p className={classes.label} id={`${id}-how`}>
            {t('link_how')}
          </p>
          <Segments
            labelledBy={`${id}-how`}
            choices={(['ask', 'self'] as const).map((value) => ({ value, label: t(`link_${value}`) }))}
            value={how}
            onChange={setHow}
          />
          <p className="dim small">{t(`link_${how}_text`)}</p>
        </div>
        {how === 'self' ? (
          <Textarea
            label={t('link_reason')}
            description={t('link_reason_hint')}
            autosize
            minRows={2}
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={isChecked && lacksReason ? say('required') : undefined}
          />
        ) : null}
        <Group justify="flex-end">
          <Button variant="subtle" color="gray" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={ask.isPending || link.isPending}>
            {t(how === 'ask' ? 'link_send' : 'link_now')}
          </Button>
        </Group>
      </form>
    </FormDialog>
  )
}
