import { Button } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { useT } from '#platform/i18n'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { toastDone } from '#ui/feedback/toast'
import { texts } from '../texts.ts'

interface ActButtonProps {
  /** Verb plus object. */
  label: string
  icon: ComponentType<{ size?: number | string }>
  /** The question and what follows from it; without it the act is done at once. */
  ask?: { title: string; text: string }
  danger?: boolean
  primary?: boolean
  /** Why it cannot be done now; said instead of asking. */
  refused?: string | undefined
  /** What is said once it is done; nothing where the page goes on to another. */
  done?: string
  /** Takes it back, from the toast that says it was done. */
  undo?: () => Promise<unknown>
  /** Does it; a refusal is told by the app. */
  onAct: () => Promise<unknown>
}

/** Something that can be done to an account, asked about first when it has a consequence. */
export function ActButton(props: ActButtonProps) {
  const { label, icon: Icon, ask, danger = false, primary = false, refused, done, undo, onAct } = props
  const t = useT(texts)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const act = async () => {
    setBusy(true)
    try {
      await onAct()
      // `useAct` tells what the server says against it, also of the way back.
      if (done)
        toastDone({
          message: done,
          ...(undo && { undo: { label: t('undo'), act: () => void undo().catch(() => {}) } }),
        })
    } catch {
      // `useAct` has told what the server said.
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }
  return (
    <>
      <Button
        variant={primary ? 'filled' : 'default'}
        leftSection={<Icon size={17} />}
        loading={busy && !ask}
        onClick={() => (ask || refused ? setAsking(true) : void act())}
      >
        {label}
      </Button>
      {refused ? (
        <ConfirmDialog
          opened={asking}
          title={t('refused_title')}
          action={t('understood')}
          onConfirm={() => setAsking(false)}
        >
          <p>{refused}</p>
        </ConfirmDialog>
      ) : ask ? (
        <ConfirmDialog
          opened={asking}
          title={ask.title}
          action={label}
          danger={danger}
          busy={busy}
          onConfirm={() => void act()}
          onClose={() => setAsking(false)}
        >
          <p>{ask.text}</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
