import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '#platform/i18n'
import { PasskeyProblem } from './browser.ts'
import { texts } from './texts.ts'

interface PasskeyButtonProps {
  label: string
  /** Uses the passkey, and goes on. */
  onUse: () => Promise<unknown>
  /** Reports a problem. Undefined removes the last one. */
  onProblem: (message: string | undefined, error?: unknown) => void
  variant?: 'filled' | 'default'
}

/** Asks the device for a passkey. */
export function PasskeyButton({ label, onUse, onProblem, variant = 'filled' }: PasskeyButtonProps) {
  const t = useT(texts)
  const [busy, setBusy] = useState(false)
  const use = async () => {
    setBusy(true)
    onProblem(undefined)
    try {
      await onUse()
    } catch (error) {
      if (error instanceof PasskeyProblem) onProblem(t(error.because))
      else onProblem(error instanceof Error ? error.message : '', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant={variant}
      fullWidth
      loading={busy}
      data-waits
      leftSection={<IconFingerprint size={20} stroke={1.75} aria-hidden />}
      onClick={() => void use()}
    >
      {label}
    </Button>
  )
}
