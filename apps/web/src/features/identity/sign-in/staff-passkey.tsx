import { useT } from '#platform/i18n'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { texts as passkeyTexts } from '../passkeys/texts.ts'
import { signInWithPasskey } from '../queries.ts'
import classes from './other-way.module.css'
import { Or } from './other-way.tsx'

interface StaffPasskeyProps {
  /** This device has signed in with one: it comes before the password. */
  isFirst?: boolean
  onSignedIn: () => Promise<void>
  onProblem: (message: string | undefined) => void
}

/** Signs staff in with a passkey alone: it is both steps at once. */
export function StaffPasskey({ isFirst = false, onSignedIn, onProblem }: StaffPasskeyProps) {
  const passkeys = useT(passkeyTexts)
  return (
    <div className={classes.other} data-first={isFirst || undefined}>
      {isFirst ? null : <Or />}
      <PasskeyButton
        label={passkeys('sign_in')}
        variant={isFirst ? 'filled' : 'default'}
        onUse={async () => {
          await signInWithPasskey()
          await onSignedIn()
        }}
        onProblem={onProblem}
      />
      <p className="dim small">{passkeys('sign_in_hint')}</p>
      {isFirst ? <Or /> : null}
    </div>
  )
}
