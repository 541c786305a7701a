import { Button } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { ConfirmDialog } from '#ui/error-dialog'
import { toastDone } from '#ui/toast'

interface ActButtonProps {
  /** Verb plus object. */
  label: string
  icon: ComponentType<{ size?: number | string }>
  /** The question and what follows from it; without it the act is done at once. */
  ask?: { title: string; text: string }
  danger?: boolean
  primary?: boolean
  /** What is said once it is done. */
  done: string
  /** Does it; a refusal is told by the app. */
  onAct: () => Promise<unknown>
}

/** Something that can be done to an account, asked about first when it has a consequence. */
export function ActButton({ label, icon: Icon, ask, danger = false, primary = false, done, onAct }: ActButtonProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const act = async () => {
    setBusy(true)
    try {
      await onAct()
      toastDone({ message: done })
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
        onClick={() => (ask ? setAsking(true) : void act())}
      >
        {label}
      </Button>
      {ask ? (
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
