import { Button } from '@mantine/core'
import type { Route } from '@shiloh/contract/core'
import { type ComponentType, useState } from 'react'
import { useT } from '#platform/i18n'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { toastDone } from '#ui/feedback/toast'
import { RemovalDialog } from '#ui/list/removal-dialog'
import { texts } from '../texts.ts'

interface ActButtonProps {
  /** Verb and object. */
  label: string
  icon: ComponentType<{ size?: number | string }>
  /** The question with its consequences. Without it the action runs immediately. */
  ask?: { title: string; text: string }
  danger?: boolean
  primary?: boolean
  /** It deletes this record: the question says what uses it, and what to do instead while something does. */
  removes?: {
    route: Pick<Route, 'path'>
    id: string
    name: string
    instead: string
    insteadAct?: { label: string; act: () => Promise<unknown> }
    /** Asked in place of `ask` if the person is erased, because something that stays refers to them. */
    erases?: { title: string; action: string; text: string }
  }
  /** Why it is impossible now. Shown in place of the question. */
  refused?: string | undefined
  /** The message once it is done. Absent if the page navigates away. */
  done?: string
  /** Undoes it, from the toast that confirms it. */
  undo?: () => Promise<unknown>
  /** Performs it. The app reports a failure. */
  onAct: () => Promise<unknown>
}

/** An action on an account. It asks first if it has a consequence. */
export function ActButton(props: ActButtonProps) {
  const { label, icon: Icon, ask, removes, danger = false, primary = false, refused, done, undo, onAct } = props
  const t = useT(texts)
  const insteadAct = removes?.insteadAct
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const act = async (perform = onAct) => {
    setBusy(true)
    try {
      await perform()
      // `useAct` also reports failures of the undo.
      if (done && perform === onAct)
        toastDone({
          message: done,
          ...(undo && { undo: { label: t('undo'), act: () => void undo().catch(() => {}) } }),
        })
    } catch {
      // `useAct` has reported the failure.
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }
  return (
    <>
      <Button
        {...(removes ? { variant: 'outline', color: 'red' } : { variant: primary ? 'filled' : 'default' })}
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
      ) : ask && removes ? (
        asking ? (
          <RemovalDialog
            route={removes.route}
            id={removes.id}
            name={removes.name}
            instead={removes.instead}
            {...(insteadAct && { insteadAct: { label: insteadAct.label, act: () => void act(insteadAct.act) } })}
            erases={removes.erases}
            title={ask.title}
            action={label}
            busy={busy}
            onConfirm={() => void act()}
            onClose={() => setAsking(false)}
          >
            <p>{ask.text}</p>
          </RemovalDialog>
        ) : null
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
