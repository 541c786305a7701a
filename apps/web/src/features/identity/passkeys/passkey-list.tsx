import { Button, Modal, TextInput } from '@mantine/core'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import type { Passkey } from '@shiloh/contract/identity/passkeys'
import { formatDay } from '@shiloh/contract/text/format'
import { IconFingerprint } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { useLanguage, useT } from '#platform/i18n'
import { keyOf } from '#platform/queries'
import { showFailure } from '#ui/feedback/failure'
import { toastDone } from '#ui/feedback/toast'
import { useConfirming } from '../confirm/use-confirming.ts'
import { AuthForm, bind, useServerForm } from '../parts/form.tsx'
import { texts as partTexts } from '../parts/texts.ts'
import classes from '../security/security.module.css'
import { texts } from './texts.ts'

type Open = { readonly what: 'rename' | 'remove'; readonly passkey: Passkey }

/** The passkeys of the account: when they were added and used, renaming, removing, adding. */
export function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const t = useT(texts)
  const language = useLanguage()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <section className={classes.passkeys} aria-labelledby="passkeys">
      <h2 id="passkeys">{t('title')}</h2>
      <p className="dim">{t('lead')}</p>
      {passkeys.length > 0 ? (
        <ul className={classes.list}>
          {passkeys.map((passkey) => (
            <li key={passkey._id}>
              <IconFingerprint size={22} stroke={1.6} aria-hidden />
              <div>
                <strong>{passkey.name}</strong>
                <p className="dim small">
                  {[
                    passkey.last_used_at
                      ? t('used_on', { date: formatDay(passkey.last_used_at, language, 'UTC', { weekdays: false }) })
                      : t('added_on', { date: formatDay(passkey.created_at, language, 'UTC', { weekdays: false }) }),
                    ...(passkey.synced ? [t('synced')] : []),
                  ].join(' · ')}
                </p>
              </div>
              <div className={classes.acts}>
                <Button
                  variant="subtle"
                  color="gray"
                  aria-label={t('rename_named', { name: passkey.name })}
                  onClick={() => setOpen({ what: 'rename', passkey })}
                >
                  {t('rename')}
                </Button>
                <Button
                  variant="subtle"
                  color="gray"
                  aria-label={t('remove_named', { name: passkey.name })}
                  onClick={() => setOpen({ what: 'remove', passkey })}
                >
                  {t('remove')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <p className={classes.line}>{t('none')}</p>
      )}
      <Button component={Link} to="/security/passkey" variant="default">
        {t('add')}
      </Button>
      {open?.what === 'rename' ? <Rename passkey={open.passkey} onClose={close} /> : null}
      {open?.what === 'remove' ? (
        <Remove passkey={open.passkey} isLast={passkeys.length === 1} onClose={close} />
      ) : null}
    </section>
  )
}

const body = z.object({ name: z.string().trim().min(1, { error: 'required' }).max(80) })

function Rename({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useT(texts)
  const words = useT(partTexts)
  const client = useQueryClient()
  const of = useServerForm({
    schema: body,
    values: { name: passkey.name },
    async onSubmit({ name }) {
      await call(identityRoutes.renamePasskey, { params: { id: passkey._id }, body: { name } })
      await client.invalidateQueries({ queryKey: keyOf(identityRoutes.listMfa) })
      toastDone({ message: t('renamed') })
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('rename')} closeButtonProps={{ 'aria-label': words('close') }}>
      <AuthForm
        of={of}
        action={words('save')}
        aside={
          <Button variant="subtle" color="gray" onClick={onClose}>
            {words('cancel')}
          </Button>
        }
      >
        <TextInput {...bind(of.form, 'name')} label={t('name')} maxLength={80} data-autofocus />
      </AuthForm>
    </Modal>
  )
}

function Remove({ passkey, isLast, onClose }: { passkey: Passkey; isLast: boolean; onClose: () => void }) {
  const t = useT(texts)
  const words = useT(partTexts)
  const client = useQueryClient()
  const confirming = useConfirming()
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await call(identityRoutes.removePasskey, { params: { id: passkey._id } })
      await client.invalidateQueries({ queryKey: keyOf(identityRoutes.listMfa) })
      toastDone({ message: t('removed') })
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code !== 'confirmation_required') showFailure(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      opened={!confirming}
      onClose={onClose}
      title={t('remove_question')}
      closeButtonProps={{ 'aria-label': words('close') }}
    >
      <p>
        {t('remove_text', { name: passkey.name })} {isLast ? t('remove_last') : null}
      </p>
      <div className={classes.buttons}>
        <Button variant="subtle" color="gray" onClick={onClose}>
          {words('cancel')}
        </Button>
        <Button color="red" loading={busy} onClick={() => void remove()}>
          {t('remove')}
        </Button>
      </div>
    </Modal>
  )
}
