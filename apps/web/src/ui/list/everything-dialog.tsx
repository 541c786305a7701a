import { Button, Group, Textarea } from '@mantine/core'
import type { Route } from '@shiloh/contract/core'
import { formatCount } from '@shiloh/contract/text/format'
import { useState } from 'react'
import { argumentsOf } from '#platform/client'
import { useLanguage, useT, useText } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { toastDone } from '../feedback/toast.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import type { ActOnAll, Everything } from './list-types.tsx'
import { texts } from './table-texts.ts'

interface EverythingDialogProps {
  act: ActOnAll
  label: string
  chosen: Everything
  onStarted: () => void
  onClose: () => void
}

/** Asks before an act on all rows of a filter, which then runs in the background. */
export function EverythingDialog({ act, label, chosen, onStarted, onClose }: EverythingDialogProps) {
  const t = useT(texts)
  const text = useText()
  const language = useLanguage()
  const [reason, setReason] = useState('')
  const start = useAct<Route>(act.route, [])
  const count = formatCount(chosen.count, language)
  return (
    <FormDialog onClose={onClose} title={t('everything_question', { act: label, count })}>
      <p>{text(act.consequence)}</p>
      <p className="dim">{t('everything_text')}</p>
      {act.asksReason ? (
        <Textarea
          mt="sm"
          label={t('everything_reason')}
          data-autofocus
          autosize
          minRows={2}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      ) : null}
      <Group justify="flex-end" mt="md">
        <Button variant="subtle" color="gray" disabled={start.isPending} onClick={onClose}>
          {t('everything_close')}
        </Button>
        <Button
          data-saves
          {...(act.danger && { color: 'red' })}
          loading={start.isPending}
          onClick={() => {
            const { filter, exclude } = chosen
            const body = { filter, exclude, ...(reason.trim() !== '' && { reason: reason.trim() }) }
            // The routes of acts on many rows have this body; the compiler cannot infer it through the list.
            const [input] = argumentsOf<Route>({ body })
            start.mutate(input ?? {}, {
              onSuccess: () => {
                toastDone({ message: t('everything_started') })
                onStarted()
              },
            })
          }}
        >
          {label}
        </Button>
      </Group>
    </FormDialog>
  )
}
